// A PDF's page: its picture, the quote's boxes over it, and its words as a layer that can be selected and read out.

import { blob, get, path, query } from "./api.js";
import { documentOf, pageWords } from "./documents.js";
import { el, fill } from "./dom.js";
import { t } from "./words.js";

const WIDTHS = [800, 1200, 1600, 2000];
const FONT = "sans-serif";
const LETTER = 0.8; // of a word's box that its letters take
const ruler = document.createElement("canvas").getContext("2d");

/** An empty sheet in the place of a page; `fillSheet` puts the page in. */
export function sheet(of, index) {
  const words = pageWords(of, index);
  const paper = el("div", { class: "paper" });
  return el(
    "figure",
    { class: "sheet", id: `page-${index}`, "data-page": index, role: "group", "aria-label": words },
    paper,
    el("figcaption", {}, words, doubts(of.pages[index]).map((doubt) => el("span", { class: "badge warn" }, doubt))),
  );
}

/** What a reader has to know of a page's text before trusting it. */
function doubts(page) {
  return [page.quality === "good" ? null : t(`page.quality.${page.quality}`), page.read_by === "ocr" ? t("page.ocr") : null].filter(Boolean);
}

/** Put a page into its sheet. Returns the boxes of the quotes, in their order, once they are in place. */
export async function fillSheet(figure, documentId, index, quotes = []) {
  const paper = figure.querySelector(".paper");
  const where = `/documents${path(documentId)}/pages/${index}`;
  const layers = await Promise.all(
    (quotes.length ? quotes : [{}]).map(({ start, end }) => get(`${where}/layer${query({ start, end })}`)),
  );
  const [layer] = layers;
  paper.style.aspectRatio = `${layer.width} / ${layer.height}`;
  const picture = el("img", { class: "picture", alt: await pictureWords(documentId, index, layer), draggable: "false" });
  const hits = layers.flatMap((found) => found.highlight || []).map(box);
  fill(paper, picture, el("div", { class: "hits", "aria-hidden": "true" }, hits), wordLayer(layer));
  await show(picture, `${where}/picture${query({ width: widthFor(paper) })}`);
  return hits;
}

async function pictureWords(documentId, index, layer) {
  if (layer.words.length) return ""; // the layer says it
  const of = await documentOf(documentId);
  return t("page.no_text", { page: pageWords(of, index) });
}

async function show(picture, where) {
  const url = URL.createObjectURL(await blob(where));
  const shown = new Promise((resolve, reject) => {
    picture.addEventListener("load", resolve, { once: true });
    picture.addEventListener("error", reject, { once: true });
  });
  picture.src = url;
  await shown;
  URL.revokeObjectURL(url);
}

function widthFor(paper) {
  const wanted = paper.clientWidth * window.devicePixelRatio;
  return WIDTHS.find((width) => width >= wanted) ?? WIDTHS[WIDTHS.length - 1];
}

function box([left, top, right, bottom]) {
  return placed(el("div", { class: "hit" }), left, top, right, bottom);
}

function placed(element, left, top, right, bottom) {
  const percent = (value) => `${value * 100}%`;
  Object.assign(element.style, {
    left: percent(left),
    top: percent(top),
    width: percent(right - left),
    height: percent(bottom - top),
  });
  return element;
}

/** The words over their places, letters unseen. Sizes are in the sheet's own width, so that they follow it. */
function wordLayer(layer) {
  ruler.font = `100px ${FONT}`;
  const parts = [];
  let before = null;
  for (const word of layer.words) {
    const [, top, , bottom] = word.box;
    if (before && Math.abs(top - before.top) > (bottom - top) / 2) parts.push(el("br", {}));
    parts.push(wordIn(layer, word));
    before = { top };
  }
  return el("div", { class: "layer" }, parts);
}

function wordIn(layer, { text, box: [left, top, right, bottom] }) {
  const size = (bottom - top) * (layer.height / layer.width) * 100 * LETTER; // in hundredths of the sheet's width
  const natural = (ruler.measureText(text).width / 100) * size;
  const element = placed(el("span", {}, `${text} `), left, top, right, bottom);
  element.style.fontSize = `${size}cqw`;
  if (natural > 0) element.style.transform = `scaleX(${((right - left) * 100) / natural})`;
  return element;
}
