// What an answer rests on: every source with its scores and why it came, claims by rule, and how the answer was made.

import { button, el, icon } from "./dom.js";
import { GraphWalk } from "./graph_walk.js";
import { said } from "./said.js";
import { bound, figure, has, t } from "./words.js";

const SCORES = ["dense", "lexical", "fused", "rerank"];

/** All evidence, cited or not; `open(evidence, opener)` shows one. */
export function evidenceView(record, open) {
  if (!record.evidence.length) return null;
  const used = SCORES.filter((name) => record.evidence.some((item) => item.scores[name] !== null));
  const labels = labelsOf(record);
  const units = new Map((record.trace.walk?.units ?? []).map((unit) => [unit.chunk_id, unit]));
  const rows = record.evidence.map((item) => evidenceRow(item, { used, labels, unit: units.get(item.chunk_id), units, open }));
  return el(
    "details",
    { class: "more-of" },
    el("summary", {}, t("evidence.title", { n: record.evidence.length })),
    el("p", { class: "hint" }, t("evidence.lead")),
    el(
      "div",
      { class: "table-wrap", tabindex: "0", role: "region", "aria-label": t("evidence.table") },
      el(
        "table",
        { class: "evidence" },
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            el("th", { scope: "col" }, t("evidence.number")),
            el("th", { scope: "col" }, t("evidence.source")),
            used.map((name) => el("th", { scope: "col", class: "score", title: t(`score.${name}.says`) }, t(`score.${name}`))),
          ),
        ),
        el("tbody", {}, rows),
      ),
    ),
  );
}

function evidenceRow(item, { used, labels, unit, units, open }) {
  const link = button({ class: "link label-link" }, bound(item.label));
  link.addEventListener("click", () => open(item, link));
  const reasons = whyItCame(item, unit, units, labels);
  return el(
    "tr",
    { class: item.cited ? "cited" : null },
    el("td", { class: "number-cell" }, el("span", { class: item.cited ? "number" : "number plain" }, item.number)),
    el(
      "td",
      {},
      link,
      el("p", { class: "source-facts" }, item.title, item.cited ? el("span", { class: "badge" }, t("evidence.cited")) : null),
      reasons.map((reason) => el("p", { class: "came" }, reason)),
    ),
    used.map((name) => el("td", { class: "score" }, item.scores[name] === null ? "–" : figure(item.scores[name], 3))),
  );
}

/** Why a source is there: by the question's words and meaning, or along an edge from another. */
function whyItCame(item, unit, units, labels) {
  if (item.via.length) return item.via.map((edge) => viaWords(edge, labels));
  if (!unit) return [];
  if (unit.way === "seed") return [el("span", {}, t("came.seed"))];
  const by = units.get(unit.brought_by);
  const label = by ? (labels.get(by.provision_id) ?? by.provision_id) : "";
  return [el("span", {}, label ? t(`came.${unit.way}`, { label }) : t(`came.${unit.way}.plain`))];
}

function viaWords(edge, labels) {
  const name = (id) => labels.get(id) ?? within(id, labels);
  return [
    el("span", { class: `edge-name ${edge.type}` }, t(`edge.${edge.type}`)),
    ` ${name(edge.source)} → ${name(edge.target)}`,
    edge.manner && has(`manner.${edge.manner}`) ? ` (${t(`manner.${edge.manner}`)})` : "",
  ];
}

/** A provision that the record does not name: by the nearest one around it that it does, else by its id. */
function within(id, labels) {
  for (let around = id; around.includes("/"); around = around.slice(0, around.lastIndexOf("/"))) {
    if (labels.has(around)) return labels.get(around);
  }
  return id;
}

/** Labels of provisions that the record names, by id. */
function labelsOf(record) {
  const found = new Map();
  for (const item of [...record.evidence, ...record.citations]) {
    if (item.provision_id && !found.has(item.provision_id)) found.set(item.provision_id, item.label);
  }
  return found;
}

