// Walking the graph: a provision with its words, its neighbourhood as a picture, and the same as a list.

import { get, path, query } from "./api.js";
import { announce, button, el, fill, icon } from "./dom.js";
import { EDGE_TYPES, edgeSample, graphPicture, nameOf, nodeWords } from "./graph_picture.js";
import { CodePoints } from "./codepoints.js";
import { showProblem } from "./shell.js";
import { textBlocks } from "./text_view.js";
import { has, t } from "./words.js";

const QUIET = ["PART_OF", "DEFINES"]; // shown from the start only where there is nothing else
const FOLLOWED = EDGE_TYPES.filter((type) => type !== "DEFINES");
const AROUND = 3; // steps that lead from an article over its paragraphs and items to what these cite
const MOST = 200;
const TRAIL = 6;
const NARROW = 820; // pixels below which the picture is drawn closer
const TEXT = 1500; // characters of a provision that are shown

/** A walk in an element; `onGo(id)` hears of each step. */
export class GraphWalk {
  constructor(element, { onGo = () => {} } = {}) {
    Object.assign(this, { element, onGo, trail: [], off: null });
  }

  /** Go to a node; `focus` says whether the reader asked for it here. */
  async go(id, { focus = false } = {}) {
    this.element.setAttribute("aria-busy", "true");
    try {
      this.found = await neighbourhood(id);
      this.off = null;
      this.remember(this.found.provision);
      this.show();
      this.onGo(id);
      announce(t("graph.at", { label: nodeWords(this.found.provision) }));
      if (focus) this.element.querySelector("h2, h3").focus({ preventScroll: true });
    } catch (problem) {
      showProblem(this.element, problem);
    }
    this.element.removeAttribute("aria-busy");
  }

  remember(facts) {
    const at = this.trail.findIndex((item) => item.id === facts.id);
    if (at >= 0) this.trail.length = at;
    this.trail = [...this.trail, facts].slice(-TRAIL);
  }

  /** The edges without the types that are switched off. */
  shownEdges() {
    const { edges } = this.found;
    const types = new Set(edges.map((edge) => edge.type));
    this.off ??= new Set([...types].some((type) => !QUIET.includes(type)) ? QUIET : []);
    return { types: EDGE_TYPES.filter((type) => types.has(type)), edges: edges.filter((edge) => !this.off.has(edge.type)) };
  }

  show() {
    const { provision } = this.found;
    const { types, edges } = this.shownEdges();
    const walk = (id) => this.go(id, { focus: true });
    const { picture, left } = graphPicture({ ...this.found, edges }, walk, this.element.clientWidth < NARROW);
    fill(
      this.element,
      this.trailView(),
      el("div", { class: "walk-head" }, el("h2", { tabindex: "-1" }, nameOf(provision)), el("p", { class: "source-facts" }, factsOf(provision))),
      provisionText(provision),
      el("div", { class: "graph-frame", tabindex: "0", role: "region", "aria-label": t("graph.picture") }, picture),
      left ? el("p", { class: "hint" }, t("graph.left", { n: left })) : null,
      this.legend(types),
      this.list(edges, walk),
    );
    const frame = this.element.querySelector(".graph-frame");
    const middle = picture.querySelector(".center").getBoundingClientRect();
    frame.scrollLeft += middle.left + middle.width / 2 - frame.getBoundingClientRect().left - frame.clientWidth / 2;
  }

  trailView() {
    if (this.trail.length < 2) return null;
    const steps = this.trail.map((facts, at) =>
      el(
        "li",
        {},
        at === this.trail.length - 1
          ? el("span", { "aria-current": "true" }, facts.label)
          : button({ class: "link", onclick: () => this.go(facts.id, { focus: true }) }, facts.label),
      ),
    );
    return el("nav", { class: "trail", "aria-label": t("graph.trail") }, el("ol", {}, steps));
  }

  legend(types) {
    const boxes = types.map((type) => {
      const input = el("input", { type: "checkbox", checked: !this.off.has(type) });
      input.addEventListener("change", () => {
        if (input.checked) this.off.delete(type);
        else this.off.add(type);
        this.show();
        this.element.querySelector(`[data-type="${type}"] input`).focus();
      });
      return el("label", { class: "legend-item", "data-type": type, title: t(`edge.${type}.says`) }, input, edgeSample(type), t(`edge.${type}`));
    });
    return boxes.length ? el("fieldset", { class: "legend" }, el("legend", {}, t("graph.edges")), boxes) : null;
  }

