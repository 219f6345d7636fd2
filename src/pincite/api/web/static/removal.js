// Asks before something is removed for good.

import { announce, button, el } from "./dom.js";
import { showProblem } from "./shell.js";
import { t } from "./words.js";

/** A dialog with `title` and `words`; `remove()` does it, then `removed` is announced and `after()` is called. */
export function confirmRemoval({ title, words, yes, removed, remove, after }) {
  const trouble = el("div", {});
  const go = button({ class: "danger" }, yes);
  const keep = button({}, t("cancel"));
  const dialog = el(
    "dialog",
    { class: "dialog", "aria-labelledby": "removal-title" },
    el("h2", { id: "removal-title" }, title),
    el("p", {}, words),
    trouble,
    el("div", { class: "dialog-foot" }, keep, go),
  );
  keep.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  go.addEventListener("click", async () => {
    try {
      await remove();
      dialog.close();
      announce(removed);
      await after();
    } catch (problem) {
      showProblem(trouble, problem);
    }
  });
  document.body.append(dialog);
  dialog.showModal();
  keep.focus();
}
