// An answer or a refusal as a reader sees it: checked sentences with their markers, sources, and what can be done with it.

import { ChecksCard } from "./checks_card.js";
import { citedPlaces, flat, paragraphsOf, placeOfEvidence, startsAsItem } from "./cited_places.js";
import { copy } from "./clipboard.js";
import { dateWords } from "./documents.js";
import { button, el, fill, icon, unseen } from "./dom.js";
import { claimsView, evidenceView, madeView } from "./evidence_view.js";
import { evidencePlace } from "./places.js";
import { addSuperseded } from "./source_pane.js";
import { answerTools } from "./answer_tools.js";
import { bound, day, refusalWords, t } from "./words.js";

const NEAREST = 4; // passages that a refusal names
const BEGINNING = 220; // characters of a passage that are shown of it

/** Shows answers in an element and leads from their markers to the pane. */
export class AnswerView {
  constructor(element, pane, { onEdit }) {
    this.element = element;
    this.pane = pane;
    this.onEdit = onEdit;
    this.places = [];
    this.markers = [];
    this.at = -1;
    element.addEventListener("keydown", (event) => this.onKey(event));
    element.addEventListener("source-closed", () => this.mark(-1));
  }

  /** Show an answer file; `id` and `askedAt` are of the kept answer. */
  show({ id, askedAt, record }) {
    this.record = record;
    this.places = citedPlaces(record);
    this.markers = [];
    this.at = -1;
    const refused = record.status === "refused";
    const parts = refused ? this.refusal(record) : this.answered(record);
    fill(
      this.element,
      this.head(record, askedAt),
      parts,
      answerTools({ id, record }),
      refused ? null : this.sources(record),
      claimsView(record, (sentence) => this.openSentence(sentence)),
      evidenceView(record, (evidence, opener) => this.openEvidence(evidence, opener)),
      madeView(record),
    );
    this.element.hidden = false;
  }

  head(record, askedAt) {
    const refused = record.status === "refused";
    const edit = button({ class: "quiet icon-only no-print", "aria-label": t("answer.edit"), title: t("answer.edit") }, icon("edit"));
    edit.addEventListener("click", () => this.onEdit(record.question));
    return el(
      "header",
      { class: "answer-head" },
      el(
        "p",
        { class: `eyebrow ${refused ? "refused" : "answered"}` },
        icon(refused ? "stop" : "tick"),
        refused ? t("refusal.title") : t("answer.checked", { n: record.sentences.length }),
        askedAt ? el("time", { datetime: askedAt, class: "asked-at" }, t("answer.asked", { when: day(askedAt.slice(0, 10)) })) : null,
      ),
      el("div", { class: "asked" }, el("h2", { tabindex: "-1", lang: languageOf(record) }, record.question), edit),
    );
  }

  answered(record) {
    const body = el("div", { class: "answer-text", lang: languageOf(record) });
    const around = el("div", { class: "answer-around" }, body);
    const card = new ChecksCard(around);
    for (const group of paragraphsOf(record)) {
      const isItem = startsAsItem(record.sentences[group[0]].text);
      body.append(el("p", { class: isItem ? "list-item" : null }, group.flatMap((at) => [this.sentence(record.sentences[at], at, card), " "])));
    }
    return around;
  }

  sentence(checked, at, card) {
    const own = this.places.flatMap((place, index) => (place.sentence === at ? [index] : []));
    const markers = own.map((index) => this.marker(index));
    const words = el("span", { class: "sentence-words" }, checked.text);
    const whole = el("span", { class: "sentence", tabindex: "0", role: "group" }, words, "\u00a0", markers);
    card.attach(whole, checked, at);
    return whole;
  }

  marker(index) {
    const place = this.places[index];
    const made = button(
      {
        class: "marker",
        "aria-label": t("answer.marker", { n: place.number, label: place.label }),
        title: place.label,
        "aria-expanded": "false",
        "aria-controls": "source-pane",
        "data-place": index,
        onclick: () => this.open(index),
      },
      String(place.number),
    );
    this.markers[index] = made;
    return made;
  }

  /** Open the page of a marker. */
  open(index, options = {}) {
    this.mark(index);
    const place = this.places[index];
    this.pane.open(place, { opener: this.markers[index], at: index + 1, of: this.places.length, ...options });
  }

  /** Go to the citation before or after the one that is open. */
  step(by) {
    if (this.at < 0) return;
    this.open((this.at + by + this.places.length) % this.places.length);
  }

  openSentence(sentence) {
    const index = this.places.findIndex((place) => place.sentence === sentence);
    if (index >= 0) this.open(index);
  }

