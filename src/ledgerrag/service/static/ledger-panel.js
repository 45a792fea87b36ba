/*
 * <ledger-panel endpoint="/admin/ledger/12/">: what stands of a draft, beside its text.
 *
 * One file, no dependency, no build step. It talks to the page's own server only, at ENDPOINT +
 * suffix, and to the editor through `panel.host`. Text of documents and drafts reaches the page
 * as text alone. Styles are adopted, so that a strict content security policy holds.
 *
 *   panel.host = {
 *     title: () => "...",
 *     paragraphs: () => [{ id, kind, text }],
 *     jump: (id, start, end) => {},     // show that place; offsets count as JavaScript counts text
 *     subscribe: (changed) => unsubscribe,
 *     editor: "Ana",
 *   };
 *   panel.headers = { "X-CSRFToken": "..." };   // or a function that gives them
 *
 * Attributes: endpoint, heading, as-of, known-at, theme (light, dark; else as the page),
 * watch-seconds (how often a published story is looked after; 60 unless said; 0: once).
 * Methods: check(), refresh(), focusBack(). Events: ledger-checked, ledger-jump, ledger-remark.
 */

/**
 * @typedef {{id: string, kind: string, text: string}} Paragraph
 * @typedef {Paragraph & {sha256?: string, claims: string[]}} CheckedParagraph
 * @typedef {{title(): string, paragraphs(): Paragraph[], editor?: string,
 *   jump(id: string, start: number, end: number): void,
 *   subscribe?(changed: () => void): (() => void) | void}} Host
 * @typedef {{n: number, stance: string, doc_id: string, version: number, start: number,
 *   end: number, quote: string, before: string, after: string, title: string, source: string,
 *   source_name: string, authority: string, published: string, effective_from: string,
 *   status: string, since: string, until: string, notes: string[]}} Evidence
 * @typedef {{id: string, paragraph: string, start: number, end: number, text: string,
 *   status: string, verdict: string, reason: string, basis: string, value: string,
 *   authority: string, as_of: string, known_at: string,
 *   validity: {status: string, since: string, until: string} | null, evidence: Evidence[],
 *   conflicts: {summary: string, keys: string[], authority: string, outranked: boolean}[],
 *   changes: {series: string, before: string, after: string, effective_from: string,
 *     edits: {before: string, after: string}[], summary: string}[],
 *   pending: {key: string, effective_from: string, summary: string, quote: string}[],
 *   checklist: string[], run: string, journal_seq: number, cached: boolean}} Claim
 * @typedef {{action: string, by: string, at: string, reason: string}} Remark
 * @typedef {{id: string, claim: string, kind: string, text: string, state: string,
 *   remarks: Remark[]}} Item
 * @typedef {Record<string, number>} Summary
 * @typedef {{revision: number, title: string, as_of: string, known_at: string,
 *   checked_at: string, paragraphs: CheckedParagraph[], claims: Claim[], checklist: Item[],
 *   summary: Summary}} Snapshot
 * @typedef {{seq: number, claim: {id: string, text: string}, from: {status: string,
 *   value: string}, to: {status: string, value: string}, authority: string, source_name: string,
 *   effective_from: string, document: string, quote: string, summary: string, created: string,
 *   kind: string}} WatchEvent
 * @typedef {{kind: string, headline: string, text: string}} Notice
 * @typedef {{revision: number, created: string, editor: string, summary: Summary}} Revision
 */

/** Worst first: the order in which claims are listed. */
const STATUSES = ["refuted", "disputed", "stale", "unverified", "unchecked", "verified"];

/** What each status tells an editor, as a tip and for those who listen. */
const MEANING = {
  refuted: "Refuted: what stands says otherwise",
  disputed: "Disputed: sources contradict each other",
  stale: "Stale: the text or its grounds changed since the check",
  unverified: "Unverified: nothing in the record settles it",
  unchecked: "Unchecked: it was not looked at",
  verified: "Verified: what stands says so",
};

const WORDS = {
  down: "The checking service cannot be reached. Your text is not affected; the last ledger is kept.",
  away: "The checking service cannot be reached.",
  empty: "Not checked yet. A check reads the statements of the draft and shows what stands.",
  nothing: "No statement was found in this draft.",
  filtered: "No claim has this status.",
  back: "Shown in the text. Press Escape to come back to the panel.",
  gone: "This passage is no longer in the text.",
  superseded: "A newer check of this draft took over.",
};

/* ------------------------------------------------------------------ building what is shown */

/**
 * An element; a child that is text stays text.
 *
 * @param {string} tag name, with classes after dots: "p.note"
 * @param {Record<string, unknown>} [given] attributes; `on...` are listeners; null, false: none
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElement}
 */
function el(tag, given = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const node = document.createElement(name);
  if (classes.length > 0) node.className = classes.join(" ");
  for (const [key, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) {
      node.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    } else {
      node.setAttribute(key, value === true ? "" : String(value));
    }
  }
  node.append(.../** @type {(Node | string)[]} */ (children.filter(Boolean)));
  return node;
}

/** Lines of a 16 by 16 picture: each status has a shape of its own, not only a colour. */
const SHAPES = {
  refuted: ["M5.2 1.5h5.6l3.7 3.7v5.6l-3.7 3.7H5.2L1.5 10.8V5.2z", "M5.5 5.5l5 5m0-5l-5 5"],
  disputed: ["M8 1.6 15 14H1z", "M8 6v3.6M8 11.6v.5"],
  stale: ["M13.9 9.5A6.2 6.2 0 1 1 13.4 5M13.8 1.8V5.2H10.4", "M8 4.8V8.4l2.2 1.3"],
  unverified: ["M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8z", "M6 6.3a2 2 0 1 1 2.9 1.8c-.7.3-.9.7-.9 1.2M8 11.2v.5"],
  unchecked: ["M2 2h3m3 0h3m3 0v3m0 3v3m0 3h-3m-3 0H5m-3 0v-3m0-3V5"],
  verified: ["M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8z", "M5 8.3l2.1 2.1L11 6"],
};

/** @param {string} status @returns {SVGElement} */
function shape(status) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  for (const [key, value] of Object.entries({
    viewBox: "0 0 16 16", width: "16", height: "16", fill: "none", stroke: "currentColor",
    "stroke-width": "1.7", "stroke-linecap": "round", "stroke-linejoin": "round",
    "aria-hidden": "true", class: "shape",
  })) svg.setAttribute(key, value);
  for (const line of SHAPES[/** @type {keyof SHAPES} */ (status)] ?? SHAPES.unchecked) {
    const path = document.createElementNS(space, "path");
    path.setAttribute("d", line);
    svg.append(path);
  }
  return svg;
}

/** @param {number} count @param {string} one @param {string} [many] */
const counted = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** @param {string} word */
const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/** Who remarked, without the site that all of them share. @param {string} by */
const person = (by) => by.slice(by.indexOf("/") + 1);

/** The parts that say something, with a dot between. @param {...(string | false | null | undefined)} parts */
const dotted = (...parts) => parts.filter(Boolean).join(" · ");

/** An instant as the reader's clock shows it; a plain date stays. @param {string} at */
function clock(at) {
  const date = new Date(at);
  if (!at.includes("T") || Number.isNaN(date.getTime())) return at;
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** A date of the record, as stated; an instant shorter, in the zone that it was stated in. @param {string} date */
const when = (date) => date.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(?:Z|\+00:00)$/, "$1 $2 UTC");

/**
 * What an item says of a claim, below that claim: without the claim's own words before it.
 *
 * @param {string} text @param {string} claim
 */
