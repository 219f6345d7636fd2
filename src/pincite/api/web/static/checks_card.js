// Support and checks of a sentence, shown while it has the focus or the pointer.

import { el, fill, icon, unseen } from "./dom.js";
import { said } from "./said.js";
import { figure, has, t } from "./words.js";

const LEAVE_MS = 180; // within which the pointer may cross to the card

/** One card for all sentences of an answer. `attach` makes a sentence show its own. */
export class ChecksCard {
  constructor(place) {
    this.place = place;
    this.card = el("div", { class: "checks-card", "aria-hidden": "true", hidden: true });
    this.sentence = null;
    this.leaving = 0;
    place.append(this.card);
    this.card.addEventListener("pointerenter", () => window.clearTimeout(this.leaving));
    this.card.addEventListener("pointerleave", () => this.leave());
  }

  /** Show `checked`'s card for an element; a screen reader hears the same as its description. */
  attach(element, checked, at) {
    const description = el("span", { id: `checks-${at}`, class: "unseen" }, inWords(checked));
    element.setAttribute("aria-describedby", description.id);
    this.place.append(description);
    const show = () => this.show(element, checked);
    element.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && show());
    element.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.leave());
    element.addEventListener("focusin", show);
    element.addEventListener("focusout", () => this.leave());
    element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.card.hidden) return;
      this.hide();
      event.preventDefault();
    });
  }

  show(element, checked) {
    window.clearTimeout(this.leaving);
    this.sentence?.classList.remove("is-shown");
    this.sentence = element;
    element.classList.add("is-shown");
    fill(this.card, cardHead(checked), el("ul", { class: "checks" }, checked.checks.map(checkRow)));
    this.card.hidden = false;
    const line = lastLine(element);
    const around = this.place.getBoundingClientRect();
    const room = around.width - this.card.offsetWidth;
    this.card.style.left = `${Math.max(0, Math.min(line.left - around.left, room))}px`;
    this.card.style.top = `${line.bottom - around.top + 6}px`;
  }

  leave() {
    window.clearTimeout(this.leaving);
    this.leaving = window.setTimeout(() => this.hide(), LEAVE_MS);
  }

  hide() {
    this.sentence?.classList.remove("is-shown");
    this.sentence = null;
    this.card.hidden = true;
  }
}

function lastLine(element) {
  const lines = element.getClientRects();
  return lines[lines.length - 1] ?? element.getBoundingClientRect();
}

function cardHead(checked) {
  const passed = checked.checks.filter((check) => check.state === "passed").length;
  return el(
    "p",
    { class: "checks-head" },
    el("strong", { class: `support ${checked.support}` }, icon(checked.support === "full" ? "tick" : "warn"), t(`support.${checked.support}`)),
    el("span", {}, t("checks.passed", { n: passed, of: checked.checks.length })),
    checked.attached?.length ? el("span", { class: "hint" }, t("checks.attached")) : null,
  );
}

function checkRow(check) {
  return el(
    "li",
    { class: `check ${check.state}` },
    icon({ passed: "tick", failed: "cross", not_checked: "open" }[check.state]),
    el("span", { class: "check-name" }, checkName(check.name), unseen(`: ${t(`check.${check.state}`)}`)),
    el("span", { class: "check-detail" }, detailOf(check)),
    el("span", { class: "check-value" }, valueOf(check)),
  );
}

const checkName = (name) => (has(`check.name.${name}`) ? t(`check.name.${name}`) : name);

/** The check's figure, with what it counts where that is not a share. */
function valueOf({ name, value }) {
  if (value === null) return "";
  return has(`check.value.${name}`) ? t(`check.value.${name}`, { n: figure(value) }) : figure(value);
}

function detailOf(check) {
  if (check.detail) return said(check.detail);
  return check.state === "passed" && has(`check.says.${check.name}`) ? t(`check.says.${check.name}`) : "";
}

function inWords(checked) {
  const checks = checked.checks.map((check) => {
    return `${checkName(check.name)}: ${t(`check.${check.state}`)} ${valueOf(check)}`.trimEnd();
  });
  return `${t(`support.${checked.support}`)}. ${checks.join(", ")}.`;
}
