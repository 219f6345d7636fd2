// Files into the library: dropped or chosen, sent with progress, each with its report.

import { events, path, upload } from "./api.js";
import { announce, el, fill, icon } from "./dom.js";
import { said } from "./said.js";
import { showProblem } from "./shell.js";
import { figure, has, t } from "./words.js";

/** Wires the place for files. `onDone` is called when a batch has been taken in. */
export class Uploads {
  constructor({ drop, chooser, choose, tags, reports, onDone }) {
    Object.assign(this, { drop, chooser, tags, reports, onDone });
    choose.addEventListener("click", () => chooser.click());
    chooser.addEventListener("change", () => {
      this.send([...chooser.files]);
      chooser.value = "";
    });
    this.wireDrop();
  }

  wireDrop() {
    const lit = (on) => this.drop.classList.toggle("is-over", on);
    document.addEventListener("dragover", (event) => {
      event.preventDefault();
      lit(true);
    });
    document.addEventListener("dragleave", (event) => event.relatedTarget === null && lit(false));
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      lit(false);
      this.send([...event.dataTransfer.files]);
    });
  }

  async send(files) {
    if (!files.length) return;
    const batch = new Batch(files);
    this.reports.hidden = false;
    this.reports.prepend(batch.element);
    announce(t("upload.begun", { n: files.length }));
    try {
      await batch.run(this.tags.value);
      announce(t("upload.ended", { n: files.length }));
    } catch (problem) {
      batch.fail(problem);
    }
    this.onDone();
  }
}

/** Files that were sent together. */
class Batch {
  constructor(files) {
    this.files = files;
    this.bar = el("progress", { max: 1, value: 0, "aria-label": t("upload.progress") });
    this.says = el("p", { class: "upload-says" });
    this.list = el("ul", { class: "reports" });
    this.trouble = el("div", { hidden: true });
    this.element = el("div", { class: "batch" }, this.says, this.bar, this.trouble, this.list);
  }

  async run(tags) {
    const form = new FormData();
    this.files.forEach((file) => form.append("files", file, file.name));
    tags.split(",").map((tag) => tag.trim()).filter(Boolean).forEach((tag) => form.append("tags", tag));
    this.say(t("upload.sending", { n: this.files.length }));
    const begun = await upload("/documents", form, (share) => this.move(share * 0.5));
    const job = typeof begun.job === "object" ? begun.job.id : begun.job;
    let reported = 0;
    let failed = 0;
    let trouble = null;
    await events(`/jobs${path(job)}/events`, {}, (name, data) => {
      if (name === "progress") this.progress(data, reported);
      if (name === "problem") trouble = data;
      if (name !== "report") return;
      reported += 1;
      failed += data.status === "failed" ? 1 : 0;
      this.list.append(reportView(data));
      this.move(0.5 + (0.5 * reported) / this.files.length);
    });
    if (trouble) throw Object.assign(new Error(trouble.detail || trouble.title), { status: trouble.status ?? 0, hint: trouble.hint });
    this.say(t(failed ? "upload.done_failed" : "upload.done", { n: reported, failed }));
    this.bar.hidden = true;
  }

  progress({ path: file, name, stage, done, total }, reported) {
    const words = has(`upload.stage.${stage}`) ? t(`upload.stage.${stage}`) : stage;
    this.say(`${words} ${nameOf(name ?? file)}`);
    const share = total ? done / total : 0;
    this.move(0.5 + (0.5 * (reported + share * 0.9)) / this.files.length);
  }

  move(share) {
    this.bar.value = Math.max(this.bar.value, Math.min(share, 1));
  }

  say(words) {
    fill(this.says, words);
  }

  fail(problem) {
    this.bar.hidden = true;
    this.say("");
    showProblem(this.trouble, problem);
  }
}

const nameOf = (file) => (file ?? "").split(/[\\/]/).pop();

/** What became of one file. */
function reportView(report) {
  const failed = report.status === "failed";
  const title = report.title || fileOf(report);
  const words = report.document_id ? el("a", { href: `/documents${path(report.document_id)}` }, title) : title;
  return el(
    "li",
    { class: `report ${report.status}` },
    icon(failed ? "cross" : "tick"),
    el(
      "div",
      {},
      el("p", { class: "report-title" }, words, el("span", { class: failed ? "badge bad" : "badge" }, t(`upload.status.${report.status}`))),
      failed ? el("p", { class: "report-error" }, said(report.error)) : el("p", { class: "hint" }, factsOf(report)),
      noticesOf(report).map((notice) => el("p", { class: "report-notice" }, icon("note"), notice)),
    ),
  );
}

/** The file's own name: a title may be another one, and people look for what they sent. */
const fileOf = (report) => nameOf(report.name ?? report.path);

function factsOf(report) {
  return [
    report.title ? fileOf(report) : null,
    report.pages ? t("library.pages", { n: report.pages }) : null,
    t("upload.passages", { n: report.chunks ?? 0 }),
    report.labels ? t("upload.labels", { labels: report.labels }) : null,
    report.seconds ? t("made.seconds", { n: figure(report.seconds, 1) }) : null,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** What a reader has to know of a file before trusting it: pages without text, pages read badly, what was left out. */
function noticesOf(report) {
  const pages = (list) => list.join(", ");
  return [
    report.pages_without_text?.length ? t("upload.no_text", { pages: pages(report.pages_without_text) }) : null,
    report.pages_low_quality?.length ? t("upload.low_quality", { pages: pages(report.pages_low_quality) }) : null,
    ...(report.notes ?? []).map(said),
  ].filter(Boolean);
}
