// What every page has: language, light or dark, the way to the graph where there is one, and how trouble is shown.

import { get } from "./api.js";
import { el, fill } from "./dom.js";
import { t } from "./words.js";

const YEAR_S = 31536000;
const GRAPH = "pincite-graph"; // whether there was one on the page before, so that the way to it is there at once

/** Wire the masthead; every page calls it first. */
export function shell() {
  const root = document.documentElement;
  if (window.sessionStorage.getItem(GRAPH)) graphLink().hidden = false;
  document.getElementById("switch-language").addEventListener("click", () => {
    remember("pincite_language", root.lang === "ko" ? "en" : "ko");
    window.location.reload();
  });
  document.getElementById("switch-theme").addEventListener("click", () => {
    const theme = isDark() ? "light" : "dark";
    root.dataset.theme = theme;
    remember("pincite_theme", theme);
  });
}

/** The graph's numbers, or null where this library holds no law that cites law; the way to it shows or hides. */
export async function graphOfLibrary() {
  const facts = await get("/graph/stats").catch(() => null);
  const cites = facts && Object.entries(facts.edges || {}).some(([type, n]) => type !== "PART_OF" && n > 0);
  graphLink().hidden = !cites && graphLink().getAttribute("aria-current") !== "page";
  window.sessionStorage.setItem(GRAPH, cites ? "1" : "");
  return cites ? facts : null;
}

/** Show in an element why something could not be done, and what to do. */
export function showProblem(place, problem) {
  const known = problem.status !== undefined;
  if (!known) console.error(problem);
  fill(
    place,
    el(
      "div",
      { class: "notice problem", role: "alert" },
      el("p", {}, known ? problem.message : t("problem.unknown")),
      problem.hint ? el("p", { class: "hint" }, problem.hint) : null,
    ),
  );
  place.hidden = false;
}

/** Whether there is room for the page beside the answer. */
export const isNarrow = () => window.matchMedia("(max-width: 60rem)").matches;

const graphLink = () => document.querySelector('[data-section="graph"]');

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : window.matchMedia("(prefers-color-scheme: dark)").matches;
}

function remember(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR_S}; samesite=strict`;
}
