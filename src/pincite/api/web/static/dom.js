// Elements made in code. Data becomes text nodes and attributes only; nothing here reads markup.

const SVG = "http://www.w3.org/2000/svg";
const base = new URL(".", import.meta.url).pathname;

/** An element: attributes by name, `on…` as listeners, `true` as present, null and false left out; then its children. */
export function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/** A picture of our own, which says nothing to a screen reader. */
export function icon(name, size = "") {
  const shape = svg("use", { href: `${base}icons.svg#${name}` });
  return svg("svg", { class: `icon ${size}`.trim(), viewBox: "0 0 24 24", "aria-hidden": "true" }, shape);
}

/** Words that only a screen reader says. */
export const unseen = (text) => el("span", { class: "unseen" }, text);

/** A plain button. */
export const button = (attributes, ...children) => el("button", { type: "button", ...attributes }, ...children);

/** Put children in the place of what an element holds. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter(isShown));
  return element;
}

/** Tell a screen reader something, after what it says now. */
export function announce(text) {
  const place = document.getElementById("announcer");
  place.textContent = "";
  window.setTimeout(() => {
    place.textContent = text;
  }, 60);
}

/** A `<details>` that works as a menu: Esc and a click elsewhere close it. */
export function menu(summary, ...items) {
  const list = el("div", { class: "menu-items" }, ...items);
  const box = el("details", { class: "menu" }, el("summary", { class: "button" }, ...summary), list);
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !box.open) return;
    event.stopPropagation();
    box.open = false;
    box.firstChild.focus();
  });
  box.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !box.contains(event.relatedTarget)) box.open = false;
  });
  document.addEventListener("click", (event) => {
    if (box.open && !box.contains(event.target)) box.open = false;
  });
  list.addEventListener("click", () => {
    box.open = false;
  });
  return box;
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter(isShown));
  return element;
}

const isShown = (child) => child !== null && child !== undefined && child !== false && child !== "";
