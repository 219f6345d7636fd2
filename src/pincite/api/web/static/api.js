// The HTTP API, with the reader's token where the server wants one.

import { askForToken, forgetToken, heldToken } from "./sign_in.js";
import { t } from "./words.js";

const ROOT = "/api/v1";

/** What the server said when it could not do what was asked. */
export class Problem extends Error {
  constructor(problem, status, retryAfter = 0) {
    super(problem.detail || problem.title || t("problem.unknown"));
    this.hint = problem.hint || "";
    this.kind = (problem.type || "").split(":").pop();
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** The path of a thing of the API: each part is one segment. */
export const path = (...parts) => parts.map((part) => `/${encodeURIComponent(part)}`).join("");

/** A query string of the values that there are; a list gives its name several times. */
export function query(values) {
  const found = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== null && item !== undefined && item !== "") found.append(name, item);
    }
  }
  const text = found.toString();
  return text ? `?${text}` : "";
}

/** The JSON of a path. */
export const get = (where, options = {}) => json(where, options);

/** Send JSON, get JSON. */
export const send = (method, where, body) =>
  json(where, { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body ?? {}) });

/** The bytes of a path, as a Blob. */
export async function blob(where, options = {}) {
  return (await request(where, options)).blob();
}

/** Save what a path gives as a file; its name is the server's, else `name`. */
export async function download(where, name) {
  const response = await request(where);
  const said = /filename\*?=(?:UTF-8'')?"?([^";]+)/i.exec(response.headers.get("Content-Disposition") || "");
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = said ? decodeURIComponent(said[1]) : name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** Server-sent events of a path, one `onEvent(name, data)` each, until the server ends them. */
export async function events(where, options, onEvent) {
  const headers = { Accept: "text/event-stream", ...options.headers };
  const response = await request(where, { ...options, headers });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let held = "";
  for (;;) {
    const { done, value } = await reader.read();
    held = (held + (value || "")).replace(/\r\n/g, "\n");
    const parts = held.split("\n\n");
    held = parts.pop();
    for (const part of parts) deliver(part, onEvent);
    if (done) return;
  }
}

/** Send a form with files; `onShare` hears which share of it has left. */
export function upload(where, form, onShare) {
  const attempt = (token) =>
    new Promise((resolve, reject) => {
      const sending = new XMLHttpRequest(); // fetch does not tell how much has been sent
      sending.open("POST", ROOT + where);
      sending.responseType = "json";
      if (token) sending.setRequestHeader("Authorization", `Bearer ${token}`);
      sending.upload.addEventListener("progress", (event) => {
        if (event.lengthComputable) onShare(event.loaded / event.total);
      });
      sending.addEventListener("load", () => {
        if (sending.status < 400) resolve(sending.response);
        else reject(new Problem(sending.response || {}, sending.status));
      });
      sending.addEventListener("error", () => reject(new Problem({ detail: t("problem.network") }, 0)));
      sending.send(form);
    });
  return attempt(heldToken()).catch(async (problem) => {
    if (problem.status !== 401) throw problem;
    return attempt(await askForToken(heldToken() !== ""));
  });
}

async function json(where, options) {
  const response = await request(where, options);
  return response.status === 204 ? null : response.json();
}

async function request(where, options = {}) {
  let response = await tried(where, options);
  while (response.status === 401) {
    const wrong = heldToken() !== "";
    forgetToken();
    await askForToken(wrong);
    response = await tried(where, options);
  }
  if (response.ok) return response;
  const retryAfter = Number(response.headers.get("Retry-After")) || 0;
  throw new Problem(await response.json().catch(() => ({})), response.status, retryAfter);
}

async function tried(where, options) {
  const token = heldToken();
  const headers = { ...options.headers, ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  try {
    return await fetch(ROOT + where, { ...options, headers });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem({ detail: t("problem.network") }, 0);
  }
}

function deliver(part, onEvent) {
  let name = "message";
  const data = [];
  for (const line of part.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
  }
  if (data.length) onEvent(name, JSON.parse(data.join("\n")));
}
