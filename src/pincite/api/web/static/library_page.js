// The library: files in, a report of each, what is there by matter, tags, removal.

import { get, path, send } from "./api.js";
import { announce, button, el, fill, icon, unseen } from "./dom.js";
import { confirmRemoval } from "./removal.js";
import { graphOfLibrary, shell, showProblem } from "./shell.js";
import { Uploads } from "./uploads.js";
import { day, language, t } from "./words.js";

const place = document.getElementById("documents");
let rows = [];
let matter = null;
let wanted = "";

shell();
new Uploads({
  drop: document.getElementById("drop"),
  chooser: document.getElementById("files"),
  choose: document.getElementById("choose"),
  tags: document.getElementById("upload-tags"),
  reports: document.getElementById("uploads"),
  onDone: load,
});
load();

async function load() {
  try {
    rows = (await get("/documents")).documents;
    show();
  } catch (problem) {
    showProblem(place, problem);
  }
  graphOfLibrary();
}

function show() {
  const tags = [...new Set(rows.flatMap((row) => row.tags))].sort(new Intl.Collator(language).compare);
  if (matter !== null && !tags.includes(matter)) matter = null;
  fill(
    place,
    el(
      "header",
      { class: "list-head" },
      el("h2", {}, t("library.documents")),
      rows.length ? finder() : null,
    ),
    tags.length ? el("div", { class: "matters", role: "group", "aria-label": t("library.matters") }, matterButton(null), tags.map(matterButton)) : null,
    rows.length ? el("div", { id: "list" }) : el("p", { class: "empty" }, t("library.empty")),
  );
  if (rows.length) showList();
}

function finder() {
  const input = el("input", { type: "search", placeholder: t("library.find"), "aria-label": t("library.find"), autocomplete: "off", value: wanted });
  input.addEventListener("input", () => {
    wanted = input.value.trim().toLowerCase();
    showList();
  });
  return input;
}

function matterButton(tag) {
  const count = tag === null ? rows.length : rows.filter((row) => row.tags.includes(tag)).length;
  const words = tag ?? t("library.all");
  return button(
    {
      class: "chip",
      "aria-pressed": String(matter === tag),
      onclick: () => {
        matter = tag;
        show();
        [...place.querySelectorAll(".matters button")].find((item) => item.dataset.tag === (tag ?? ""))?.focus();
      },
      "data-tag": tag ?? "",
    },
    words,
    el("span", { class: "chip-count" }, count),
  );
}

function showList() {
  const shown = rows
    .filter((row) => matter === null || row.tags.includes(matter))
    .filter((row) => `${row.title} ${row.id} ${row.jurisdiction ?? ""}`.toLowerCase().includes(wanted));
  fill(document.getElementById("list"), shown.length ? el("ul", { class: "documents" }, shown.map(documentRow)) : el("p", { class: "empty" }, t("library.none")));
}

function documentRow(row) {
  const facts = [
    row.jurisdiction,
    row.pages ? t("library.pages", { n: row.pages }) : t("upload.passages", { n: row.chunks }),
    row.effective_date ? t("date.text_of", { date: day(row.effective_date) }) : null,
    t(`language.${row.language}`),
  ].filter(Boolean);
  const line = el("li", { class: "document" });
  const tagPlace = el("div", { class: "tags" });
  showTags(row, tagPlace);
  line.append(
    el("span", { class: `kind kind-${formOf(row)}`, "aria-hidden": "true" }, t(`form.${formOf(row)}`)),
    el(
      "div",
      { class: "document-words" },
      el(
        "h3",
        {},
        el("a", { href: `/documents${path(row.id)}` }, row.title),
        row.superseded ? el("span", { class: "badge warn" }, t("date.superseded")) : null,
        row.chunks ? null : el("span", { class: "badge warn" }, t("library.nothing")),
      ),
      el("p", { class: "source-facts" }, facts.map((fact) => el("span", { class: "dot" }, fact))),
      tagPlace,
    ),
    button({ class: "quiet icon-only", "aria-label": t("library.remove", { title: row.title }), title: t("library.remove_short"), onclick: () => askRemoval(row) }, icon("remove")),
  );
  return line;
}

const FORMS = [
  ["pdf", "pdf"],
  ["html", "html"],
  ["markdown", "text"],
  ["word", "word"],
  ["hwp", "hwp"],
  ["opendocument", "word"],
  ["rtf", "word"],
  ["rfc822", "mail"],
  ["xml", "xml"],
];

const formOf = (row) => FORMS.find(([part]) => (row.media_type ?? "").includes(part))?.[1] ?? "text";

function showTags(row, at) {
  const edit = button({ class: "quiet small" }, icon("tag"), t(row.tags.length ? "tags.edit" : "tags.add"), unseen(` ${row.title}`));
  edit.addEventListener("click", () => editTags(row, at));
  fill(at, row.tags.map((tag) => el("span", { class: "tag" }, tag)), edit);
}

function editTags(row, at) {
  const input = el("input", { type: "text", value: row.tags.join(", "), "aria-label": t("tags.of", { title: row.title }), placeholder: t("upload.tags_example"), autocomplete: "off" });
  const form = el("form", { class: "tag-form" }, input, el("button", { type: "submit" }, t("tags.save")), button({ class: "quiet", onclick: leave }, t("cancel")));
  function leave() {
    showTags(row, at);
    at.querySelector("button").focus();
  }
  form.addEventListener("keydown", (event) => event.key === "Escape" && leave());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const tags = tagsOf(input.value);
      const saved = await send("PUT", `/documents${path(row.id)}/tags`, { tags });
      row.tags = saved?.tags ?? tags;
      show();
      announce(t("tags.saved"));
    } catch (problem) {
      showProblem(at, problem);
    }
  });
  fill(at, form);
  input.focus();
}

/** Tags as they are typed, with commas between. */
const tagsOf = (text) => [...new Set(text.split(",").map((tag) => tag.trim()).filter(Boolean))];

function askRemoval(row) {
  confirmRemoval({
    title: t("library.remove_title"),
    words: t("library.remove_words", { title: row.title }),
    yes: t("library.remove_yes"),
    removed: t("library.removed", { title: row.title }),
    remove: () => send("DELETE", `/documents${path(row.id)}`),
    after: load,
  });
}