function ownWords(text, claim) {
  for (let at = text.indexOf(": "); at >= 0; at = text.indexOf(": ", at + 1)) {
    const head = text.slice(0, at).replace(/\s*(?:\.\.\.|…)$/, "");
    if (head.length > 0 && claim.startsWith(head)) return capital(text.slice(at + 2));
  }
  return text;
}

/** Code points counted into the units of a JavaScript string. @param {string} text @param {number} points */
function units(text, points) {
  let at = 0;
  for (let n = 0; n < points && at < text.length; n += 1) {
    at += /** @type {number} */ (text.codePointAt(at)) > 0xffff ? 2 : 1;
  }
  return at;
}

/* ------------------------------------------------------------------ the text and its ledger */

/**
 * Which paragraph of the text each checked paragraph is now: the same words, else the same id,
 * else the same place between two that are known. Ids may be new at each reload.
 *
 * @param {Paragraph[]} checked
 * @param {Paragraph[]} current
 * @returns {(number | null)[]} for each checked one an index into `current`; null: it is gone
 */
export function align(checked, current) {
  /** @type {(number | null)[]} */
  const found = checked.map(() => null);
  const taken = new Set();
  const take = (/** @type {number} */ at, /** @type {number} */ index) => {
    found[at] = index;
    taken.add(index);
  };
  const byId = new Map(current.map((one, index) => [one.id, index]));
  checked.forEach((one, at) => {
    const index = one.id ? byId.get(one.id) : undefined;
    if (index !== undefined && current[index].text === one.text) take(at, index);
  });
  /** @type {Map<string, number[]>} */
  const byText = new Map();
  current.forEach((one, index) => {
    if (!taken.has(index)) byText.set(one.text, [...(byText.get(one.text) ?? []), index]);
  });
  checked.forEach((one, at) => {
    const index = found[at] === null ? byText.get(one.text)?.shift() : undefined;
    if (index !== undefined) take(at, index);
  });
  checked.forEach((one, at) => {
    const index = found[at] === null && one.id ? byId.get(one.id) : undefined;
    if (index !== undefined && !taken.has(index)) take(at, index);
  });
  let at = 0;
  while (at < checked.length) {
    if (found[at] !== null) {
      at += 1;
      continue;
    }
    let end = at;
    while (end < checked.length && found[end] === null) end += 1;
    const before = at > 0 ? /** @type {number} */ (found[at - 1]) : -1;
    const after = end < checked.length ? /** @type {number} */ (found[end]) : current.length;
    const free = [];
    for (let index = before + 1; index < after; index += 1) if (!taken.has(index)) free.push(index);
    if (free.length === end - at) free.forEach((index, step) => take(at + step, index));
    at = end;
  }
  return found;
}

/** The last ledger, and how the text differs from it by now. */
class Ledger {
  /** @type {Snapshot | null} */ snapshot = null;
  /** @type {Map<string, Claim>} */ claims = new Map();
  /** @type {Map<string, Item>} */ items = new Map();
  /** @type {Map<string, number>} */ order = new Map();
  /** @type {Map<string, Paragraph | null>} place of each checked paragraph in the text */ now = new Map();
  /** @type {Set<string>} ids of checked paragraphs whose text is another */ edited = new Set();
  /** @type {number} paragraphs of the text that the ledger does not know */ unknown = 0;

  /** @param {Snapshot} snapshot */
  read(snapshot) {
    this.snapshot = snapshot;
    this.claims = new Map(snapshot.claims.map((one) => [one.id, one]));
    this.items = new Map(snapshot.checklist.map((one) => [one.id, one]));
    const places = new Map(snapshot.paragraphs.map((one, index) => [one.id, index]));
    this.order = new Map(
      snapshot.claims.map((one) => [one.id, (places.get(one.paragraph) ?? 0) * 1e6 + one.start]),
    );
  }

  /**
   * What a check has found of one paragraph, before the whole is there.
   *
   * @param {CheckedParagraph} paragraph @param {Claim[]} claims @param {Item[]} items
   */
  take(paragraph, claims, items) {
    if (!this.snapshot) return;
    const old = this.snapshot;
    // Its earlier reading may stand under another id: hosts may give new ones at each load.
    const earlier = new Set(old.paragraphs
      .filter((one) => one.id === paragraph.id || this.now.get(one.id)?.id === paragraph.id)
      .map((one) => one.id));
    const at = old.paragraphs.findIndex((one) => earlier.has(one.id));
    const others = old.paragraphs.filter((one) => !earlier.has(one.id));
    others.splice(at < 0 ? others.length : at, 0, paragraph);
    const fresh = new Set(items.map((one) => one.id));
    this.read({
      ...old,
      paragraphs: others,
      claims: [...old.claims.filter((one) => !earlier.has(one.paragraph)), ...claims],
      checklist: [...old.checklist.filter((one) => !fresh.has(one.id)), ...items],
    });
  }

  /** Compare with the text as it is. @param {Paragraph[]} current */
  compare(current) {
    this.now = new Map();
    this.edited = new Set();
    const checked = this.snapshot?.paragraphs ?? [];
    const places = align(checked, current);
    places.forEach((index, at) => {
      const place = index === null ? null : current[index];
      this.now.set(checked[at].id, place);
      if (!place || place.text !== checked[at].text) this.edited.add(checked[at].id);
    });
    const seen = new Set(places);
    this.unknown = current.filter((one, index) => !seen.has(index) && one.text.trim()).length;
  }

  /** Paragraphs of the text that a check would look at anew. */
  get changed() {
    return [...this.edited].filter((id) => this.now.get(id)).length + this.unknown;
  }

  /** The status to show: stale as soon as the paragraph reads otherwise. @param {Claim} claim */
  status(claim) {
    return this.edited.has(claim.paragraph) ? "stale" : claim.status;
  }

  /** @param {Claim} claim @returns {Item[]} */
  checklist(claim) {
    return claim.checklist.map((id) => this.items.get(id)).filter((one) => one !== undefined);
  }

  /** What concerns the draft as a whole. @returns {Item[]} */
  get whole() {
    return [...this.items.values()].filter((one) => !this.claims.has(one.claim));
  }

  /** Checklist items that nobody has dealt with. */
  get unresolved() {
    return [...this.items.values()].filter((one) => one.state === "open").length;
  }

  /** @param {boolean} asInText @returns {Claim[]} */
  sorted(asInText) {
    const place = (/** @type {Claim} */ one) => this.order.get(one.id) ?? 0;
    const rank = (/** @type {Claim} */ one) => STATUSES.indexOf(one.status);
    return [...this.claims.values()].sort(
      (a, b) => (asInText ? 0 : rank(a) - rank(b)) || place(a) - place(b),
    );
  }
}

/* ------------------------------------------------------------------ talking to the server */

/** An answer that is not what was asked for. */
class Problem extends Error {
  /** @param {number} status 0: no answer at all @param {string} message @param {number} [wait] seconds */
  constructor(status, message, wait = 0) {
    super(message);
    this.status = status;
    this.wait = wait;
  }

  /** The service, or the way to it, is down: the same may work later. */
  get down() {
    return this.status === 0 || [502, 503, 504].includes(this.status);
  }
}

/** The relay of the page's own server. */
class Relay {
  /** @type {Record<string, string> | (() => Record<string, string>)} */ headers = {};
  /** @param {string} endpoint */
  constructor(endpoint) {
    this.endpoint = endpoint.endsWith("/") ? endpoint : `${endpoint}/`;
  }

