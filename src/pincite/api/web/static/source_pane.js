// The cited page beside the answer, its quote marked; on a narrow screen a sheet over it.

import { query, path } from "./api.js";
import { copy } from "./clipboard.js";
import { dateWords, documentList, documentOf, hasPictures, lacksPictures, textEnd, textOf } from "./documents.js";
import { announce, button, el, fill, icon } from "./dom.js";
import { fillSheet, sheet } from "./page_view.js";
import { isNarrow, showProblem } from "./shell.js";
import { textBlocks } from "./text_view.js";
import { bound, t } from "./words.js";

const AROUND = 4000; // characters of text shown before and after a quote

/**
 * The pane. A place is `{number, label, title, documentId, date, quotes: [{start, end, exact}], pageIndex, fileSha256,
 * citation}`: `quotes` may be empty, `citation` is the text to copy.
 */
export class SourcePane {
  /** `onStep(by)` goes to the citation before or after, `background` is what a sheet covers. */
  constructor(element, { onStep, background }) {
    this.element = element;
    this.onStep = onStep;
    this.background = background;
    this.opener = null;
    this.shown = 0;
    element.addEventListener("keydown", (event) => this.onKey(event));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented && !element.hidden) this.close();
    });
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** Show a place; `opener` gets the focus back, `at` of `of` is the citation's number in the answer's order. */
  async open(place, { opener, at = 0, of = 0, focus = true } = {}) {
    this.opener = opener || this.opener;
    const turn = ++this.shown;
    const body = el("div", { class: "source-body", tabindex: "0", "aria-label": t("source.page") });
    fill(this.element, this.head(place, at, of), body);
    this.element.hidden = false;
    this.element.parentElement.dataset.open = "true";
    this.asSheet(isNarrow());
    if (focus) this.element.querySelector("h2").focus({ preventScroll: true });
    announce(t("source.opened", { label: place.label }));
    fill(body, el("p", { class: "loading" }, t("source.loading")));
    try {
      const first = await shownPlace(place, body, () => turn === this.shown);
      if (turn === this.shown && first) bringInto(body, first);
    } catch (problem) {
      const isGone = await documentOf(place.documentId).then(() => false, (missing) => missing.status === 404);
      if (turn === this.shown) showMissing(body, place, isGone ? Object.assign(problem, { message: t("source.gone"), hint: "" }) : problem);
    }
  }

  close() {
    if (!this.isOpen) return;
    this.shown += 1;
    this.element.hidden = true;
    delete this.element.parentElement.dataset.open;
    this.asSheet(false);
    this.element.replaceChildren();
    const { opener } = this;
    this.opener = null;
    opener?.dispatchEvent(new CustomEvent("source-closed", { bubbles: true }));
    opener?.focus();
  }

  onKey(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea")) return;
    event.preventDefault();
    this.onStep(by);
  }

  asSheet(isSheet) {
    this.background.inert = isSheet;
    if (isSheet) {
      this.element.setAttribute("role", "dialog");
      this.element.setAttribute("aria-modal", "true");
    } else {
      this.element.removeAttribute("role");
      this.element.removeAttribute("aria-modal");
    }
  }

  head(place, at, of) {
    const copying = button({ class: "quiet" }, icon("copy"), el("span", { class: "label" }, t("copy.citation")));
    copying.addEventListener("click", () => copy(place.citation, copying));
    const step = (by, name, words) =>
      button({ class: "quiet icon-only", "aria-label": words, title: words, onclick: () => this.onStep(by) }, icon(name));
    const facts = el("p", { class: "source-facts" }, el("span", {}, place.title), el("span", { class: "dot" }, dateWords(place.date)));
    addSuperseded(facts, place.documentId);
    return el(
      "header",
      { class: "source-head" },
      el(
        "div",
        { class: "source-title" },
        place.number ? el("span", { class: "number", "aria-hidden": "true" }, place.number) : null,
        el("h2", { tabindex: "-1" }, bound(place.label)),
        button(
          { class: "quiet icon-only", "aria-label": t("source.close"), title: t("source.close"), onclick: () => this.close() },
          icon("close"),
        ),
      ),
      facts,
      el(
        "div",
        { class: "source-tools" },
        of > 1 ? step(-1, "before", t("source.before")) : null,
        of > 1 ? el("span", { class: "count" }, t("source.count", { at, of })) : null,
        of > 1 ? step(1, "after", t("source.after")) : null,
        el("span", { class: "spring" }),
        copying,
        el("a", { class: "button quiet", href: readerPath(place) }, icon("book"), t("source.read")),
      ),
    );
  }
}

/** The way to a place in the reader. */
export function readerPath({ documentId, quotes, pageIndex }) {
  const [first] = quotes;
  const last = quotes[quotes.length - 1];
  const range = first ? query({ start: first.start, end: last.end }) : "";
  const page = !first && pageIndex !== null && pageIndex !== undefined ? `#page-${pageIndex}` : "";
  return `/documents${path(documentId)}${range}${page}`;
}

