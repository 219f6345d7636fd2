// What the server says in English of checks and files, in the page's language: the messages that come of passing
// checks and of taking files in are a closed set. Others are shown as they came.

import { t } from "./words.js";

const SAID = [
  ["verbatim", /^word for word in \[(?<n>\d+)\]$/],
  ["near", /^(?:cosine and words|words) (?<score>[\d.]+) to \[(?<n>\d+)\], wanted (?<wanted>[\d.]+)$/],
  ["attached", /^the writer cited no source; \[(?<n>\d+)\] was attached, the only one that passes every check$/],
  ["ocr", /^(?<sources>\[\d+\](?:, \[\d+\])*) was read by OCR; compare it with the page$/],
  ["no_span", /^there is no span to hold the sentence against$/],
  ["overlap", /^overlap of words$/],
  ["indexed_by_words", /^indexed by words alone\b/],
  ["searched_by_words", /^searched by words alone\b/],
  ["changes", /^tracked changes read as accepted: (?<inserted>\d+) inserted, (?<deleted>\d+) deleted$/],
  ["changes_plain", /^Tracked changes are read as accepted\.$/],
  ["hidden", /^(?:hidden text left out: |Hidden text was left out: )(?<n>[\d,]+) characters?\.?$/],
  ["comments", /^(?:comments left out: |Comments were left out: )(?<n>[\d,]+)\.?$/],
  ["attachments", /^(?<n>\d+) attachments? not read; add what you need: (?<names>.+)\.$/],
  ["locked", /^Wanted to read (?<name>.+), found it encrypted: it needs a password\. Save a copy without .+$/],
  ["scanned", /^Wanted a PDF with text, found (?<n>[\d,]+) pages? without any in (?<name>.+?)\. It is probably scanned\b.*$/],
];

/** A message in the page's language where it is one of the set, else as it came. */
export function said(message) {
  for (const [name, pattern] of SAID) {
    const found = pattern.exec(message);
    if (found) return t(`said.${name}`, found.groups ?? {});
  }
  return message;
}