  /**
   * @param {string} suffix
   * @param {{body?: unknown, query?: Record<string, string | number>, signal?: AbortSignal}} [more]
   * @returns {Promise<any>}
   */
  async call(suffix, { body, query, signal } = {}) {
    const url = new URL(this.endpoint + suffix, document.baseURI);
    for (const [key, value] of Object.entries(query ?? {})) url.searchParams.set(key, String(value));
    const given = typeof this.headers === "function" ? this.headers() : this.headers;
    /** @type {Response} */
    let response;
    try {
      response = await fetch(url, {
        method: body === undefined ? "GET" : "POST",
        headers: {
          Accept: "application/json",
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          ...given, // WordPress wants its nonce on reads, too
        },
        body: body === undefined ? null : JSON.stringify(body),
        credentials: "same-origin",
        cache: "no-store",
        signal: signal ?? null,
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Problem(0, WORDS.down);
    }
    const read = await response.json().catch(() => null);
    if (response.ok && read !== null) return read;
    const wait = Number(response.headers.get("Retry-After")) || 0;
    throw new Problem(response.ok ? 502 : response.status, told(response.status, read), wait);
  }
}

/** A problem as one line for a person. @param {number} status @param {any} read @returns {string} */
function told(status, read) {
  if ([0, 200, 502, 503, 504].includes(status)) return WORDS.down;
  if (read?.detail) return read.next_step ? `${read.detail}: ${read.next_step}` : read.detail;
  if (status === 401 || status === 403) return "You may not do this here. Sign in again, or ask who runs the site.";
  return `The server answered ${status}. Try again, or ask who runs the site.`;
}

/** @param {number} seconds @param {AbortSignal} signal @returns {Promise<void>} */
const pause = (seconds, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    }, { once: true });
  });

/* ------------------------------------------------------------------ a claim and what lies below */

/** @param {string} authority @returns {HTMLElement} */
const authorityMark = (authority) =>
  el(`span.authority.${/^[a-z]+$/.test(authority) ? authority : "none"}`, {}, authority === "none" ? "no source" : authority);

/** The evidence that decided, for the line of a closed claim. @param {Claim} claim */
function decisive(claim) {
  const wanted = claim.verdict === "refuted" ? "refutes" : "supports";
  return claim.evidence.find((one) => one.stance === wanted) ?? claim.evidence[0];
}

/** @param {{status: string, since: string, until: string}} of */
const spell = (of) => dotted([of.status, of.since && `since ${when(of.since)}`, of.until && `until ${when(of.until)}`].filter(Boolean).join(" "));

/** @param {string} title @param {...(Node | string | null | false)} children */
const block = (title, ...children) => el("section.block", {}, el("h3", {}, title), ...children);

const STANCES = { supports: "Supports", refutes: "Contradicts", near: "Near, settles nothing" };

/** How far around a quote the service reads; where it read that far there is more. */
const CONTEXT = 200;

/** @param {Evidence} one */
function evidenceView(one) {
  const stance = STANCES[/** @type {keyof STANCES} */ (one.stance)] ?? one.stance;
  return el(
    `li.evidence.${Object.hasOwn(STANCES, one.stance) ? one.stance : "near"}`, {},
    el("p.meta", {}, el("strong", {}, stance), " · ", one.source_name || one.source, " · ", authorityMark(one.authority)),
    el("blockquote", {},
      one.before && el("span.context", {}, [...one.before].length < one.start ? "…" : "", one.before),
      el("mark", {}, one.quote),
      one.after && el("span.context", {}, one.after, [...one.after].length >= CONTEXT ? "…" : "")),
    el("p.meta", {}, dotted(
      one.title,
      one.published && `published ${when(one.published)}`,
      one.status && spell(one),
      `${one.doc_id}@${one.version} [${one.start}:${one.end}]`,
    )),
    one.notes?.length > 0 && el("p.meta", {}, `Note: ${one.notes.join("; ")}`),
  );
}

/** @param {Claim["changes"][number]} change */
function changeView(change) {
  return el("li", {},
    el("p", {}, change.summary),
    ...change.edits.map((edit) => el("p.diff", {},
      edit.before && el("del", {}, el("span.hidden", {}, "was: "), edit.before),
      edit.before && edit.after && " → ",
      edit.after && el("ins", {}, el("span.hidden", {}, "now: "), edit.after))),
    el("p.meta", {}, dotted(
      change.before && change.after ? `${change.before} → ${change.after}` : change.after || change.before,
      change.effective_from && `from ${when(change.effective_from)}`)));
}

/**
 * What lies behind a claim. Everything in it is text of documents and drafts.
 *
 * @param {Claim} claim @param {string} status @param {Node[]} checklist
 */
function whyView(claim, status, checklist) {
  const basis = claim.basis === "model" ? "read by a model alone" : "";
  const validity = claim.validity?.status ? spell(claim.validity) : "";
  return [
    checklist.length > 0 && block("To check", el("ul.items", {}, ...checklist)),
    block("Why",
      el("p", {}, capital(dotted(claim.reason, basis))),
      el("p.meta", {}, dotted(
        status !== claim.status && `was ${claim.status} when checked`,
        validity, `as of ${when(claim.as_of)}`, claim.known_at && `known at ${when(claim.known_at)}`))),
    claim.evidence.length > 0 && block("Evidence", el("ul", {}, ...claim.evidence.map(evidenceView))),
    claim.conflicts.length > 0 && block("Conflicts with", el("ul", {}, ...claim.conflicts.map((one) => el("li", {},
      el("p", {}, one.summary),
      el("p.meta", {}, dotted(one.outranked ? "outranked" : "open", one.keys.join(", "))))))),
    claim.changes.length > 0 && block("Changed", el("ul", {}, ...claim.changes.map(changeView))),
    claim.pending.length > 0 && block("Pending", el("ul", {}, ...claim.pending.map((one) => el("li", {},
      el("p", {}, one.summary),
      one.quote && el("blockquote", {}, el("mark", {}, one.quote)),
      el("p.meta", {}, dotted(one.effective_from && `from ${when(one.effective_from)}`, one.key)))))),
    claim.run && el("p.meta", {}, dotted(
      `run ${claim.run}`, claim.journal_seq >= 0 && `journal entry ${claim.journal_seq}`,
      claim.cached && "taken over from an earlier check")),
  ];
}

/** The checklist of a claim: ticks, overrides and comments, and who made them. */
class Checklist {
  /** @type {Map<string, {action: string, reason: string, problem: string}>} */ forms = new Map();
  /** @type {Set<string>} */ busy = new Set();

  /** @param {LedgerPanel} panel */
  constructor(panel) {
    this.panel = panel;
  }

  /** What the look of an item depends on, besides the item. @param {Item} item */
  state(item) {
    const form = this.forms.get(item.id);
    return [item, form && [form.action, form.problem], this.busy.has(item.id)];
  }

  /** @param {Item} item @param {string} [claim] its text, where the item stands below it @returns {HTMLElement} */
  view(item, claim = "") {
    const busy = this.busy.has(item.id);
    const box = el("input", {
      type: "checkbox", "data-key": `tick ${item.id}`,
      "aria-disabled": busy && "true",
      onclick: (/** @type {Event} */ event) => {
        event.preventDefault();
        if (!busy) this.send(item, item.state === "ticked" ? "untick" : "tick", "");
      },
    });
    /** @type {HTMLInputElement} */ (box).checked = item.state !== "open";
    const label = el("label", {}, box, el("span", {}, ownWords(item.text, claim)));
    const opener = (/** @type {string} */ action, /** @type {string} */ word) => el("button.quiet", {
      type: "button", "data-key": `${action} ${item.id}`, "aria-label": `${word}: ${item.text}`,
      onclick: () => this.open(item, action),
    }, word);
    return el(`li.item.${item.state}`, {},
      label,
      el("div.row", {},
        item.state === "overridden" && el("span.badge", {}, "overridden"),
        opener("override", "Override"), opener("comment", "Comment")),
      ...item.remarks.filter((one) => one.reason || one.action === "override").map((one) => el("p.remark", {},
        el("strong", {}, dotted(person(one.by), one.action === "comment" ? "" : one.action)), ` ${clock(one.at)}: `, one.reason)),
      this.forms.has(item.id) && this.form(item));
  }