  list(edges, walk) {
    const { center } = this.found;
    const out = edges.filter((edge) => edge.source === center);
    const into = edges.filter((edge) => edge.target === center && edge.source !== center);
    if (!edges.length) return el("p", { class: "empty" }, t("graph.alone"));
    return el(
      "div",
      { class: "neighbours" },
      this.side("graph.out", out, "target", walk),
      this.side("graph.in", into, "source", walk),
    );
  }

  side(title, edges, end, walk) {
    if (!edges.length) return null;
    const rows = new Map(edges.map((edge) => [`${edge.type} ${edge.manner} ${edge[end]} ${edge.part ?? ""}`, edge]));
    return el(
      "section",
      {},
      el("h3", {}, t(title)),
      el("ul", {}, [...rows.values()].map((edge) => this.neighbour(edge, edge[end], walk))),
    );
  }

  neighbour(edge, id, walk) {
    const facts = this.found.nodes.get(id);
    const manner = edge.manner && has(`manner.${edge.manner}`) ? ` ${t(`manner.${edge.manner}`)}` : "";
    return el(
      "li",
      {},
      el("span", { class: `edge-name ${edge.type}` }, t(`edge.${edge.type}`), manner ? el("small", {}, manner) : null),
      el(
        "span",
        {},
        button({ class: "link", onclick: () => walk(id) }, facts ? nodeWords(facts) : id),
        edge.part ? el("small", {}, ` ${t(id === edge.target ? "graph.in_part" : "graph.at_part", { label: edge.part })}`) : null,
      ),
    );
  }
}

/**
 * A node with what is around it: `{center, nodes, edges, provision}`, every edge touching the node.
 *
 * Edges of a provision's own paragraphs and items count as its own; `part` says whose they are.
 */
async function neighbourhood(id) {
  const provision = await get(`/graph/provisions/${id.split("/").map(encodeURIComponent).join("/")}`);
  const nodes = new Map(provision.neighbours.map(({ node }) => [node.id, node]));
  const edges = provision.neighbours.map(({ edge }) => edge);
  nodes.set(id, provision);
  if (provision.kind === "provision" && provision.neighbours.some(({ id: other }) => other.startsWith(`${id}/`))) {
    const around = await get(`/graph/neighbourhood${query({ id, hops: AROUND, limit: MOST, types: FOLLOWED })}`);
    around.nodes.forEach((node) => nodes.has(node.id) || nodes.set(node.id, node));
    edges.push(...around.edges.flatMap((edge) => ofPart(id, edge, nodes)));
  }
  return { center: id, nodes, edges, provision };
}

/** An edge of a part of the node to something outside it, as one of the node; nothing for others. */
function ofPart(id, edge, nodes) {
  const [from, to] = [edge.source, edge.target].map((end) => end.startsWith(`${id}/`));
  const other = from ? edge.target : edge.source;
  if (edge.type === "PART_OF" || from === to || other === id) return [];
  return [{ ...edge, [from ? "source" : "target"]: id, part: nodes.get(from ? edge.source : edge.target).label }];
}

function factsOf(provision) {
  return [
    provision.kind === "document" ? null : provision.document_title,
    has(`level.${provision.level}`) ? t(`level.${provision.level}`) : null,
    provision.deleted ? t("graph.deleted") : null,
  ]
    .filter(Boolean)
    .map((fact) => el("span", { class: "dot" }, fact));
}

function provisionText(provision) {
  const link = provision.document_id ? readLink(provision) : null;
  if (!provision.text) return link && el("p", {}, link);
  const long = provision.text.length > TEXT;
  const words = new CodePoints(long ? `${provision.text.slice(0, TEXT).trimEnd()} …` : provision.text);
  const blocks = textBlocks({ points: words, start: 0, end: words.length }, []);
  return el("div", { class: "walk-text" }, el("div", { class: "text", tabindex: "0", role: "region", "aria-label": t("graph.words") }, blocks), link);
}

function readLink({ document_id: id, span }) {
  const range = span ? query({ start: span.start, end: span.end }) : "";
  return el("a", { class: "button quiet", href: `/documents${path(id)}${range}` }, icon("book"), t("source.read"));
}
