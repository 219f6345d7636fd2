// Copying, also where the page does not come from the own machine or by HTTPS and the clipboard's own way is closed.

import { announce, el } from "./dom.js";
import { t } from "./words.js";

/** Copy a text and say so, on the button too. */
export async function copy(text, button = null) {
  if (navigator.clipboard) await navigator.clipboard.writeText(text);
  else copyByHand(text);
  announce(t("copy.done"));
  if (!button) return;
  const label = button.querySelector(".label") || button;
  const before = label.dataset.words ?? label.textContent;
  label.dataset.words = before;
  label.textContent = t("copy.done");
  window.setTimeout(() => {
    label.textContent = before;
  }, 1600);
}

function copyByHand(text) {
  const held = document.activeElement;
  const area = el("textarea", { class: "unseen", "aria-hidden": "true" });
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
  held?.focus();
}