/** Add a mark where a newer edition of the text is in the library. */
export async function addSuperseded(place, documentId) {
  const row = (await documentList().catch(() => new Map())).get(documentId);
  if (row?.superseded) place.append(" ", el("span", { class: "badge warn" }, t("date.superseded")));
}

async function shownPlace(place, body, isCurrent) {
  const of = await documentOf(place.documentId);
  const { quotes, notice } = await standing(place, of);
  if (!isCurrent()) return null;
  const asPictures = hasPictures(of) && place.pageIndex !== null && place.pageIndex < of.pages.length;
  if (!asPictures) return textAround(place, of, quotes, body, [notice, lacksPictures(of) ? pictureless() : null]);
  try {
    return await pagesOf(place, of, quotes, body, notice);
  } catch {
    return isCurrent() ? textAround(place, of, quotes, body, [notice, pictureless()]) : null;
  }
}

/** The words on why a PDF's text stands in the place of its pages. */
export const pictureless = () => el("p", { class: "notice" }, t("source.no_picture"));

/** The quotes that still stand where the answer says, and a notice where the document was replaced since. */
async function standing(place, of) {
  if (!place.fileSha256 || of.file_sha256 === place.fileSha256) return { quotes: place.quotes, notice: null };
  const end = textEnd(of);
  const kept = [];
  for (const quote of place.quotes) {
    if (quote.end > end) continue;
    const text = await textOf(of.id, quote.start, quote.end);
    if (text.points.text === quote.exact) kept.push(quote);
  }
  const moved = kept.length < place.quotes.length;
  return { quotes: kept, notice: el("p", { class: "notice" }, t(moved ? "source.moved" : "source.replaced")) };
}

async function pagesOf(place, of, quotes, body, notice) {
  const indexes = pagesTouched(of, quotes, place.pageIndex);
  const sheets = indexes.map((index) => sheet(of, index));
  fill(body, notice, el("div", { class: "sheets" }, sheets));
  const hits = await Promise.all(
    indexes.map((index, at) => fillSheet(sheets[at], of.id, index, onPage(of.pages[index], quotes))),
  );
  return hits.flat()[0] ?? null;
}

function pagesTouched(of, quotes, pageIndex) {
  const touched = of.pages.filter((page) => onPage(page, quotes).length).map((page) => page.index);
  return touched.length ? touched : [pageIndex];
}

const onPage = (page, quotes) => quotes.filter((quote) => quote.start < page.end && page.start < quote.end);

async function textAround(place, of, quotes, body, notice) {
  const range = textRange(of, quotes, place);
  const content = el("div", { class: "text", lang: of.language === "und" ? null : of.language });
  fill(body, notice, content);
  const more = async (from, to, put) => {
    put(textBlocks(await textOf(of.id, from, to), of.outline, quotes, 2));
  };
  await more(range.start, range.end, (blocks) => content.append(...blocks));
  const end = textEnd(of);
  if (range.start > 0) {
    content.before(moreButton("source.text_before", () => more(0, range.start, (blocks) => content.prepend(...blocks))));
  }
  if (range.end < end) {
    content.after(moreButton("source.text_after", () => more(range.end, end, (blocks) => content.append(...blocks))));
  }
  return content.querySelector("mark.quote");
}

function moreButton(words, go) {
  const found = button({ class: "quiet more" }, t(words));
  found.addEventListener("click", async () => {
    found.disabled = true;
    await go();
    found.remove();
  });
  return found;
}

/** The sections around the quotes, whole where they are near. */
function textRange(of, quotes, place) {
  const end = textEnd(of);
  const page = place.pageIndex === null ? null : of.pages[place.pageIndex];
  const first = quotes[0]?.start ?? page?.start ?? 0;
  const last = quotes[quotes.length - 1]?.end ?? page?.end ?? Math.min(end, AROUND);
  const heads = of.outline.map((item) => item.start);
  const before = heads.filter((at) => at <= first && at >= first - AROUND);
  const after = heads.find((at) => at >= last && at <= last + AROUND * 2);
  return { start: before[0] ?? Math.max(0, first - AROUND), end: Math.min(end, after ?? last + AROUND) };
}

function bringInto(body, mark) {
  const offset = mark.getBoundingClientRect().top - body.getBoundingClientRect().top;
  body.scrollTop += offset - body.clientHeight / 3;
}

/** Where the document can't be shown, the answer's own copy of the quote. */
function showMissing(body, place, problem) {
  const trouble = el("div", {});
  showProblem(trouble, problem);
  const copies = place.quotes.map((quote) => el("blockquote", { class: "quoted" }, el("mark", { class: "quote" }, quote.exact)));
  fill(body, trouble, copies.length ? el("p", { class: "hint" }, t("source.own_copy")) : null, copies);
}
