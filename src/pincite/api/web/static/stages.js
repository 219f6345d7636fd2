// The stages of a question's run as they happen. No word of a draft is among them.

import { announce, el, fill, icon } from "./dom.js";
import { figure, t } from "./words.js";

const STEPS = ["search", "write", "check"];

/** Shows the events of `/ask` in an element. */
export class Stages {
  constructor(element) {
    this.element = element;
  }

  begin() {
    this.stage = null;
    this.attempt = 0;
    this.facts = {};
    this.host = null;
    this.place = null;
    this.waiting = "";
    this.element.hidden = false;
    this.show();
    announce(t("stage.begun"));
  }

  end() {
    this.element.hidden = true;
  }

  /** Take in one event. */
  hear(name, data) {
    if (name === "queued") this.queued(data);
    else if (name === "stage") this.started(data);
    else if (name === "evidence") this.facts.search = t("stage.found", { n: data.numbers.length });
    else if (name === "leaves") this.host = data.host;
    else if (name === "checked") this.checked(data);
    this.show();
  }

  /** The server is too busy; the question is sent again. */
  busy(seconds) {
    this.host = null;
    this.stage = null;
    this.waiting = t("stage.busy", { n: seconds });
    announce(this.waiting);
    this.show();
  }

  queued({ place }) {
    this.place = place;
    this.waiting = "";
    if (place > 0) announce(t("stage.queued", { n: place }));
  }

  started({ stage, attempt }) {
    this.place = null;
    if (attempt > this.attempt) this.facts.write = t("stage.second");
    this.attempt = attempt;
    if (this.stage !== stage) announce(t(`stage.${stage}`));
    this.stage = stage;
  }

  checked(data) {
    if (data.refused) this.facts.check = t("stage.declined");
    else if (data.fault) this.facts.check = t("stage.fault");
    else this.facts.check = t("stage.checked", { n: data.sentences, share: figure(data.supported_ratio * 100, 0) });
  }

  show() {
    const at = STEPS.indexOf(this.stage);
    const waiting = this.waiting || (this.place ? t("stage.queued", { n: this.place }) : "");
    fill(
      this.element,
      waiting ? el("p", { class: "queue" }, icon("wait"), waiting) : null,
      el("ol", { class: "steps" }, STEPS.map((step, index) => this.step(step, index < at ? "done" : index === at ? "now" : "later"))),
      this.host ? el("p", { class: "leaves" }, icon("leave"), t("stage.leaves", { host: this.host })) : null,
    );
  }

  step(step, state) {
    return el(
      "li",
      { class: state, "aria-current": state === "now" ? "step" : null },
      el("span", { class: "step-dot", "aria-hidden": "true" }),
      el("span", { class: "step-name" }, t(`stage.${step}`)),
      this.facts[step] ? el("span", { class: "step-fact" }, this.facts[step]) : null,
    );
  }
}
