// A document to read: its outline, and its pages or text, which come as they are reached.

import { download, path } from "./api.js";
import { dateWords, documentOf, hasPictures, lacksPictures, pageWords, textEnd, textOf } from "./documents.js";
import { announce, el, fill, icon } from "./dom.js";
import { fillSheet, sheet } from "./page_view.js";
import { said } from "./said.js";
import { graphOfLibrary, shell, showProblem } from "./shell.js";
import { heldToken } from "./sign_in.js";
import { addSuperseded, pictureless } from "./source_pane.js";
import { textBlocks } from "./text_view.js";
import { t } from "./words.js";

const PART = 6000; // characters of a text without pages that come at once
const AHEAD = "800px";

const reading = document.getElementById("reading");
const outline = document.getElementById("outline");
const id = decodeURIComponent(window.location.pathname.split("/")[2]);
const asked = new URLSearchParams(window.location.search);
const quotes = asked.has("start") ? [{ start: Number(asked.get("start")), end: Number(asked.get("end")) }] : [];
let isLocked = false;

shell();
graphOfLibrary();
open();

async function open() {
  fill(reading, el("p", { class: "loading" }, t("source.loading")));
  try {
    const of = await documentOf(id);
    document.title = `${of.title} · pincite`;
    show(of, hasPictures(of) ? pages(of) : texts(of), lacksPictures(of) ? pictureless() : null);
  } catch (problem) {
    showProblem(reading, problem);
  }
}

function show(of, parts, notice) {
  fill(reading, head(of, notice), parts.map((part) => part.element));
  showOutline(of, parts);
  watch(parts);
  goToStart(of, parts);
}

/** The text of a PDF that only a password opens, in the place of its pages. */
async function showLocked() {
  if (isLocked) return;
  isLocked = true;
  const of = await documentOf(id);
  show(of, texts(of), el("p", { class: "notice", role: "status" }, t("source.locked")));
}

function head(of, notice) {
  const facts = el("p", { class: "source-facts" }, [of.jurisdiction, dateWords(of.effective_date)].filter(Boolean).map((fact) => el("span", { class: "dot" }, fact)));
  addSuperseded(facts, of.id);
  return el(
    "header",
    { class: "reading-head" },
    el("p", { class: "eyebrow" }, el("a", { href: "/library" }, t("page.library"))),
    el("h1", { lang: of.language === "und" ? null : of.language }, of.title),
    facts,
    (of.notes ?? []).map((note) => el("p", { class: "report-notice" }, icon("note"), said(note))),
    of.original === false ? null : originalLink(of),
    notice,
  );
}

function originalLink(of) {
  const where = `/documents${path(of.id)}/file`;
  const link = el("a", { class: "button quiet no-print", href: `/api/v1${where}`, download: true }, icon("export"), t("reader.file"));
  link.addEventListener("click", (event) => {
    if (!heldToken()) return; // the browser can go there by itself
    event.preventDefault();
    download(where, of.id).catch((problem) => announce(problem.message));
  });
  return link;
}

/** A part is `{start, end, element, load}`; `load` fills it and gives the first mark in it. */
function pages(of) {
  return of.pages.map((page) => {
    const element = sheet(of, page.index);
    const own = quotes.filter((quote) => quote.start < page.end && page.start < quote.end);
    const load = async () => (await fillSheet(element, of.id, page.index, own))[0];
    return { start: page.start, end: page.end, element, load };
  });
}

function texts(of) {
  const edges = cutsOf(of);
  return edges.slice(0, -1).map((start, at) => {
    const end = edges[at + 1];
    const element = el("div", { class: "text part", lang: of.language === "und" ? null : of.language });
    element.style.minHeight = `${Math.round((end - start) / 90) * 1.6}em`;
    const load = async () => {
      fill(element, textBlocks(await textOf(of.id, start, end), of.outline, quotes));
      element.style.minHeight = "";
      return element.querySelector("mark.quote");
    };
    return { start, end, element, load };
  });
}

/** Where a text is cut into parts: at headings, or at pages, where these come often enough. */
function cutsOf(of) {
  const end = textEnd(of);
  const good = [...new Set([...of.outline, ...of.pages].map((item) => item.start))].sort((a, b) => a - b);
  const edges = [0];
  while (edges[edges.length - 1] < end) {
    const from = edges[edges.length - 1];
    const near = good.filter((at) => at > from + 200 && at <= from + PART);
    const next = good.find((at) => at > from + PART && at <= from + PART * 3);
    edges.push(Math.min(end, near[near.length - 1] ?? next ?? from + PART));
  }
  return edges;
}

function watch(parts) {
  const byElement = new Map(parts.map((part) => [part.element, part]));
  const seen = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) if (entry.isIntersecting) loadOnce(byElement.get(entry.target));
    },
    { rootMargin: AHEAD },
  );
  parts.forEach((part) => seen.observe(part.element));
}

function loadOnce(part) {
  part.loaded ??= part.load().catch((problem) => {
    if (problem.kind === "encrypted-document") return showLocked();
    return showProblem(part.element.querySelector(".paper") ?? part.element, problem);
  });
  return part.loaded;
}

function showOutline(of, parts) {
  const items = of.outline.length ? of.outline : of.pages.map((page) => ({ ...page, heading: pageWords(of, page.index), level: 1 }));
  outline.hidden = items.length === 0;
  const top = Math.min(...items.map((item) => item.level));
  const links = items.map((item) => {
    const link = el("a", { href: `#at-${item.start}`, class: `depth-${Math.min(item.level - top, 3)}` }, item.heading);
    link.addEventListener("click", (event) => {
      event.preventDefault();
      go(parts, item.start, link);
    });
    return el("li", {}, link);
  });
  fill(outline, el("details", { class: "outline-box", open: window.innerWidth > 900 }, el("summary", {}, t("reader.outline")), el("ol", {}, links)));
}

async function go(parts, start, link) {
  const part = parts.find((item) => item.start <= start && start < item.end) ?? parts[parts.length - 1];
  outline.querySelectorAll("[aria-current]").forEach((item) => item.removeAttribute("aria-current"));
  link?.setAttribute("aria-current", "location");
  await loadOnce(part);
  const target = document.getElementById(`at-${start}`) ?? part.element;
  target.scrollIntoView({ block: "start" });
  target.setAttribute("tabindex", "-1");
  target.focus({ preventScroll: true });
}

/** Go to the quote of the address, or to its page. */
async function goToStart(of, parts) {
  const [quote] = quotes;
  if (quote) {
    const part = parts.find((item) => item.start <= quote.start && quote.start < item.end);
    if (!part) return;
    part.element.scrollIntoView({ block: "start" });
    const mark = await loadOnce(part);
    mark?.scrollIntoView({ block: "center" });
    return;
  }
  const [, index] = /^#page-(\d+)$/.exec(window.location.hash) ?? [];
  if (index && of.pages[index]) go(parts, of.pages[index].start, null);
}