  /** @param {Item} item @param {string} action */
  open(item, action) {
    this.forms.set(item.id, { action, reason: this.forms.get(item.id)?.reason ?? "", problem: "" });
    this.panel.draw();
    this.panel.focusKey(`reason ${item.id}`);
  }

  /** @param {Item} item */
  form(item) {
    const form = /** @type {{action: string, reason: string, problem: string}} */ (this.forms.get(item.id));
    const override = form.action === "override";
    const area = el("textarea", {
      rows: "2", "data-key": `reason ${item.id}`,
      "aria-invalid": form.problem ? "true" : null,
      "aria-describedby": form.problem ? `p-${item.id}` : null,
      oninput: (/** @type {Event} */ event) => {
        form.reason = /** @type {HTMLTextAreaElement} */ (event.target).value;
      },
    });
    /** @type {HTMLTextAreaElement} */ (area).value = form.reason;
    const close = () => {
      this.forms.delete(item.id);
      this.panel.draw();
      this.panel.focusKey(`${form.action} ${item.id}`);
    };
    return el("form.remarking", {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        if (form.reason.trim()) this.send(item, form.action, form.reason.trim());
        else this.fail(item, override ? "Say why you override it: the reason is kept with your name." : "Write the comment first.");
      },
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        close();
      },
    },
      el("label.field", {}, override ? "Why it may stand all the same" : "Comment", area),
      form.problem && el("p.problem", { id: `p-${item.id}` }, form.problem),
      el("div.row", {},
        el("button.main", { type: "submit" }, override ? "Override" : "Add comment"),
        el("button", { type: "button", onclick: close }, "Cancel")));
  }

  /** @param {Item} item @param {string} problem */
  fail(item, problem) {
    const form = this.forms.get(item.id);
    if (form) form.problem = problem;
    this.panel.draw();
    this.panel.say(problem);
    if (form) this.panel.focusKey(`reason ${item.id}`);
  }

  /** @param {Item} item @param {string} action @param {string} reason */
  async send(item, action, reason) {
    if (this.busy.has(item.id)) return;
    this.busy.add(item.id);
    try {
      const body = { item: item.id, action, reason, ...this.panel.editor };
      const changed = await this.panel.relay.call("remarks", { body });
      this.forms.delete(item.id);
      this.panel.ledger.items.set(item.id, changed);
      this.panel.told("ledger-remark", { item: changed, action });
      this.panel.say(`${capital(action)}: kept. ${this.panel.left()}`);
    } catch (error) {
      this.fail(item, `Not kept. ${/** @type {Error} */ (error).message}`);
    } finally {
      this.busy.delete(item.id);
      this.panel.draw();
      if (reason && !this.forms.has(item.id)) this.panel.focusKey(`${action} ${item.id}`);
    }
  }
}

/* ------------------------------------------------------------------ after publication */

const NOTICES = ["correction", "clarification", "update", "retraction"];

/** "This story needs a correction", and the notice that a person makes of it. */
class Watch {
  /** @type {{needs_correction: boolean, events: WatchEvent[]} | null} */ found = null;
  /** @type {Map<number, Notice & {told: string}>} */ notices = new Map();
  shown = "";

  /** @param {LedgerPanel} panel @param {HTMLElement} place */
  constructor(panel, place) {
    this.panel = panel;
    this.place = place;
  }

  /** Look whether something came. */
  async look() {
    const had = this.found?.needs_correction;
    try {
      this.found = await this.panel.relay.call("watch");
    } catch {
      return; // what was known stays on the page; the next look may succeed
    }
    this.draw();
    if (this.found?.needs_correction && !had) this.panel.say("This story needs a correction.");
  }

  /** @param {WatchEvent} event @param {string} kind */
  async draft(event, kind) {
    try {
      const body = { event: event.seq, kind, ...this.panel.editor };
      const notice = await this.panel.relay.call("notices", { body });
      this.notices.set(event.seq, { ...notice, told: "" });
      this.panel.say(`${capital(notice.kind)} drafted. Edit it and copy it: nothing is published from here.`);
    } catch (error) {
      this.panel.say(/** @type {Error} */ (error).message);
      return;
    }
    this.draw();
    this.panel.focusKey(`notice ${event.seq}`);
  }

  draw() {
    const events = (this.found?.needs_correction && this.found.events) || [];
    const state = JSON.stringify([events, [...this.notices].map(([seq, one]) => [seq, one.told])]);
    if (state === this.shown) return;
    this.shown = state;
    this.place.hidden = events.length === 0;
    this.place.replaceChildren(
      el("h3", {}, shape("disputed"), "This story needs a correction"),
      el("ul", {}, ...events.map((event) => this.view(event))),
    );
  }

  /** @param {WatchEvent} event */
  view(event) {
    const notice = this.notices.get(event.seq);
    const of = (/** @type {{status: string, value: string}} */ one) => dotted(one.value, one.status);
    return el("li", {},
      el("p.claim-text", {}, event.claim.text),
      el("p.diff", {},
        el("del", {}, el("span.hidden", {}, "was: "), of(event.from)), " → ",
        el("ins", {}, el("span.hidden", {}, "now: "), of(event.to))),
      el("p.meta", {}, dotted(event.kind !== "none" && event.kind, event.source_name),
        " · ", authorityMark(event.authority), event.effective_from && ` · from ${when(event.effective_from)}`),
      event.quote && el("blockquote", {}, el("mark", {}, event.quote)),
      notice ? this.notice(event, notice) : this.offer(event));
  }

  /** @param {WatchEvent} event */
  offer(event) {
    const kind = /** @type {HTMLSelectElement} */ (el("select", { "aria-label": "Kind of notice" },
      ...NOTICES.map((one) => el("option", { value: one, selected: one === event.kind }, one))));
    return el("div.row", {},
      el("button", { type: "button", "data-key": `draft ${event.seq}`, onclick: () => this.draft(event, kind.value) }, "Draft a notice"),
      kind);
  }

  /** @param {WatchEvent} event @param {Notice & {told: string}} notice */
  notice(event, notice) {
    const area = /** @type {HTMLTextAreaElement} */ (el("textarea", {
      rows: "7", "data-key": `notice ${event.seq}`,
      oninput: () => {
        const [headline, , ...rest] = area.value.split("\n");
        Object.assign(notice, { headline, text: rest.join("\n") });
      },
    }));
    area.value = `${notice.headline}\n\n${notice.text}`;
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(area.value);
        notice.told = "Copied.";
      } catch {
        area.select(); // no clipboard without a secure context: the reader's own key copies it
        notice.told = "Selected: copy it with Ctrl+C.";
      }
      this.panel.say(notice.told);
      told.textContent = notice.told;
    };
    const told = el("span.meta", {}, notice.told);
    return el("div.notice", {},
      el("label.field", {}, `Draft of a ${notice.kind}: yours to edit`, area),
      el("div.row", {}, el("button.main", { type: "button", onclick: copy }, "Copy"), told));
  }
}

/** The revisions of the draft's ledger, and what changed between two of them. */
class History {
  /** @type {Revision[]} */ items = [];
  /** What to ask for as `before` to go on; 0: there is no more. */ next = 0;