  async openEvidence(evidence, opener) {
    this.mark(-1);
    const range = await evidencePlace(evidence).catch(() => null);
    this.pane.open(placeOfEvidence(evidence, range), { opener });
  }

  mark(index) {
    this.at = index;
    this.markers.forEach((marker, at) => marker.setAttribute("aria-expanded", String(at === index)));
  }

  onKey(event) {
    const marker = event.target.closest(".marker");
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!marker || !by) return;
    event.preventDefault();
    const next = (Number(marker.dataset.place) + by + this.markers.length) % this.markers.length;
    this.markers[next].focus();
    if (this.pane.isOpen) this.open(next, { focus: false });
  }

  sources(record) {
    const numbers = [...new Set(this.places.map((place) => place.number))].sort((a, b) => a - b);
    return el(
      "section",
      { class: "sources", "aria-labelledby": "sources-title" },
      el("h3", { id: "sources-title" }, t("answer.sources")),
      el("ol", {}, numbers.map((number) => this.source(record, number))),
    );
  }

  source(record, number) {
    const own = this.places.flatMap((place, index) => (place.number === number ? [index] : []));
    const [first] = own.map((index) => this.places[index]);
    const facts = el("p", { class: "source-facts" }, el("span", {}, first.title), el("span", { class: "dot" }, dateWords(first.date)));
    addSuperseded(facts, first.documentId);
    const copying = button({ class: "quiet icon-only no-print", "aria-label": t("copy.citation"), title: t("copy.citation") }, icon("copy"));
    copying.addEventListener("click", () => copy(own.map((index) => this.places[index].citation).join("\n"), null));
    const [head, ...rest] = this.labelled(own, languageOf(record));
    return el(
      "li",
      { class: "source" },
      el("span", { class: "number", "aria-hidden": "true" }, number),
      el(
        "div",
        { class: "source-words" },
        el("div", { class: "source-line" }, unseen(t("answer.source", { n: number })), head.link, copying),
        facts,
        head.quotes,
        rest.map(({ link, quotes }) => el("div", { class: "further" }, link, quotes)),
      ),
    );
  }

  /** The labels of a source, each once, with the quotes that stand under it. */
  labelled(own, lang) {
    const groups = new Map();
    for (const index of own) {
      const { label, quotes } = this.places[index];
      const group = groups.get(label) ?? { index, quotes: new Set() };
      quotes.forEach((quote) => group.quotes.add(flat(quote.exact)));
      groups.set(label, group);
    }
    return [...groups].map(([label, { index, quotes }]) => ({
      link: button({ class: "link label-link", onclick: () => this.open(index) }, bound(label)),
      quotes: [...quotes].map((quote) => el("blockquote", { class: "quoted", lang }, quote)),
    }));
  }

  refusal(record) {
    const words = refusalWords(record);
    return el(
      "div",
      { class: "refusal" },
      el("p", { class: "refusal-sentence", lang: languageOf(record) }, record.text),
      el(
        "dl",
        { class: "reasons" },
        el("div", {}, el("dt", {}, t("refusal.why")), el("dd", {}, whyOf(record, words))),
        el("div", {}, el("dt", {}, t("refusal.help")), el("dd", {}, sentenceOf(words.help))),
      ),
      record.evidence.length ? this.nearest(record) : null,
    );
  }

  nearest(record) {
    return el(
      "section",
      { class: "nearest", "aria-labelledby": "nearest-title" },
      el("h3", { id: "nearest-title" }, t("refusal.nearest")),
      el(
        "ul",
        {},
        record.evidence.slice(0, NEAREST).map((evidence) => {
          const link = button({ class: "link label-link" }, bound(evidence.label));
          link.addEventListener("click", () => this.openEvidence(evidence, link));
          const begin = flat(evidence.text);
          const shown = begin.length > BEGINNING ? `${begin.slice(0, BEGINNING).trimEnd()} …` : begin;
          return el("li", {}, link, el("p", { class: "quoted" }, shown));
        }),
      ),
    );
  }
}

const languageOf = (record) => (record.language === "und" ? null : record.language);

/** The reason: in the interface's words; the detail, which is English, where it says more. */
function whyOf(record, words) {
  const { reason, detail } = record.refusal;
  const told = ["no_evidence", "insufficient_evidence", "other_jurisdiction"].includes(reason);
  if (!detail || reason === "model_refused" || reason === "model_error") return sentenceOf(words.why);
  if (told && document.documentElement.lang === "en") return sentenceOf(detail);
  if (told && reason !== "other_jurisdiction") return sentenceOf(words.why);
  return [sentenceOf(words.why), " ", el("span", { class: "hint", lang: "en" }, `(${detail})`)];
}

function sentenceOf(text) {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(begun) ? begun : `${begun}.`;
}
