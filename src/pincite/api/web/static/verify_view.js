// What a new check of an answer against today's library found.

import { el, icon } from "./dom.js";
import { bound, day, has, t } from "./words.js";

/** The report of `/answers/{id}/verify`: the verdict, what changed for each citation, and every finding. */
export function verifyReport(found, record) {
  const verdict = !found.ok ? "failed" : found.current === false ? "outdated" : found.complete === false ? "part" : "ok";
  return el(
    "section",
    { class: `verify ${verdict}`, "aria-label": t("verify.title") },
    el("p", { class: "verdict" }, icon(verdict === "ok" || verdict === "part" ? "tick" : "warn"), el("strong", {}, t(`verify.${verdict}`))),
    el("p", { class: "hint" }, counts(found)),
    changes(found, record),
    findings("verify.findings", found.findings ?? []),
    findings("verify.not_checked", found.not_checked ?? []),
  );
}

function counts(found) {
  if (!found.sentences) return t("verify.nothing");
  return t("verify.counts", { sentences: found.sentences, citations: found.citations, documents: found.documents });
}

/** The citations whose text has changed, is gone, or has a newer edition. */
function changes(found, record) {
  const rows = (found.per_citation ?? []).flatMap((row, at) => {
    const said = whatChanged(row);
    if (!said.length) return [];
    const label = row.label ?? record.citations[at]?.label ?? "";
    const detail = row.detail ? el("span", { class: "hint", lang: "en" }, ` ${row.detail}`) : null;
    return [el("li", {}, el("strong", {}, bound(label)), `: ${said.join("; ")}.`, detail)];
  });
  return rows.length ? el("ul", { class: "findings" }, rows) : null;
}

function whatChanged(row) {
  const newer = row.superseded_by;
  const edition = newer && t(newer.in_force ? "verify.newer" : "verify.coming", { title: newer.title, date: day(newer.effective_date) });
  return [row.state === "unchanged" ? null : t(`verify.state.${row.state}`), edition].filter(Boolean);
}

function findings(title, list) {
  if (!list.length) return null;
  return el(
    "div",
    {},
    el("h4", {}, t(title)),
    el(
      "ul",
      { class: "findings" },
      list.map(({ place, rule, detail }) =>
        el("li", {}, el("strong", {}, has(`rule.${rule}`) ? t(`rule.${rule}`) : rule), ` ${detail} `, el("code", {}, place)),
      ),
    ),
  );
}