  /** @param {LedgerPanel} panel @param {HTMLElement} place */
  constructor(panel, place) {
    this.panel = panel;
    this.result = el("div", {});
    this.from = /** @type {HTMLSelectElement} */ (el("select", { "data-key": "from" }));
    this.to = /** @type {HTMLSelectElement} */ (el("select", { "data-key": "to" }));
    this.list = el("ol.revisions", {});
    this.note = el("p.meta", {});
    this.more = el("button", { type: "button", "data-key": "earlier", hidden: true, onclick: () => this.load(this.next) }, "Earlier revisions");
    this.details = /** @type {HTMLDetailsElement} */ (el("details", { ontoggle: () => this.details.open && this.load() },
      el("summary", {}, "History"),
      this.note,
      el("form.row", { onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        this.compare();
      } },
        el("label", {}, "From ", this.from), el("label", {}, "to ", this.to),
        el("button", { type: "submit" }, "What changed")),
      this.result, this.list, this.more));
    place.append(this.details);
  }

  /** Read the newest revisions, or those before one. @param {number} [before] */
  async load(before = 0) {
    try {
      const read = await this.panel.relay.call("revisions", { query: before ? { before } : {} });
      this.items = [...(before ? this.items : []), .../** @type {Revision[]} */ (read.items)]
        .toSorted((a, b) => b.revision - a.revision);
      this.next = read.next ?? 0;
    } catch (error) {
      this.note.textContent = /** @type {Error} */ (error).message;
      return;
    }
    this.more.hidden = !this.next;
    this.note.textContent = this.items.length > 0 ? "" : "No check has ended yet.";
    const options = () => this.items.map((one) => el("option", { value: one.revision }, String(one.revision)));
    this.from.replaceChildren(...options());
    this.to.replaceChildren(...options());
    this.from.value = String((this.items[1] ?? this.items[0])?.revision ?? "");
    this.list.replaceChildren(...this.items.map((one) => el("li", {},
      el("p", {}, `Revision ${one.revision}`),
      el("p.meta", {}, dotted(clock(one.created), one.editor, ...STATUSES
        .filter((status) => one.summary?.[status] > 0)
        .map((status) => `${one.summary[status]} ${status}`))))));
  }

  async compare() {
    if (this.items.length === 0) return;
    const [from, to] = [this.from.value, this.to.value];
    try {
      const diff = await this.panel.relay.call("diff", { query: { from, to } });
      this.show(diff, from, to);
    } catch (error) {
      this.result.replaceChildren(el("p.problem", {}, /** @type {Error} */ (error).message));
    }
    this.panel.say(this.result.querySelector("p")?.textContent ?? "");
  }

  /** @param {any} diff @param {string} from @param {string} to */
  show(diff, from, to) {
    const lines = [
      ...(diff.came ?? []).map((/** @type {Claim} */ one) => el("li", {}, el("strong", {}, "New: "), `${one.text} (${one.status})`)),
      ...(diff.went ?? []).map((/** @type {Claim} */ one) => el("li", {}, el("strong", {}, "Gone: "), `${one.text} (${one.status})`)),
      ...(diff.changed ?? []).map((/** @type {{before: Claim, after: Claim}} */ one) => el("li", {},
        one.after.text, " ", el("del", {}, el("span.hidden", {}, "was "), one.before.status), " → ",
        el("ins", {}, el("span.hidden", {}, "now "), one.after.status))),
    ];
    const edited = (diff.paragraphs ?? []).length;
    this.result.replaceChildren(
      el("p", {}, dotted(`Revision ${from} to ${to}`, counted(edited, "paragraph changed", "paragraphs changed"),
        lines.length === 0 && "the same claims with the same status")),
      el("ul", {}, ...lines));
  }
}

/* ------------------------------------------------------------------ looks */

