// A document's text as reading matter: headings by its outline, paragraphs by its blank lines, quotes marked in place.

import { el } from "./dom.js";

const MARK = String.raw`(?:\(\w{1,5}\)|[①-⑳㉑-㉟]|(?:\d{1,3}|[가-하]|[a-z])[.)]\s|[•–—-]\s)`; // of an item of a list
const ITEM = new RegExp(`^${MARK}`, "u");
const GAP = new RegExp(String.raw`\n[^\S\n]*\n\s*|\f+|\n(?=${MARK})`, "gu");

/**
 * The elements of a range of text.
 *
 * `text` is what `textOf` gives, `outline` the document's, `quotes` are `{start, end}` in the document's offsets,
 * `under` is the level of the heading that the text stands under.
 */
export function textBlocks(text, outline, quotes = [], under = 1) {
  const blocks = [];
  const heads = outline.filter((item) => item.start >= text.start && item.start < text.end);
  let from = text.start;
  for (const head of heads) {
    if (head.start < from) continue;
    blocks.push(...paragraphs(text, from, head.start, quotes));
    from = headingEnd(text, head);
    blocks.push(heading(text, head, from, quotes, under));
  }
  blocks.push(...paragraphs(text, from, text.end, quotes));
  return blocks;
}

const cut = (text, start, end) => text.points.slice(start - text.start, end - text.start);

function headingEnd(text, head) {
  const line = cut(text, head.start, Math.min(text.end, head.start + 600));
  const words = head.heading.trim().split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const found = new RegExp(`^\\s*${words.join("\\s+")}`, "u").exec(line); // it may stand on several lines
  return head.start + Array.from(found ? found[0] : line.split("\n", 1)[0]).length;
}

function heading(text, head, end, quotes, under) {
  const level = Math.min(Math.max(head.level, 1) + under, 6);
  return el(`h${level}`, { id: `at-${head.start}`, class: "text-heading" }, marked(text, head.start, end, quotes));
}

function paragraphs(text, start, end, quotes) {
  const found = [];
  const whole = cut(text, start, end);
  let from = 0;
  const add = (upTo) => {
    const raw = whole.slice(from, upTo);
    const lead = raw.length - raw.trimStart().length;
    const trimmed = raw.trim();
    if (!trimmed) return;
    const at = start + Array.from(whole.slice(0, from + lead)).length;
    const content = marked(text, at, at + Array.from(trimmed).length, quotes);
    found.push(el("p", { class: ITEM.test(trimmed) ? "text-item" : null }, content));
  };
  for (const gap of whole.matchAll(GAP)) {
    add(gap.index);
    from = gap.index + gap[0].length;
  }
  add(whole.length);
  return found;
}

/** The range as text, with what lies in a quote inside `<mark>`. */
function marked(text, start, end, quotes) {
  const parts = [];
  let from = start;
  for (const quote of quotes) {
    const [first, last] = [Math.max(quote.start, from), Math.min(quote.end, end)];
    if (first >= last) continue;
    if (first > from) parts.push(cut(text, from, first));
    parts.push(el("mark", { class: "quote" }, cut(text, first, last)));
    from = last;
  }
  if (from < end) parts.push(cut(text, from, end));
  return parts;
}
