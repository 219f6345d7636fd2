// From an answer file to the places that its markers and evidence lead to.

import { t } from "./words.js";

/** One place for each marker of the answer, in reading order: a sentence's citations of one source are one. */
export function citedPlaces(record) {
  const places = [];
  record.sentences.forEach((sentence, at) => {
    for (const number of [...new Set(sentence.citations)]) {
      const own = record.citations.filter((c) => c.sentence === at && c.number === number);
      if (own.length) places.push(placeOf(record, own));
    }
  });
  return places;
}

function placeOf(record, own) {
  const [first] = own;
  const evidence = record.evidence.find((item) => item.number === first.number);
  const labels = [...new Set(own.map((citation) => citation.label))];
  const quotes = own.map(({ position, quote }) => ({ ...position, exact: quote.exact }));
  return {
    number: first.number,
    sentence: first.sentence,
    label: labels.join("; "),
    title: evidence?.title ?? first.document_id,
    documentId: first.document_id,
    date: evidence?.effective_date ?? null,
    pageIndex: first.page_index,
    provisionId: first.provision_id,
    fileSha256: first.file_sha256,
    quotes: quotes.sort((a, b) => a.start - b.start),
    citation: own.map(({ quote, label }) => `“${flat(quote.exact)}” (${label})`).join("\n"),
  };
}

/** The place of a piece of evidence that need not be cited; `range` is of `evidencePlace`. */
export function placeOfEvidence(evidence, range) {
  return {
    number: evidence.number,
    label: evidence.label,
    title: evidence.title,
    documentId: evidence.document_id,
    date: evidence.effective_date,
    pageIndex: evidence.page_index,
    provisionId: evidence.provision_id,
    fileSha256: null,
    quotes: range && range.exact ? [{ start: range.start, end: range.end, exact: evidence.text }] : [],
    citation: `“${flat(evidence.text)}” (${evidence.label})`,
  };
}

/** The answer as text with its citations: sentences with markers, then each source's labels. */
export function asText(record) {
  const lines = [record.text, ""];
  const numbers = [...new Set(record.citations.map((citation) => citation.number))].sort((a, b) => a - b);
  for (const number of numbers) {
    const own = record.citations.filter((citation) => citation.number === number);
    lines.push(`[${number}] ${[...new Set(own.map((citation) => citation.label))].join("; ")}`);
  }
  return lines.join("\n").trim();
}

/** A refusal as text. */
export const refusalAsText = (record, words) => `${record.text}\n${t("refusal.why")}: ${words.why}.`;

/** The text with every run of white space as one blank. */
export const flat = (text) => text.split(/\s+/).filter(Boolean).join(" ");

/** The sentences in paragraphs, as places in `sentences`: a new one where the document leaves words out between them. */
export function paragraphsOf(record) {
  const groups = [];
  record.sentences.forEach((sentence, at) => {
    if (groups.length && runsOn(record, at)) groups[groups.length - 1].push(at);
    else groups.push([at]);
  });
  return groups;
}

const ITEM = /^(?:\(\w{1,4}\)|(?:\d{1,3}|[A-Za-z]|[가-하])[.)]|[•●▪◦‣*–—-]|[①-⑳])\s/u;

/** Whether a sentence begins as the items of a list do. */
export const startsAsItem = (text) => ITEM.test(text);

function runsOn(record, at) {
  const [before, own] = [verbatim(record, at - 1), verbatim(record, at)];
  if (startsAsItem(record.sentences[at].text)) return false;
  if (!before || !own) return true;
  return record.evidence.some((item) => flat(item.text).includes(`${before} ${own}`));
}

/** The sentence where one of its sources says it word for word, else nothing. */
function verbatim(record, at) {
  const words = flat(record.sentences[at]?.text ?? "");
  const quotes = new Map();
  for (const citation of record.citations) {
    if (citation.sentence !== at) continue;
    quotes.set(citation.number, [...(quotes.get(citation.number) ?? []), citation.quote.exact]);
  }
  return [...quotes.values()].some((parts) => flat(parts.join(" ")) === words) ? words : "";
}