const SHEET = new CSSStyleSheet();
SHEET.replaceSync(`
:host {
  --ink: light-dark(#1c1f23, #e6e8ea); --soft: light-dark(#565d66, #a9b1ba);
  --paper: light-dark(#fff, #1b1e22); --raised: light-dark(#f4f5f7, #25292e);
  --line: light-dark(#d5d9de, #3b4148); --edge: light-dark(#7a828c, #7f8891);
  --link: light-dark(#0b57b0, #8ab8ff); --on-link: light-dark(#fff, #10151c);
  --refuted: light-dark(#b3161f, #ff9a94); --disputed: light-dark(#8a4b00, #f3b562);
  --stale: light-dark(#5c4a9c, #c3b4ff); --unverified: light-dark(#4f5965, #b4bdc7);
  --unchecked: light-dark(#4f5965, #b4bdc7); --verified: light-dark(#14683a, #7fd6a2);
  --marked: light-dark(#fff1a8, #5a4a00);
  display: block; container-type: inline-size; color: var(--ink); background: var(--paper);
  font: 14px/1.4 system-ui, sans-serif; text-align: start; overflow-wrap: anywhere;
}
:host([theme="light"]) { color-scheme: light; }
:host([theme="dark"]) { color-scheme: dark; }
:host([hidden]), [hidden] { display: none !important; }
*, *::before, *::after { box-sizing: border-box; }
h2, h3, p, ul, ol, blockquote, fieldset { margin: 0; padding: 0; border: 0; }
ul, ol { list-style: none; }
h2 { font-size: 16px; } h3 { font-size: 14px; } .block > h3 { font-size: 12px; color: var(--soft); }
button, select, textarea { font: inherit; color: inherit; }
button {
  min-height: 28px; padding: 2px 10px; border: 1px solid var(--edge); border-radius: 5px;
  background: var(--paper); cursor: pointer;
}
button:hover { background: var(--raised); }
button.main { background: var(--link); border-color: var(--link); color: var(--on-link); font-weight: 600; }
button.main:hover { text-decoration: underline; }
button[aria-disabled="true"] { background: var(--raised); border-color: var(--line); color: var(--soft); cursor: default; text-decoration: none; }
button.quiet { border-color: transparent; background: none; color: var(--link); min-height: 24px; padding: 0 4px; }
button.quiet:hover { text-decoration: underline; }
:is(button, select, textarea, input, summary):focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
select, textarea { background: var(--paper); border: 1px solid var(--edge); border-radius: 5px; padding: 3px 6px; min-height: 28px; max-width: 100%; }
textarea { display: block; width: 100%; resize: vertical; }
input[type="checkbox"] { width: 18px; height: 18px; margin: 1px 0 0; flex: none; accent-color: var(--link); }
progress { width: 100%; height: 6px; accent-color: var(--link); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.meta, .remark { color: var(--soft); font-size: 12px; }
.row { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; }
.shape { flex: none; display: inline-block; vertical-align: -3px; }
.refuted { --tone: var(--refuted); } .disputed { --tone: var(--disputed); } .stale { --tone: var(--stale); }
.unverified { --tone: var(--unverified); } .unchecked { --tone: var(--unchecked); } .verified { --tone: var(--verified); }
header { padding: 10px 12px 8px; display: grid; gap: 8px; border-bottom: 1px solid var(--line); }
header .row { justify-content: space-between; }
.count { font-weight: 600; }
.status { font-size: 13px; min-height: 1.4em; color: var(--soft); }
.down { padding: 8px 12px; border-inline-start: 4px solid var(--disputed); background: var(--raised); display: grid; gap: 6px; justify-items: start; }
.watch { padding: 10px 12px; border-inline-start: 4px solid var(--refuted); background: var(--raised); display: grid; gap: 8px; }
.watch h3 { color: var(--refuted); } .watch h3 .shape { margin-inline-end: 6px; }
.watch ul { display: grid; gap: 10px; } .watch li { display: grid; gap: 4px; justify-items: start; }
.notice { width: 100%; display: grid; gap: 6px; }
.filters { display: flex; flex-wrap: wrap; gap: 4px; padding: 8px 12px; border-bottom: 1px solid var(--line); align-items: center; }
.filters button { display: inline-flex; gap: 5px; align-items: center; min-height: 26px; padding: 1px 8px; border-radius: 13px; font-size: 13px; border-color: var(--line); }
.filters button[aria-pressed="true"] { border-color: var(--link); box-shadow: inset 0 0 0 1px var(--link); font-weight: 600; }
.filters .shape { color: var(--tone); width: 14px; height: 14px; }
.filters label { margin-inline-start: auto; font-size: 12px; color: var(--soft); }
.claim { border-bottom: 1px solid var(--line); border-inline-start: 4px solid var(--tone); }
.claim:is(.unverified, .unchecked) { border-inline-start-color: var(--edge); } .claim.verified { border-inline-start-color: var(--line); }
.head { display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: start; }
button.jump { display: block; width: 100%; text-align: start; border: 0; border-radius: 0; background: none; padding: 7px 4px 7px 10px; }
button.jump:hover { background: var(--raised); }
button.jump:focus-visible, button.more:focus-visible { outline-offset: -2px; }
.claim-text { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.open .claim-text, .watch .claim-text { display: block; }
.facts { display: flex; flex-wrap: wrap; gap: 0 8px; font-size: 12px; color: var(--soft); margin-top: 2px; align-items: center; }
.word { display: inline-flex; gap: 4px; align-items: center; color: var(--tone); font-weight: 650; }
.word .shape { width: 14px; height: 14px; }
.authority { border: 1px solid var(--line); border-radius: 3px; padding: 0 4px; color: var(--ink); font-size: 11px; }
.authority.official { border-color: var(--edge); font-weight: 650; }
.authority.none { border-style: dashed; color: var(--soft); }
.badge { border: 1px solid var(--edge); border-radius: 3px; padding: 0 4px; font-size: 11px; }
.todo { color: var(--disputed); font-weight: 600; }
button.more { border: 0; background: none; min-width: 32px; min-height: 36px; padding: 0; color: var(--soft); }
button.more::before { content: ""; display: inline-block; width: 7px; height: 7px; border: solid currentColor; border-width: 0 2px 2px 0; transform: rotate(45deg) translate(-2px, -2px); }
button.more[aria-expanded="true"]::before { transform: rotate(225deg) translate(-1px, -1px); }
.why { padding: 2px 12px 12px 10px; display: grid; gap: 10px; }
.block { display: grid; gap: 4px; } .block > ul { display: grid; gap: 8px; }
.evidence { display: grid; gap: 3px; padding-inline-start: 8px; border-inline-start: 2px solid var(--line); }
.evidence.supports { border-color: var(--verified); } .evidence.refutes { border-color: var(--refuted); border-inline-start-style: double; border-inline-start-width: 4px; }
blockquote { font-family: Georgia, "Times New Roman", serif; font-size: 14px; }
.context { color: var(--soft); }
mark { background: var(--marked); color: var(--ink); padding: 0 1px; }
del { color: var(--refuted); text-decoration: line-through; } ins { color: var(--verified); text-decoration: underline; text-underline-offset: 2px; }
.items { display: grid; gap: 8px; } .item { display: grid; gap: 2px; }
.item > label { display: flex; gap: 8px; align-items: start; cursor: pointer; }
.item.ticked > label span, .item.overridden > label span { color: var(--soft); }
.item > .row, .item > .remark, .item > form { margin-inline-start: 26px; }
.remarking { display: grid; gap: 6px; } .field { display: grid; gap: 2px; font-size: 12px; color: var(--soft); }
.field textarea { font-size: 14px; color: var(--ink); }
.problem { color: var(--refuted); font-size: 13px; }
.whole { padding: 8px 12px; border-bottom: 1px solid var(--line); display: grid; gap: 6px; }
.empty { padding: 16px 12px; color: var(--soft); }
details { padding: 8px 12px; } details > * + * { margin-top: 8px; } summary { cursor: pointer; min-height: 24px; }
.revisions { display: grid; gap: 6px; }
@container (max-width: 359px) {
  .filters label { margin-inline-start: 0; width: 100%; } header .row button.main { width: 100%; }
}
@media (prefers-reduced-motion: no-preference) { button { transition: background-color 120ms; } }
@media (forced-colors: active) {
  .claim, .evidence, .watch, .down { border-inline-start-color: CanvasText; }
  mark { background: Mark; color: MarkText; forced-color-adjust: none; }
  .filters button[aria-pressed="true"] { border: 2px solid Highlight; }
}
`);

/* ------------------------------------------------------------------ the element */

/** How long typing must rest before the text is compared again, in milliseconds. */
const REST = 150;
/** Seconds that one request for the progress of a check may wait at the server. */
const WAIT = 10;
/** Seconds between two tries while the service is down: doubled from the first to the last. */
const FIRST_TRY = 2;
const LAST_TRY = 30;

