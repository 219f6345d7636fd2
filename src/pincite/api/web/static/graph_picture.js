// The neighbourhood of a provision as a picture: what points to it on the left, what it points to on the right.

import { svg } from "./dom.js";
import { t } from "./words.js";

export const EDGE_TYPES = ["REFERENCES", "DELEGATES_TO", "SPECIFIES", "REQUIRES_FORM", "DEFINES", "PART_OF"];
const WIDE = { width: 216, height: 46, gap: 12, apart: 84, margin: 8, padding: 10 };
const NARROW = { ...WIDE, width: 158, apart: 40 };
const MOST = 9; // boxes of a column that are still read at a glance
const ruler = document.createElement("canvas").getContext("2d");

/**
 * The picture of `graph`, which has `center` (an id), `nodes` by id and `edges`; `walk(id)` is called for a node.
 *
 * Returns `{picture, left}`: `left` says how many neighbours found no room, they stand in the list below it.
 */
export function graphPicture({ center, nodes, edges }, walk, isNarrow) {
  const form = isNarrow ? NARROW : WIDE;
  const sides = { before: [], after: [] };
  const seen = new Set([center]);
  for (const edge of edges) {
    const [other, side] = edge.source === center ? [edge.target, "after"] : [edge.source, "before"];
    if (seen.has(other) || !nodes.has(other)) continue;
    seen.add(other);
    sides[side].push(other);
  }
  const left = [sides.before, sides.after].reduce((sum, side) => sum + Math.max(0, side.length - MOST), 0);
  const boxes = layout(center, sides, form);
  const [width, height] = size(boxes, form);
  const picture = svg(
    "svg",
    { class: "graph-picture", viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": t("graph.picture") },
    svg("defs", {}, EDGE_TYPES.map(arrowHead)),
    lines(edges, boxes, form),
    [...boxes].map(([id, box]) => node(nodes.get(id), box, form, id === center, walk)),
  );
  return { picture, left };
}

/** The line of an edge type, for a legend. */
export const edgeSample = (type) =>
  svg("svg", { class: "edge-sample", viewBox: "0 0 30 8", "aria-hidden": "true" }, svg("path", { class: `edge ${type}`, d: "M0 4 H30" }));

function layout(center, { before, after }, form) {
  const columns = [before.slice(0, MOST), [center], after.slice(0, MOST)];
  const tallest = Math.max(...columns.map((column) => column.length));
  const high = tallest * form.height + (tallest - 1) * form.gap;
  const boxes = new Map();
  let x = form.margin;
  for (const column of columns) {
    if (!column.length) continue;
    const own = column.length * form.height + (column.length - 1) * form.gap;
    column.forEach((id, at) => {
      boxes.set(id, { x, y: form.margin + (high - own) / 2 + at * (form.height + form.gap) });
    });
    x += form.width + form.apart;
  }
  return boxes;
}

function size(boxes, form) {
  const all = [...boxes.values()];
  return [
    Math.max(...all.map((box) => box.x)) + form.width + form.margin,
    Math.max(...all.map((box) => box.y)) + form.height + form.margin,
  ];
}

const arrowHead = (type) =>
  svg(
    "marker",
    { id: `head-${type}`, class: `head ${type}`, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 9, markerHeight: 9, markerUnits: "userSpaceOnUse", orient: "auto" },
    svg("path", { d: "M0 0 L8 4 L0 8 z" }),
  );

/** One line for each type between the same two boxes, a little apart. */
function lines(edges, boxes, form) {
  const drawn = new Map();
  for (const edge of edges) {
    if (!boxes.has(edge.source) || !boxes.has(edge.target) || edge.source === edge.target) continue;
    const key = `${edge.type} ${edge.source} ${edge.target}`;
    drawn.set(key, { edge, n: (drawn.get(key)?.n ?? 0) + 1 });
  }
  return [...drawn.values()].map(({ edge, n }) =>
    svg(
      "path",
      { class: `edge ${edge.type}`, d: way(boxes.get(edge.source), boxes.get(edge.target), edge.type, form), "marker-end": `url(#head-${edge.type})` },
      svg("title", {}, n > 1 ? `${t(`edge.${edge.type}`)} (${n})` : t(`edge.${edge.type}`)),
    ),
  );
}

function way(source, target, type, form) {
  const off = (EDGE_TYPES.indexOf(type) - 2) * 6;
  const [y1, y2] = [source.y + form.height / 2 + off, target.y + form.height / 2 + off];
  if (source.x === target.x) {
    const x = source.x + form.width;
    const out = x + form.apart / 2;
    return `M${x} ${y1} C${out} ${y1} ${out} ${y2} ${x} ${y2}`;
  }
  const rightward = source.x < target.x;
  const [x1, x2] = rightward ? [source.x + form.width, target.x] : [source.x, target.x + form.width];
  const middle = (x1 + x2) / 2;
  return `M${x1} ${y1} C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
}

function node(facts, { x, y }, form, isCenter, walk) {
  const room = form.width - 2 * form.padding;
  const outside = facts.kind === "external_act";
  const group = svg(
    "g",
    {
      class: ["node", `level-${facts.level}`, isCenter ? "center" : "", outside ? "outside" : ""].join(" ").trim(),
      transform: `translate(${x} ${y})`,
      role: isCenter ? "img" : "button",
      tabindex: isCenter ? null : "0",
      "aria-label": nodeWords(facts),
    },
    svg("title", {}, nodeWords(facts)),
    svg("rect", { width: form.width, height: form.height, rx: 5 }),
    svg("text", { class: "node-label", x: form.padding, y: 19 }, fitted(nameOf(facts), "600 13px sans-serif", room)),
    svg("text", { class: "node-title", x: form.padding, y: 36 }, fitted(belowOf(facts), "11.5px sans-serif", room)),
  );
  if (isCenter) return group;
  group.addEventListener("click", () => walk(facts.id));
  group.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    walk(facts.id);
  });
  return group;
}

/** A node as it is cited, with its own title behind it. */
export function nameOf(facts) {
  const { label, title } = facts;
  return !title || title === label || label.includes(title) ? label : `${label} ${title}`;
}

const belowOf = (facts) => {
  if (facts.kind === "external_act") return t("graph.outside");
  if (facts.kind === "document") return t(`level.${facts.level}`);
  return facts.document_title || facts.document_id || "";
};

/** A node in words: its document too. */
export const nodeWords = (facts) => (facts.kind === "document" ? nameOf(facts) : `${nameOf(facts)}, ${belowOf(facts)}`);

function fitted(text, font, room) {
  ruler.font = font;
  let shown = text.replace(/\s+/g, " ");
  if (ruler.measureText(shown).width <= room) return shown;
  while (shown && ruler.measureText(`${shown}…`).width > room) shown = shown.slice(0, -1);
  return `${shown.trimEnd()}…`;
}
