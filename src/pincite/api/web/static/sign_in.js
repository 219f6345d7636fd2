// The token that a server beyond the own machine asks for: kept for this tab alone.

import { button, el } from "./dom.js";
import { t } from "./words.js";

const NAME = "pincite-token";
let asking = null;

export const heldToken = () => window.sessionStorage.getItem(NAME) || "";
export const forgetToken = () => window.sessionStorage.removeItem(NAME);

/** The token, once the reader has given one. Several that wait are told of the same one. */
export function askForToken(wasWrong) {
  asking ??= asked(wasWrong).finally(() => {
    asking = null;
  });
  return asking;
}

function asked(wasWrong) {
  return new Promise((resolve) => {
    const input = el("input", { type: "password", id: "token", autocomplete: "current-password", required: true });
    const form = el(
      "form",
      { method: "dialog" },
      el("h2", {}, t("token.title")),
      el("p", {}, wasWrong ? t("token.wrong") : t("token.wanted")),
      el("label", { for: "token" }, t("token.label")),
      input,
      el("div", { class: "dialog-foot" }, button({ type: "submit", class: "primary" }, t("token.go"))),
    );
    const dialog = el("dialog", { class: "dialog", "aria-label": t("token.title") }, form);
    dialog.addEventListener("cancel", (event) => event.preventDefault());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!input.value.trim()) return;
      window.sessionStorage.setItem(NAME, input.value.trim());
      dialog.close();
      dialog.remove();
      resolve(heldToken());
    });
    document.body.append(dialog);
    dialog.showModal();
    input.focus();
  });
}
