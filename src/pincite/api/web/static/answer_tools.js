// What can be done with an answer: copy, export, keep its address, check it again.

import { download, path, send } from "./api.js";
import { asText, refusalAsText } from "./cited_places.js";
import { copy } from "./clipboard.js";
import { announce, button, el, fill, icon, menu } from "./dom.js";
import { showProblem } from "./shell.js";
import { heldToken } from "./sign_in.js";
import { refusalWords, t } from "./words.js";
import { verifyReport } from "./verify_view.js";

const FORMATS = [
  ["html", "html"],
  ["docx", "docx"],
  ["markdown", "md"],
  ["json", "json"],
];

/** The row of tools under an answer, and the place where a new check is reported. */
export function answerTools({ id, record }) {
  const report = el("div", { class: "verify-report", "aria-live": "polite" });
  return el("div", { class: "answer-tools no-print" }, toolRow(id, record, report), report);
}

function toolRow(id, record, report) {
  const copying = tool("copy", record.status === "refused" ? "copy.text" : "copy.answer");
  copying.addEventListener("click", () => {
    const text = record.status === "refused" ? refusalAsText(record, refusalWords(record)) : asText(record);
    copy(text, copying);
  });
  if (!id) return el("div", { class: "tool-row" }, copying);
  const linking = tool("link", "answer.link");
  linking.addEventListener("click", () => copy(`${window.location.origin}/answers${path(id)}`, linking));
  const again = tool("again", "verify.again");
  again.addEventListener("click", () => verifyAgain(id, record, report, again));
  return el("div", { class: "tool-row" }, copying, exportMenu(id), linking, again);
}

const tool = (name, words) => button({ class: "quiet" }, icon(name), el("span", { class: "label" }, t(words)));

function exportMenu(id) {
  const items = FORMATS.map(([format, ending]) => {
    const where = `/answers${path(id)}/export?format=${format}`;
    const link = el(
      "a",
      {
        href: `/api/v1${where}`,
        target: format === "html" ? "_blank" : null,
        rel: format === "html" ? "noopener" : null,
        download: format === "html" ? null : `pincite-${id}.${ending}`,
      },
      t(`export.${format}`),
    );
    link.addEventListener("click", (event) => {
      if (!heldToken()) return; // the browser can go there by itself
      event.preventDefault();
      download(where, `pincite-${id}.${ending}`).catch((problem) => announce(problem.message));
    });
    return link;
  });
  return menu([icon("export"), t("export.title")], items);
}

async function verifyAgain(id, record, report, again) {
  again.disabled = true;
  fill(report, el("p", { class: "loading" }, t("verify.running")));
  try {
    fill(report, verifyReport(await send("POST", `/answers${path(id)}/verify`), record));
  } catch (problem) {
    showProblem(report, problem);
  }
  again.disabled = false;
}
