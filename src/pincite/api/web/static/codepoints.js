// Offsets of the API count Unicode code points; a string here counts UTF-16 units. These lead from one to the other.

const PAIRS = /[\ud800-\udbff][\udc00-\udfff]/;

/** A text that is cut by code points. */
export class CodePoints {
  constructor(text) {
    this.text = text;
    this.points = PAIRS.test(text) ? Array.from(text) : null;
  }

  get length() {
    return this.points ? this.points.length : this.text.length;
  }

  /** The part from code point `start` up to `end`. */
  slice(start, end) {
    return this.points ? this.points.slice(start, end).join("") : this.text.slice(start, end);
  }
}
