// Where in a document's text something stands that an answer file has without a position, such as a piece of evidence.

import { documentOf, textEnd, textOf } from "./documents.js";

const START = 80; // characters by which the beginning of a passage is found again

/** The range of a piece of evidence: of its words where they are found, else of its page or section; null where neither. */
export async function evidencePlace(evidence) {
  const of = await documentOf(evidence.document_id);
  const around = surroundings(of, evidence);
  if (!around) return null;
  const text = await textOf(of.id, around.start, around.end);
  const found = find(text.points.text, evidence.text);
  if (!found) return { ...around, exact: false };
  const before = Array.from(text.points.text.slice(0, found.at)).length;
  const start = text.start + before;
  return { start, end: start + Array.from(found.words).length, exact: true };
}

function surroundings(of, evidence) {
  if (evidence.page_index !== null) {
    const last = of.pages[evidence.page_index_end ?? evidence.page_index];
    const first = of.pages[evidence.page_index];
    return first && { start: first.start, end: (last || first).end };
  }
  const names = evidence.heading_path;
  const holders = of.outline.filter((item) => isWithin(evidence.provision_id, item.id));
  const head =
    holders[holders.length - 1] ||
    of.outline.find((item) => evidence.section_id !== null && item.id === evidence.section_id) ||
    of.outline.find((item) => item.heading === names[names.length - 1]);
  if (head) return { start: head.start, end: sectionEnd(of, head) };
  const end = textEnd(of);
  return end ? { start: 0, end } : null;
}

/** Whether a provision is one with that id or lies in it, by whole segments. */
const isWithin = (id, holder) => Boolean(id && holder) && (id === holder || id.startsWith(`${holder}/`));

/** Where a section ends with all below it. */
function sectionEnd(of, head) {
  const next = of.outline.find((item) => item.start > head.start && item.level <= head.level);
  return next ? next.start : textEnd(of);
}

function find(text, words) {
  const whole = text.indexOf(words);
  if (whole >= 0) return { at: whole, words };
  const first = words.split("\n\n", 1)[0];
  for (const part of [first, first.slice(0, START)]) {
    const at = part ? text.indexOf(part) : -1;
    if (at >= 0) return { at, words: part };
  }
  return null;
}
