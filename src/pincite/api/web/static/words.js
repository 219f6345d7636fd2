// The interface's words, from the data file of the page's language.

export const language = document.documentElement.lang === "ko" ? "ko" : "en";

const table = await (await fetch(document.documentElement.dataset.words)).json();
const plural = new Intl.PluralRules(language);

/** The words of a key, `{name}` filled in; of a key with forms the one for `values.n`. Unknown keys show themselves. */
export function t(key, values = {}) {
  let found = table[key];
  if (found === undefined) return key;
  if (typeof found === "object") found = found[plural.select(values.n)] ?? found.other;
  return found.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** Whether there are words for a key. */
export const has = (key) => key in table;

/** Why an answer was refused and what would help: `{why, help}`. */
export function refusalWords(record) {
  const attempts = record.trace.attempts;
  const fault = attempts.length ? attempts[attempts.length - 1].fault : null;
  const { reason } = record.refusal;
  return (reason === "model_error" && fault && table[`fault.${fault}`]) || table[`refusal.${reason}`];
}

/** A label whose parts that belong together, `§ 83.49` or `p. 12`, stay on one line. */
export const bound = (label) => label.replace(/(§§?|\bpp?\.|PDF|file|para?s?\.|Sec\.) (?=\S)/g, "$1\u00a0");

/** A date and time as the reader's language has it. */
export function when(iso, withTime = true) {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return String(iso);
  const style = withTime ? { dateStyle: "medium", timeStyle: "short" } : { dateStyle: "medium" };
  return new Intl.DateTimeFormat(language, style).format(date);
}

/** A date without a time, `2025-03-01`, as a day of no time zone. */
export function day(iso) {
  const [year, month, date] = iso.split("-").map(Number);
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" }).format(
    new Date(Date.UTC(year, month - 1, date)),
  );
}

/** A figure with at most `places` decimals. */
export const figure = (value, places = 2) =>
  new Intl.NumberFormat(language, { maximumFractionDigits: places }).format(value);
