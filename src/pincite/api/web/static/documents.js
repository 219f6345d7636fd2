// What the library holds, asked for once a page: the list, and each document that is opened.

import { get, path, query } from "./api.js";
import { CodePoints } from "./codepoints.js";
import { day, t } from "./words.js";

let list = null;
const details = new Map();

/** The rows of `/documents`, by id. */
export function documentList() {
  list ??= get("/documents").then(
    (found) => new Map(found.documents.map((row) => [row.id, row])),
    (problem) => {
      list = null;
      throw problem;
    },
  );
  return list;
}

/** A document with its outline and pages. */
export function documentOf(id) {
  if (!details.has(id)) {
    const asked = get(`/documents${path(id)}`);
    asked.catch(() => details.delete(id));
    details.set(id, asked);
  }
  return details.get(id);
}

/** Forget the list, after something changed it. */
export function forgetDocuments() {
  list = null;
  details.clear();
}

/** The text of a range, cut by code points. */
export async function textOf(id, start, end) {
  const found = await get(`/documents${path(id)}/text${query({ start, end })}`);
  return { points: new CodePoints(found.text), start: found.start, end: found.end };
}

/** Whether its pages can be shown as pictures. */
export const hasPictures = (document) =>
  document.media_type === "application/pdf" && document.original !== false && document.pages.length > 0;

/** Whether it has pages that can't be shown as pictures. */
export const lacksPictures = (document) => document.media_type === "application/pdf" && !hasPictures(document);

/** Where a document's text ends. */
export function textEnd(document) {
  const ends = [...document.pages, ...document.outline].map((part) => part.end);
  return document.characters ?? Math.max(0, ...ends);
}

/** The words on how old a text is: its date, or that none is stated. */
export const dateWords = (date) => (date ? t("date.text_of", { date: day(date) }) : t("date.none"));

/** A page as it is cited: the printed number, and the place in the file. */
export function pageWords(document, index) {
  const page = document.pages[index];
  const values = { n: index + 1, of: document.pages.length, label: page?.label };
  return page?.label ? t("page.printed", values) : t("page.unprinted", values);
}
