// What a reader sees before the first question: what the library holds, and what was asked before.

import { get } from "./api.js";
import { documentList } from "./documents.js";
import { el, fill, icon } from "./dom.js";
import { t } from "./words.js";

const RECENT = 5;

/** Fill the start of the page. */
export async function startView(place) {
  const rows = [...(await documentList().catch(() => new Map())).values()];
  const recent = await get(`/answers?limit=${RECENT}`).then((found) => found.answers, () => []);
  fill(place, rows.length ? null : emptyLibrary(), recent.length ? recentQuestions(recent) : null, rows.length ? holdings(rows) : null);
  place.hidden = document.getElementById("question-form").classList.contains("is-small");
}

function emptyLibrary() {
  return el(
    "div",
    { class: "empty" },
    icon("book", "large"),
    el("p", {}, t("start.empty")),
    el("a", { class: "button primary", href: "/library" }, t("start.add")),
  );
}

function recentQuestions(recent) {
  const rows = recent.map((answer) =>
    el(
      "li",
      {},
      el("a", { href: `/answers/${encodeURIComponent(answer.id)}` }, icon(answer.status === "refused" ? "stop" : "tick"), answer.question),
    ),
  );
  return el("div", { class: "recent" }, el("h2", {}, t("start.recent")), el("ul", {}, rows));
}

function holdings(rows) {
  const shown = rows.slice(0, 6).map((row) => el("li", {}, el("a", { href: `/documents/${encodeURIComponent(row.id)}` }, row.title)));
  return el(
    "div",
    { class: "holdings" },
    el("h2", {}, t("start.holdings")),
    el("ul", {}, shown),
    el("p", {}, el("a", { href: "/library" }, t("start.all", { n: rows.length }))),
  );
}
