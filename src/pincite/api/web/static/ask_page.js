// The page for asking, and the page of a kept answer: one question box, the stages of the work, the answer, its sources.

import { events, get, path } from "./api.js";
import { AnswerView } from "./answer_view.js";
import { announce } from "./dom.js";
import { Scope } from "./scope.js";
import { graphOfLibrary, shell, showProblem } from "./shell.js";
import { SourcePane } from "./source_pane.js";
import { Stages } from "./stages.js";
import { startView } from "./start_view.js";
import { t } from "./words.js";

const MOST_TURNS = 12;
const byId = (id) => document.getElementById(id);
const form = byId("question-form");
const box = byId("question");
const column = byId("answer-column");
const stages = new Stages(byId("stages"));
const scope = new Scope(byId("scope"), byId("scope-open"), byId("scope-summary"));
const pane = new SourcePane(byId("source-pane"), { onStep: (by) => view.step(by), background: column });
const view = new AnswerView(byId("answer"), pane, { onEdit: edit });
let running = null;

shell();
form.addEventListener("submit", (event) => {
  event.preventDefault();
  ask();
});
box.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  ask();
});
box.addEventListener("input", fitBox);
window.addEventListener("popstate", () => window.location.reload());
begin();

async function begin() {
  const [, id] = /^\/answers\/([^/]+)$/.exec(window.location.pathname) ?? [];
  graphOfLibrary().then((graph) => scope.load(graph !== null));
  if (id) return showKept(decodeURIComponent(id));
  box.focus();
  startView(byId("start"));
}

async function showKept(id) {
  const place = byId("answer");
  try {
    const kept = await get(`/answers${path(id)}`);
    present({ id: kept.id, askedAt: kept.asked_at, record: kept.record });
  } catch (problem) {
    settle();
    showProblem(place, problem);
  }
}

/** Ask what is in the box; a question that still runs is given up. */
async function ask() {
  const question = box.value.trim();
  if (!question) {
    box.focus();
    return announce(t("ask.empty"));
  }
  running?.abort();
  const own = new AbortController();
  running = own;
  pane.close();
  settle();
  byId("answer").hidden = true;
  stages.begin();
  try {
    await followPatiently(question, own);
  } catch (problem) {
    if (problem.name === "AbortError") return;
    stages.end();
    showProblem(byId("answer"), problem);
    announce(problem.message);
  }
}

/** Ask again after a while where the server says that it is too busy. */
async function followPatiently(question, own) {
  for (let turn = 1; ; turn += 1) {
    try {
      return await follow(question, own);
    } catch (problem) {
      if (problem.status !== 503 || !problem.retryAfter || turn === MOST_TURNS) throw problem;
      stages.busy(problem.retryAfter);
      await new Promise((resolve) => window.setTimeout(resolve, problem.retryAfter * 1000));
      if (running !== own) throw new DOMException("", "AbortError");
    }
  }
}

async function follow(question, own) {
  let ended = false;
  const body = JSON.stringify({ question, ...scope.chosen() });
  const options = { method: "POST", headers: { "Content-Type": "application/json" }, body, signal: own.signal };
  await events("/ask", options, (name, data) => {
    if (running !== own) return;
    if (name === "answer") {
      ended = true;
      arrive({ id: data.id, record: data.record });
    } else if (name === "problem") {
      ended = true;
      stages.end();
      showProblem(byId("answer"), Object.assign(new Error(data.detail || data.title), { status: data.status ?? 0, hint: data.hint }));
    } else {
      stages.hear(name, data);
    }
  });
  if (!ended && running === own) throw Object.assign(new Error(t("problem.broken")), { status: 0 });
}

function arrive({ id, record }) {
  stages.end();
  if (id) window.history.pushState({}, "", `/answers${path(id)}`);
  present({ id, record });
  const refused = record.status === "refused";
  announce(refused ? t("refusal.announced") : t("answer.announced", { n: record.sentences.length }));
  byId("answer").querySelector("h2").focus({ preventScroll: true });
  window.scrollTo({ top: 0 });
}

function present(kept) {
  settle();
  document.title = `${kept.record.question.slice(0, 80)} · pincite`;
  box.value = "";
  fitBox();
  view.show(kept);
}

/** Make the question box small, for an answer is on the page. */
function settle() {
  form.classList.add("is-small");
  box.rows = 1;
  box.placeholder = t("ask.another");
  byId("start").hidden = true;
}

function edit(question) {
  box.value = question;
  fitBox();
  box.focus();
  box.setSelectionRange(question.length, question.length);
}

function fitBox() {
  box.style.height = "auto";
  box.style.height = `${Math.min(box.scrollHeight, 240)}px`;
}
