// Every answer that was kept, newest first; searched by the words of its question.

import { get, path, query, send } from "./api.js";
import { button, el, fill, icon, unseen } from "./dom.js";
import { confirmRemoval } from "./removal.js";
import { graphOfLibrary, shell, showProblem } from "./shell.js";
import { has, t, when } from "./words.js";

const LIMIT = 25;
const place = document.getElementById("answers");
const box = document.getElementById("history-query");
const list = el("ul", { class: "answers" });
const more = button({ class: "quiet more" }, t("history.more"));

shell();
graphOfLibrary();
document.getElementById("history-search").addEventListener("submit", (event) => {
  event.preventDefault();
  window.history.replaceState({}, "", `/history${query({ q: box.value.trim() })}`);
  load();
});
more.addEventListener("click", () => load(more.dataset.before));
box.value = new URLSearchParams(window.location.search).get("q") ?? "";
load();

async function load(before = null) {
  try {
    const { answers } = await get(`/answers${query({ limit: LIMIT, before, q: box.value.trim() })}`);
    if (!before) list.replaceChildren();
    list.append(...answers.map(row));
    more.hidden = answers.length < LIMIT;
    more.dataset.before = answers.length ? answers[answers.length - 1].id : "";
    fill(place, list.childElementCount ? [list, more] : el("p", { class: "empty" }, t(box.value.trim() ? "history.none" : "history.empty")));
  } catch (problem) {
    showProblem(place, problem);
  }
}

function row(answer) {
  const refused = answer.status === "refused";
  const facts = [when(answer.asked_at), has(`method.${answer.method}`) ? t(`method.${answer.method}`) : answer.method].filter(Boolean);
  return el(
    "li",
    { class: "kept" },
    el("span", { class: `kept-state ${answer.status}` }, icon(refused ? "stop" : "tick"), unseen(t(`status.${answer.status}`))),
    el(
      "div",
      {},
      el("a", { href: `/answers/${encodeURIComponent(answer.id)}`, lang: answer.language === "und" ? null : answer.language }, answer.question),
      el("p", { class: "source-facts" }, facts.map((fact) => el("span", { class: "dot" }, fact)), el("span", { class: "dot" }, t(`status.${answer.status}`))),
    ),
    button(
      { class: "quiet icon-only", "aria-label": t("history.remove", { question: answer.question }), title: t("library.remove_short"), onclick: () => askRemoval(answer) },
      icon("remove"),
    ),
  );
}

function askRemoval(answer) {
  confirmRemoval({
    title: t("history.remove_title"),
    words: t("history.remove_words", { question: answer.question }),
    yes: t("library.remove_yes"),
    removed: t("history.removed"),
    remove: () => send("DELETE", `/answers${path(answer.id)}`),
    after: load,
  });
}
