// What a question is asked of: matters (tags), documents, by which method, and who writes. Kept for this tab.

import { get } from "./api.js";
import { documentList } from "./documents.js";
import { el, fill } from "./dom.js";
import { t } from "./words.js";

const NAME = "pincite-scope";
const METHODS = ["auto", "citeguard", "refwalk"];
const MANY = 8; // documents from which on a filter is offered

/** The panel of choices, opened by a button that sums them up. */
export class Scope {
  constructor(panel, opener, summary) {
    Object.assign(this, { panel, opener, summary, rows: [], models: [], hasGraph: false });
    this.held = { tags: [], documents: [], method: "auto", model: null, ...read() };
    opener.addEventListener("click", () => this.toggle(panel.hidden));
    panel.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.toggle(false);
      opener.focus();
    });
  }

  /** Ask what there is to choose from. */
  async load(hasGraph) {
    this.hasGraph = hasGraph;
    if (!hasGraph) this.held.method = "auto";
    this.rows = [...(await documentList().catch(() => new Map())).values()];
    this.models = await get("/version").then((found) => found.models ?? [], () => []);
    if (!this.models.slice(1).includes(this.held.model)) this.held.model = null;
    const [ids, tags] = [this.rows.map((row) => row.id), this.tags()];
    this.held.documents = this.held.documents.filter((id) => ids.includes(id));
    this.held.tags = this.held.tags.filter((tag) => tags.includes(tag));
    this.opener.hidden = this.rows.length === 0;
    this.sumUp();
    this.build();
  }

  /** The choices as `/ask` takes them. */
  chosen() {
    const { tags, documents, method, model } = this.held;
    return { method, tags, documents, ...(model ? { model } : {}) };
  }

  tags() {
    return [...new Set(this.rows.flatMap((row) => row.tags))].sort();
  }

  toggle(isOpen) {
    this.panel.hidden = !isOpen;
    this.opener.setAttribute("aria-expanded", String(isOpen));
  }

  build() {
    const tags = this.tags();
    fill(
      this.panel,
      tags.length ? this.group("scope.tags", tags.map((tag) => this.box("tags", tag, tag))) : null,
      this.documentGroup(),
      this.hasGraph ? this.radios("method", METHODS.map((name) => [name, t(`method.${name}`), t(`method.${name}.says`)])) : null,
      this.models.length > 1 ? this.radios("model", this.models.map((name, at) => [at ? name : null, name])) : null,
    );
  }

  documentGroup() {
    const boxes = this.rows.map((row) => this.box("documents", row.id, row.title));
    const group = this.group("scope.documents", boxes, "one-a-line");
    if (this.rows.length <= MANY) return group;
    const filter = el("input", { type: "search", placeholder: t("scope.filter"), "aria-label": t("scope.filter"), autocomplete: "off" });
    filter.addEventListener("input", () => {
      const wanted = filter.value.trim().toLowerCase();
      boxes.forEach((box) => {
        box.hidden = !box.textContent.toLowerCase().includes(wanted);
      });
    });
    filter.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
    group.querySelector("legend").after(filter);
    return group;
  }

  /** One of several, given as `[value, words, what they mean]`. */
  radios(kind, options) {
    const choices = options.map(([value, words, says]) => {
      const input = el("input", { type: "radio", name: kind, checked: this.held[kind] === value });
      input.addEventListener("change", () => this.change({ [kind]: value }));
      return el("label", { class: "choice" }, input, el("span", {}, words, says ? el("small", {}, says) : null));
    });
    return this.group(`scope.${kind}`, choices, "one-a-line");
  }

  group(title, items, style = "") {
    return el("fieldset", { class: style }, el("legend", {}, t(title)), el("div", { class: "choices" }, items));
  }

  box(kind, value, words) {
    const input = el("input", { type: "checkbox", checked: this.held[kind].includes(value) });
    input.addEventListener("change", () => {
      const others = this.held[kind].filter((item) => item !== value);
      this.change({ [kind]: input.checked ? [...others, value] : others });
    });
    return el("label", { class: kind === "tags" ? "choice chip" : "choice" }, input, el("span", {}, words));
  }

  change(values) {
    Object.assign(this.held, values);
    window.sessionStorage.setItem(NAME, JSON.stringify(this.held));
    this.sumUp();
  }

  sumUp() {
    const { tags, documents, method, model } = this.held;
    const parts = [];
    if (tags.length) parts.push(tags.join(", "));
    if (documents.length === 1) parts.push(this.rows.find((row) => row.id === documents[0]).title);
    if (documents.length > 1) parts.push(t("scope.count", { n: documents.length }));
    if (!parts.length) parts.push(t("scope.everything"));
    if (method !== "auto") parts.push(t(`method.${method}`));
    if (model) parts.push(model);
    this.summary.textContent = parts.join(" · ");
  }
}

function read() {
  try {
    return JSON.parse(window.sessionStorage.getItem(NAME)) ?? {};
  } catch {
    return {};
  }
}
