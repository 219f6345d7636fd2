// The graph's page: where to begin, then a walk from provision to provision; its address says where one is.

import { get, query } from "./api.js";
import { el, fill, icon } from "./dom.js";
import { GraphWalk } from "./graph_walk.js";
import { graphOfLibrary, shell, showProblem } from "./shell.js";
import { documentList } from "./documents.js";
import { t } from "./words.js";

const FOUND = 8;
const place = document.getElementById("walk");
const box = document.getElementById("graph-query");
const walk = new GraphWalk(place, { onGo: keepAddress });
let going = false;

shell();
document.getElementById("graph-search").addEventListener("submit", (event) => {
  event.preventDefault();
  find(box.value.trim());
});
window.addEventListener("popstate", () => arrive());
begin();

async function begin() {
  const facts = await graphOfLibrary();
  if (!facts) return fill(place, el("p", { class: "empty" }, t("graph.none")));
  return arrive(facts);
}

async function arrive(facts = null) {
  const id = new URLSearchParams(window.location.search).get("id");
  if (!id) return showStart(facts ?? (await graphOfLibrary()));
  going = true;
  await walk.go(id);
  going = false;
}

function keepAddress(id) {
  document.title = `${id} · pincite`;
  if (!going) window.history.pushState({}, "", `/graph${query({ id })}`);
}

async function showStart(facts) {
  const rows = [...(await documentList()).values()];
  const counts = Object.entries(facts.edges).filter(([type]) => type !== "PART_OF");
  fill(
    place,
    el("dl", { class: "figures" }, counts.map(([type, n]) => el("div", {}, el("dt", { class: `edge-name ${type}` }, t(`edge.${type}`)), el("dd", {}, n)))),
    el("h2", {}, t("graph.begin")),
    el("ul", { class: "begin" }, rows.map((row) => el("li", {}, icon("book"), el("a", { href: `/graph${query({ id: row.id })}` }, row.title)))),
  );
}

/** A node by its id, or the provisions that a search finds. */
async function find(wanted) {
  if (!wanted) return;
  try {
    const { results } = await get(`/search${query({ q: wanted, k: FOUND * 2 })}`);
    const found = results.filter((item) => item.provision_id).slice(0, FOUND);
    fill(
      place,
      el("h2", {}, t("graph.found", { n: found.length })),
      el(
        "ul",
        { class: "begin" },
        found.map((item) => el("li", {}, icon("graph"), el("a", { href: `/graph${query({ id: item.provision_id })}` }, item.label), el("span", { class: "hint" }, item.title))),
      ),
    );
  } catch (problem) {
    showProblem(place, problem);
  }
}