/** RefWalk's claims under their rules, with the rule's neighbourhood; nothing for other answers. */
export function claimsView(record, openSentence) {
  const rules = Object.entries(record.claims ?? {}).filter(([, claims]) => claims.length);
  if (!rules.length) return null;
  const labels = labelsOf(record);
  const walk = el("div", { class: "claims-walk" });
  const show = el("details", { class: "more-of" }, el("summary", {}, t("claims.graph")), walk);
  show.addEventListener("toggle", () => {
    if (show.open && !walk.childElementCount) new GraphWalk(walk).go(rules[0][0]);
  });
  return el(
    "section",
    { class: "claims", "aria-labelledby": "claims-title" },
    el("h3", { id: "claims-title" }, t("claims.title")),
    anchorOf(record),
    rules.map(([id, claims]) => ruleView(record, id, claims, labels, openSentence)),
    show,
  );
}

function ruleView(record, id, claims, labels, openSentence) {
  const label = labels.get(id) ?? id;
  return el(
    "div",
    { class: "rule" },
    el("h4", {}, el("a", { href: `/graph?id=${encodeURIComponent(id)}` }, label)),
    el(
      "ul",
      {},
      claims.map((claim) => {
        const at = record.sentences.findIndex((sentence) => sentence.text === claim.text);
        const place = labels.get(claim.provision_id) ?? claim.provision_id;
        const link = at < 0 ? place : button({ class: "link", onclick: () => openSentence(at) }, place);
        return el("li", {}, el("span", { class: "claim", lang: record.language }, claim.text), " ", el("span", { class: "claim-place" }, link));
      }),
    ),
  );
}

/** What RefWalk took the question to be about. */
function anchorOf(record) {
  const anchor = record.trace.walk?.anchor;
  if (!anchor) return null;
  const parts = ["topic", "actor", "temporal", "magnitude", "situational"]
    .filter((name) => anchor[name] && anchor[name] !== "unspecified")
    .map((name) => `${t(`anchor.${name}`)}: ${anchor[name]}`);
  return parts.length ? el("p", { class: "hint" }, parts.join(" · ")) : null;
}

/** How the answer came about: method, model, gate, drafts, times, versions. */
export function madeView(record) {
  const { trace } = record;
  const total = Object.values(trace.timings_ms).reduce((sum, ms) => sum + ms, 0);
  const extractive = record.model === "extractive" ? ` (${t("made.own_words")})` : "";
  const facts = [
    ["made.method", has(`method.${record.method}`) ? t(`method.${record.method}`) : record.method],
    ["made.model", record.model + extractive],
    ["made.preset", record.preset],
    ["made.gate", record.gate],
    ["made.as_of", record.as_of ?? t("made.newest")],
    ["made.time", t("made.seconds", { n: figure(total / 1000) })],
    ["made.index", trace.index_digest],
    ["made.versions", Object.entries(trace.versions).map(([name, version]) => `${name} ${version}`).join(", ")],
  ];
  return el(
    "details",
    { class: "more-of" },
    el("summary", {}, t("made.title")),
    el("ol", { class: "attempts" }, trace.attempts.map((attempt) => el("li", {}, attemptWords(attempt)))),
    el("dl", { class: "facts" }, facts.map(([key, value]) => el("div", {}, el("dt", {}, t(key)), el("dd", {}, value)))),
    (trace.notes ?? []).map((note) => el("p", { class: "hint" }, icon("note"), ` ${said(note)}`)),
  );
}

function attemptWords(attempt) {
  if ("sufficiency" in attempt) return t("made.verdict", { value: figure(attempt.sufficiency) });
  if (attempt.refused) return t("made.declined");
  if (attempt.fault) return t("made.fault");
  const share = figure(attempt.supported_ratio * 100, 0);
  return t(`made.draft.${attempt.decision}`, { n: attempt.sentences.length, share });
}
