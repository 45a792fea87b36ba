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
    const kept = old.claims.filter((one) => one.paragraph !== paragraph.id);
    const known = old.paragraphs.some((one) => one.id === paragraph.id);
    const fresh = new Set(items.map((one) => one.id));
    this.read({
      ...old,
      paragraphs: known
        ? old.paragraphs.map((one) => (one.id === paragraph.id ? paragraph : one))
        : [...old.paragraphs, paragraph],
      claims: [...kept, ...claims],
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
const spell = (of) => dotted([of.status, of.since && `since ${of.since}`, of.until && `until ${of.until}`].filter(Boolean).join(" "));

/** @param {string} title @param {...(Node | string | null | false)} children */
const block = (title, ...children) => el("section.block", {}, el("h4", {}, title), ...children);

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
      one.published && `published ${one.published}`,
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
      change.effective_from && `from ${change.effective_from}`)));
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
      claim.value && el("p", {}, "What stands: ", el("strong", {}, claim.value)),
      el("p.meta", {}, dotted(
        status !== claim.status && `was ${claim.status} when checked`,
        validity, `as of ${claim.as_of}`, claim.known_at && `known at ${claim.known_at}`))),
    claim.evidence.length > 0 && block("Evidence", el("ul", {}, ...claim.evidence.map(evidenceView))),
    claim.conflicts.length > 0 && block("Conflicts with", el("ul", {}, ...claim.conflicts.map((one) => el("li", {},
      el("p", {}, one.summary),
      el("p.meta", {}, dotted(one.outranked ? "outranked" : "open", one.keys.join(", "))))))),
    claim.changes.length > 0 && block("Changed", el("ul", {}, ...claim.changes.map(changeView))),
    claim.pending.length > 0 && block("Pending", el("ul", {}, ...claim.pending.map((one) => el("li", {},
      el("p", {}, one.summary),
      one.quote && el("blockquote", {}, el("mark", {}, one.quote)),
      el("p.meta", {}, dotted(one.effective_from && `from ${one.effective_from}`, one.key)))))),
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

  /** @param {Item} item @returns {HTMLElement} */
  view(item) {
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
    const label = el("label", {}, box, el("span", {}, item.text));
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
        el("strong", {}, dotted(one.by, one.action === "comment" ? "" : one.action)), ` ${clock(one.at)}: `, one.reason)),
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

  /** @param {WatchEvent} event */
  async draft(event) {
    try {
      const body = { event: event.seq, ...this.panel.editor };
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
        " · ", authorityMark(event.authority), event.effective_from && ` · from ${event.effective_from}`),
      event.quote && el("blockquote", {}, el("mark", {}, event.quote)),
      notice ? this.notice(event, notice) : el("button", {
        type: "button", "data-key": `draft ${event.seq}`, onclick: () => this.draft(event),
      }, "Draft a notice"));
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

  /** @param {LedgerPanel} panel @param {HTMLElement} place */
  constructor(panel, place) {
    this.panel = panel;
    this.result = el("div", {});
    this.from = /** @type {HTMLSelectElement} */ (el("select", { "data-key": "from" }));
    this.to = /** @type {HTMLSelectElement} */ (el("select", { "data-key": "to" }));
    this.list = el("ol.revisions", {});
    this.note = el("p.meta", {});
    this.details = /** @type {HTMLDetailsElement} */ (el("details", { ontoggle: () => this.details.open && this.load() },
      el("summary", {}, "History"),
      this.note,
      el("form.row", { onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        this.compare();
      } },
        el("label", {}, "From ", this.from), el("label", {}, "to ", this.to),
        el("button", { type: "submit" }, "What changed")),
      this.result, this.list));
    place.append(this.details);
  }

  async load() {
    try {
      const read = await this.panel.relay.call("revisions");
      this.items = /** @type {Revision[]} */ (read.items).toSorted((a, b) => b.revision - a.revision);
    } catch (error) {
      this.note.textContent = /** @type {Error} */ (error).message;
      return;
    }
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
    this.panel.say(this.result.textContent ?? "");
  }

  /** @param {any} diff @param {string} from @param {string} to */
  show(diff, from, to) {
    const lines = [
      ...(diff.came ?? []).map((/** @type {Claim} */ one) => el("li", {}, el("strong", {}, "New "), `${one.text} (${one.status})`)),
      ...(diff.went ?? []).map((/** @type {Claim} */ one) => el("li", {}, el("strong", {}, "Gone "), `${one.text} (${one.status})`)),
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