export class LedgerPanel extends HTMLElement {
  /** @type {Host | null} */ #host = null;
  /** @type {(() => void) | null} */ #unsubscribe = null;
  /** @type {AbortController | null} */ #life = null;
  /** @type {AbortController | null} */ #following = null;
  /** @type {Map<string, {state: string, node: HTMLElement}>} */ #rows = new Map();
  /** @type {Set<string>} */ #open = new Set();
  /** @type {{done: number, total: number} | null} */ #progress = null;
  #filter = "all";
  #asInText = false;
  #down = false;
  #loaded = false;
  #wanted = false;
  #rest = 0;
  #left = "";
  #filters = "";
  #whole = "";
  ledger = new Ledger();
  relay = new Relay("");
  checklist = new Checklist(this);

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [SHEET];
    const make = (/** @type {string} */ tag, /** @type {Record<string, unknown>} */ given = {}) => el(tag, given);
    this.title_ = make("h2");
    this.counter = make("span.count");
    this.dates = make("p.meta");
    this.button = make("button.main", { type: "button", "data-key": "check", onclick: () => this.#progress || this.check() });
    this.bar = make("progress", { "aria-label": "Progress of the check" });
    this.status = make("p.status", { role: "status" });
    this.downNote = el("section.down", { hidden: true, "aria-label": "Service" },
      el("p", {}, WORDS.down),
      el("button", { type: "button", "data-key": "again", onclick: () => this.refresh() }, "Try again"));
    const watched = make("section.watch", { hidden: true, "aria-label": "After publication" });
    this.filters = make("div.filters", { role: "group", "aria-label": "Show claims by status" });
    this.empty = make("p.empty");
    this.whole = make("section.whole", { hidden: true, "aria-label": "About the whole draft" });
    this.list = make("ul.claims", { "aria-label": "Claims" });
    const past = make("div");
    root.append(
      el("header", {},
        el("div.row", {}, this.title_, this.counter), this.dates,
        el("div.row", {}, this.button), this.bar, this.status),
      this.downNote, watched, this.filters, this.whole, this.empty, this.list, past);
    this.watch = new Watch(this, watched);
    this.history = new History(this, past);
    root.addEventListener("keydown", (event) => this.#key(/** @type {KeyboardEvent} */ (event)));
  }

  static observedAttributes = ["endpoint", "heading"];

  /** @param {string} name */
  attributeChangedCallback(name) {
    if (name === "heading") this.title_.textContent = this.getAttribute("heading") ?? "Ledger";
    else if (this.#life) this.#begin();
  }

  connectedCallback() {
    this.title_.textContent = this.getAttribute("heading") ?? "Ledger";
    if (!this.hasAttribute("role")) this.setAttribute("role", "region");
    if (!this.hasAttribute("aria-label")) this.setAttribute("aria-label", "Ledger of claims");
    this.#subscribe();
    this.#begin();
  }

  disconnectedCallback() {
    this.#life?.abort();
    this.#life = null;
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    document.removeEventListener("keydown", this.#escape);
    clearTimeout(this.#rest);
  }

  /** The editor beside the panel. @type {Host | null} */
  get host() {
    return this.#host;
  }

  set host(host) {
    this.#host = host;
    if (this.isConnected) this.#subscribe();
    this.#compare();
  }

  /** Sent with what changes something: the page's own token against forged requests. */
  get headers() {
    return this.relay.headers;
  }

  set headers(headers) {
    this.relay.headers = headers;
  }

  /** The last ledger, as the service gave it; null before the first check. */
  get snapshot() {
    return this.ledger.snapshot;
  }

  /** Who remarks and checks, for the service. @returns {{editor?: string}} */
  get editor() {
    return this.#host?.editor ? { editor: this.#host.editor } : {};
  }

  /** Read the last ledger and the watch again. */
  async refresh() {
    await this.#load();
    await this.watch.look();
  }

  /** Check the text as it is now; only what changed is read again. */
  async check() {
    if (!this.#host || !this.#life) return;
    if (this.#progress) {
      this.#wanted = true; // what was written meanwhile is checked when this one has ended
      return;
    }
    this.#wanted = false;
    const paragraphs = this.#host.paragraphs().filter((one) => one.text.trim());
    const body = {
      title: this.#host.title(), paragraphs, ...this.editor,
      as_of: this.getAttribute("as-of") ?? "", known_at: this.getAttribute("known-at") ?? "",
    };
    this.#progress = { done: 0, total: paragraphs.length };
    this.say("Checking…");
    this.draw();
    try {
      const accepted = await this.relay.call("checks", { body, signal: this.#life.signal });
      await this.#follow(accepted.check, this.#life.signal);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#progress = null;
      this.draw();
    }
    if (this.#wanted && this.ledger.changed > 0 && !this.#down) await this.check();
  }

  /** Back from the text to the claim that was left. */
  focusBack() {
    if (!this.#left) return;
    document.removeEventListener("keydown", this.#escape);
    this.focusKey(this.#left);
    this.#left = "";
  }

  /** Say something to those who listen and to those who look. @param {string} text */
  say(text) {
    if (this.status.textContent !== text) this.status.textContent = text;
  }

  /** @param {string} name @param {unknown} detail */
  told(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  /** How much is left to do, in words. */
  left() {
    const open = this.ledger.unresolved;
    return open === 0 ? "Nothing to resolve" : `${open} to resolve`;
  }

  /** @param {string} key */
  focusKey(key) {
    const found = this.shadowRoot?.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (found instanceof HTMLElement) found.focus();
  }

  /* ---------------------------------------------------------------- work */

  #begin() {
    this.#life?.abort();
    this.#life = new AbortController();
    const headers = this.relay.headers;
    this.relay = new Relay(this.getAttribute("endpoint") ?? "");
    this.relay.headers = headers;
    this.draw();
    this.refresh();
    this.#keepWatch(this.#life.signal);
  }

  #subscribe() {
    this.#unsubscribe?.();
    const changed = () => {
      clearTimeout(this.#rest);
      this.#rest = setTimeout(() => this.#compare(), REST);
    };
    this.#unsubscribe = this.#host?.subscribe?.(changed) ?? null;
  }

  #compare() {
    if (this.#host) this.ledger.compare(this.#host.paragraphs());
    this.draw();
  }

  async #load() {
    try {
      this.ledger.read(await this.relay.call("ledger"));
      this.#down = false;
    } catch (error) {
      const missing = error instanceof Problem && error.status === 404;
      if (!missing) this.#fail(error);
      else this.#down = false;
    }
    this.#loaded = true;
    this.#compare();
  }

  /** Follow a check to its end. @param {string} id @param {AbortSignal} signal */
  async #follow(id, signal) {
    let after = 0;
    let tries = 0;
    for (;;) {
      /** @type {any} */
      let read;
      try {
        read = await this.relay.call(`checks/${encodeURIComponent(id)}`, { query: { after, wait: WAIT }, signal });
        tries = 0;
        this.#down = false;
      } catch (error) {
        if (!(error instanceof Problem) || !(error.down || error.status === 429)) throw error;
        this.#down = error.down;
        this.draw();
        await pause(error.wait || Math.min(LAST_TRY, FIRST_TRY * 2 ** tries), signal);
        tries += 1;
        continue;
      }
      for (const event of read.events) this.#take(event);
      after = Math.max(after, read.last_seq ?? 0, ...read.events.map((/** @type {{seq: number}} */ one) => one.seq));
      if (["queued", "running"].includes(read.status)) {
        this.#compare();
        continue;
      }
      await this.#ended(read);
      return;
    }
  }

  /** @param {any} event */
  #take(event) {
    if (event.type !== "paragraph" || !this.#progress) return;
    this.#progress.done += 1;
    this.ledger.take(event.paragraph, event.claims ?? [], event.checklist ?? []);
  }

  /** @param {any} read */
  async #ended(read) {
    if (read.status === "failed") throw new Problem(422, told(422, read.problem ?? {}));
    if (read.status === "superseded") this.say(WORDS.superseded);
    await this.#load();
    if (read.status === "superseded") return;
    const summary = this.ledger.snapshot?.summary ?? {};
    this.say(dotted(
      `Checked: ${counted(summary.claims_checked ?? 0, "claim")} read anew, ${summary.claims_cached ?? 0} taken over`,
      summary.refuted > 0 && `${summary.refuted} refuted`, summary.disputed > 0 && `${summary.disputed} disputed`,
      this.left()));
    this.told("ledger-checked", { summary });
    await this.watch.look();
  }

  /** @param {unknown} error */
  #fail(error) {
    if (!(error instanceof Problem)) {
      if (this.#life?.signal.aborted || (error instanceof DOMException && error.name === "AbortError")) return;
      throw error;
    }
    this.#down = error.down;
    this.say(error.down ? WORDS.away : error.message);
    this.draw();
  }

  /** @param {AbortSignal} signal */
  async #keepWatch(signal) {
    const every = Number(this.getAttribute("watch-seconds") ?? 60);
    while (every > 0 && !signal.aborted) {
      try {
        await pause(every, signal);
      } catch {
        return;
      }
      if (document.visibilityState === "visible") await this.watch.look();
    }
  }

  /** @param {Claim} claim */
  #jump(claim) {
    const place = this.ledger.now.get(claim.paragraph);
    const checked = this.ledger.snapshot?.paragraphs.find((one) => one.id === claim.paragraph);
    if (!this.#host || !place || !checked) {
      this.say(WORDS.gone);
      return;
    }
    let [start, end] = [0, place.text.length];
    const [from, to] = [units(checked.text, claim.start), units(checked.text, claim.end)];
    const at = place.text === checked.text ? from : place.text.indexOf(checked.text.slice(from, to));
    if (at >= 0) [start, end] = [at, at + to - from];
    this.#left = `jump ${claim.id}`;
    document.addEventListener("keydown", this.#escape);
    this.say(WORDS.back);
    this.#host.jump(place.id, start, end);
    this.told("ledger-jump", { claim: claim.id, paragraph: place.id, start, end });
  }

  #escape = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || event.defaultPrevented || event.composedPath().includes(this)) return;
    event.preventDefault();
    this.focusBack();
  };

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const row = /** @type {HTMLElement | null} */ (target.closest(".claim"));
    if (!row || target.matches("textarea, select") || event.altKey || event.ctrlKey || event.metaKey) return;
    const id = row.dataset.claim ?? "";
    const onHead = target.matches(".jump, .more");
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && onHead) {
      const rows = [...this.list.children];
      const next = rows[rows.indexOf(row) + step];
      if (next instanceof HTMLElement) this.focusKey(`jump ${next.dataset.claim}`);
    } else if (event.key === "ArrowRight" && onHead) this.#toggle(id, true);
    else if (["ArrowLeft", "Escape"].includes(event.key) && this.#open.has(id) && (onHead || event.key === "Escape")) {
      this.#toggle(id, false);
      this.focusKey(`jump ${id}`);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {string} id @param {boolean} open */
  #toggle(id, open) {
    if (open) this.#open.add(id);
    else this.#open.delete(id);
    this.draw();
  }

  /* ---------------------------------------------------------------- what is shown */

  /** Show what is known now; what did not change stays as it is, with the reader's focus. */
  draw() {
    const snapshot = this.ledger.snapshot;
    const focused = /** @type {HTMLElement | null} */ (this.shadowRoot?.activeElement)?.dataset.key;
    this.#drawHead(snapshot);
    this.#drawFilters();
    this.#drawWhole();
    const shown = this.ledger.sorted(this.#asInText)
      .filter((one) => this.#filter === "all" || this.ledger.status(one) === this.#filter);
    const nodes = shown.map((one) => this.#row(one));
    const same = nodes.length === this.list.children.length
      && nodes.every((node, index) => node === this.list.children[index]);
    if (!same) this.list.replaceChildren(...nodes);
    this.list.hidden = nodes.length === 0;
    this.empty.hidden = nodes.length > 0 || !this.#loaded || this.#progress !== null || (this.#down && !snapshot);
    this.empty.textContent = !snapshot ? WORDS.empty : this.ledger.claims.size > 0 ? WORDS.filtered : WORDS.nothing;
    const kept = /** @type {HTMLElement | null} */ (this.shadowRoot?.activeElement)?.dataset.key;
    if (focused && kept !== focused) this.focusKey(focused);
  }

  /** @param {Snapshot | null} snapshot */
  #drawHead(snapshot) {
    const changed = this.ledger.changed;
    const running = this.#progress !== null;
    this.counter.hidden = !snapshot;
    this.counter.textContent = this.left();
    this.counter.classList.toggle("todo", this.ledger.unresolved > 0);
    this.dates.hidden = !snapshot;
    this.dates.textContent = snapshot && dotted(
      `as of ${when(snapshot.as_of)}`, `known at ${when(snapshot.known_at)}`,
      `revision ${snapshot.revision}`, snapshot.checked_at && `checked ${clock(snapshot.checked_at)}`);
    this.button.hidden = !this.#host;
    this.button.setAttribute("aria-disabled", String(running));
    this.button.textContent = running ? "Checking…"
      : !snapshot ? "Check this draft"
        : changed > 0 ? `Check ${counted(changed, "changed paragraph")}` : "Check again";
    this.bar.hidden = !running;
    if (this.#progress) {
      const { done, total } = this.#progress;
      this.bar.setAttribute("max", String(Math.max(total, done, 1)));
      this.bar.setAttribute("value", String(done));
      this.bar.textContent = `${done} of ${total}`;
      if (done > 0) this.say(`Checking: ${done} of ${counted(total, "paragraph")}`);
    }
    this.downNote.hidden = !this.#down;
  }

  #drawFilters() {
    const counts = new Map(STATUSES.map((status) => [status, 0]));
    for (const claim of this.ledger.claims.values()) {
      const status = this.ledger.status(claim);
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
    const state = JSON.stringify([[...counts], this.#filter, this.#asInText]);
    this.filters.hidden = this.ledger.claims.size === 0;
    if (state === this.#filters) return;
    this.#filters = state;
    const chip = (/** @type {string} */ status, /** @type {number} */ count) => el("button", {
      type: "button", class: status, "data-key": `filter ${status}`, "aria-pressed": String(this.#filter === status),
      onclick: () => {
        this.#filter = this.#filter === status ? "all" : status;
        this.draw();
        this.say(counted(this.list.children.length, "claim shown", "claims shown"));
      },
    }, status !== "all" && shape(status), `${capital(status)} ${count}`);
    const order = /** @type {HTMLSelectElement} */ (el("select", {
      "data-key": "order",
      onchange: () => {
        this.#asInText = order.value === "text";
        this.draw();
      },
    }, el("option", { value: "worst" }, "worst first"), el("option", { value: "text" }, "as in the text")));
    order.value = this.#asInText ? "text" : "worst";
    this.filters.replaceChildren(
      chip("all", this.ledger.claims.size),
      ...STATUSES.filter((status) => counts.get(status) || status === this.#filter)
        .map((status) => chip(status, counts.get(status) ?? 0)),
      el("label", {}, "Order ", order));
  }

  #drawWhole() {
    const items = this.ledger.whole;
    const state = JSON.stringify(items.map((one) => this.checklist.state(one)));
    if (state === this.#whole) return;
    this.#whole = state;
    this.whole.hidden = items.length === 0;
    this.whole.replaceChildren(el("h3", {}, "About the whole draft"),
      el("ul.items", {}, ...items.map((one) => this.checklist.view(one))));
  }

  /** @param {Claim} claim @returns {HTMLElement} */
  #row(claim) {
    const status = this.ledger.status(claim);
    const open = this.#open.has(claim.id);
    const items = this.ledger.checklist(claim);
    const gone = this.ledger.now.size > 0 && !this.ledger.now.get(claim.paragraph);
    const state = JSON.stringify([claim, status, open, gone, items.map((one) => this.checklist.state(one))]);
    const kept = this.#rows.get(claim.id);
    if (kept?.state === state) return kept.node;
    const node = this.#rowView(claim, { status, open, gone, items });
    this.#rows.set(claim.id, { state, node });
    return node;
  }

  /** @param {Claim} claim @param {{status: string, open: boolean, gone: boolean, items: Item[]}} at */
  #rowView(claim, { status, open, gone, items }) {
    const first = decisive(claim);
    const todo = items.filter((one) => one.state === "open").length;
    const overridden = items.find((one) => one.state === "overridden")?.remarks.findLast((one) => one.action === "override");
    const why = `why-${claim.id}`;
    return el(`li.claim.${status}`, { class: `claim ${status}${open ? " open" : ""}`, "data-claim": claim.id },
      el("div.head", {},
        el("button.jump", { type: "button", "data-key": `jump ${claim.id}`, onclick: () => this.#jump(claim) },
          el("span.claim-text", {}, claim.text),
          el("span.facts", {},
            el("span.word", { title: MEANING[/** @type {keyof MEANING} */ (status)] ?? status }, shape(status), capital(status),
              status !== claim.status && ` (was ${claim.status})`),
            authorityMark(claim.authority),
            first?.published && first.stance !== "near" && el("span", {}, first.published.slice(0, 10)),
            el("span", {}, `as of ${claim.as_of.slice(0, 10)}`),
            gone && el("span.badge", {}, "no longer in the text"),
            overridden && el("span.badge", {}, `overridden by ${person(overridden.by)}`),
            todo > 0 && el("span.todo", {}, `${todo} to check`))),
        el("button.more", {
          type: "button", "data-key": `more ${claim.id}`, "aria-expanded": String(open), "aria-controls": open && why,
          "aria-label": `Why: ${claim.text}`, onclick: () => this.#toggle(claim.id, !open),
        })),
      open && el("div.why", { id: why }, .../** @type {Node[]} */ (
        whyView(claim, status, items.map((one) => this.checklist.view(one, claim.text))).filter(Boolean))));
  }
}

if (!customElements.get("ledger-panel")) customElements.define("ledger-panel", LedgerPanel);
