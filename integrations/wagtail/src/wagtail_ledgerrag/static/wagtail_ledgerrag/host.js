/**
 * Ties <ledger-panel> to Wagtail's page editor: reads the draft as it is being typed, jumps to a
 * sentence, and asks for a check when the draft was saved.
 *
 * What holds text, and where, is told by a plan that the server wrote into the page
 * (reading/plan.py); the paragraphs that come out here are those that the server reads at
 * publishing, with the same ids.
 */

/** Waits after the last key before the panel is told that the text changed, in milliseconds. */
const SETTLED = 400;
/** Waits after a save before the changed paragraphs are checked, in milliseconds. */
const CALM = 1200;

const KINDS = {
  unstyled: "paragraph",
  blockquote: "quote",
  "ordered-list-item": "list",
  "unordered-list-item": "list",
};

/**
 * @typedef {{id: string, kind: string, text: string}} Paragraph
 * @typedef {{reads: string, kind?: string, child?: Node_, children?: Record<string, Node_>}} Node_
 * @typedef {Node_ & {name: string}} Field_
 */

/** Reads paragraphs out of the editor's own state. */
class Reader {
  /** @param {Field_[]} plan where text stands */
  constructor(plan) {
    this.plan = plan;
  }

  /** @returns {string} the title as it stands in its field */
  title() {
    return document.querySelector('[data-edit-form] [name="title"]')?.value ?? "";
  }

  /** @returns {Paragraph[]} the paragraphs that hold words, in order */
  paragraphs() {
    const found = [];
    for (const field of this.plan) {
      for (const paragraph of this.read(field, this.state(field.name), [field.name])) {
        if (paragraph.text.trim()) found.push(paragraph);
      }
    }
    return found;
  }

  /** The state of a field's widget; a widget without one is a plain field of the form. */
  state(name) {
    const widget = window.wagtail?.editHandler?.getPanelByName(name)?.getBoundWidget();
    if (widget?.getState) return widget.getState();
    return document.querySelector(`[data-edit-form] [name="${CSS.escape(name)}"]`)?.value ?? "";
  }

  /**
   * @param {Node_} node what is read
   * @param {any} state the editor's state of it
   * @param {string[]} path where it stands
   * @returns {Generator<Paragraph>}
   */
  *read(node, state, path) {
    if (state === null || state === undefined) return;
    switch (node.reads) {
      case "text":
        yield { id: path.join("."), kind: node.kind, text: String(state).replace(/\r\n?/g, "\n") };
        break;
      case "rich":
        yield* this.rich(state, path);
        break;
      case "list":
        for (const item of state) yield* this.read(node.child, item.value, [...path, item.id]);
        break;
      case "stream":
        for (const item of state) {
          const child = node.children[item.type];
          if (child) yield* this.read(child, item.value, [...path, item.id]);
        }
        break;
      case "struct":
        for (const [name, child] of Object.entries(node.children)) {
          yield* this.read(child, state[name], [...path, name]);
        }
        break;
      default:
    }
  }

  /** The blocks of a Draft.js editor. */
  *rich(state, path) {
    for (const block of state.getCurrentContent?.().getBlocksAsArray() ?? []) {
      const type = block.getType();
      if (type === "atomic") continue;
      const kind = KINDS[type] ?? (type.startsWith("header-") ? "heading" : "paragraph");
      yield { id: [...path, block.getKey()].join("."), kind, text: block.getText() };
    }
  }
}

/** Finds the place of a paragraph on the screen and selects a part of it. */
class Finder {
  /**
   * @param {string} id the paragraph
   * @param {number} start of the sentence, in UTF-16 units
   * @param {number} end of the sentence, in UTF-16 units
   * @returns {boolean} whether it was found
   */
  jump(id, start, end) {
    const block = this.draftBlock(id);
    const target = block ?? this.field(id);
    if (!target) return false;
    this.open(target);
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    target.scrollIntoView({ block: "center", behavior: still ? "auto" : "smooth" });
    if (block) this.selectIn(block, start, end);
    else this.selectField(target, start, end);
    return true;
  }

  /** The block of rich text with the key that ends the id. */
  draftBlock(id) {
    const key = CSS.escape(id.slice(id.lastIndexOf(".") + 1));
    return document.querySelector(
      `[data-edit-form] [data-block="true"][data-offset-key^="${key}-"]`,
    );
  }

  /** The input of a plain field: by its name, or by the path of blocks that leads to it. */
  field(id) {
    const form = document.querySelector("[data-edit-form]");
    const path = id.split(".");
    let scope = form?.querySelector(`[data-contentpath="${CSS.escape(path[0])}"]`) ?? form;
    for (const step of path.slice(1)) {
      scope = scope?.querySelector(`[data-contentpath="${CSS.escape(step)}"]`) ?? scope;
    }
    const input = "textarea, input[type='text'], input:not([type])";
    return form?.querySelector(`:is(textarea, input)[name="${CSS.escape(id)}"]`)
      ?? scope?.querySelector(input);
  }

  /** Unfolds what hides the target: tabs and collapsed panels. */
  open(target) {
    const tab = target.closest('[role="tabpanel"][hidden]');
    if (tab) document.querySelector(`[role="tab"][aria-controls="${CSS.escape(tab.id)}"]`)?.click();
    for (let at = target.closest("[data-panel]"); at; at = at.parentElement?.closest("[data-panel]")) {
      at.querySelector('[data-panel-toggle][aria-expanded="false"]')?.click();
    }
  }

  /** Selects a part of a block of rich text. */
  selectIn(block, start, end) {
    block.closest('[contenteditable="true"]')?.focus({ preventScroll: true });
    const from = this.at(block, start);
    const to = this.at(block, end);
    if (from && to) window.getSelection()?.setBaseAndExtent(from.node, from.at, to.node, to.at);
  }

  /** The text node and the place in it that is so many UTF-16 units into an element. */
  at(element, offset) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let left = offset;
    let last = null;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (left <= node.length) return { node, at: left };
      left -= node.length;
      last = { node, at: node.length };
    }
    return last;
  }

  /** Selects a part of a plain field. */
  selectField(input, start, end) {
    input.focus({ preventScroll: true });
    input.setSelectionRange?.(start, end);
  }
}

/** The side panel: where <ledger-panel> lives, its counter, and when it checks. */
class Side {
  /** @param {HTMLElement} place the element that the server rendered */
  constructor(place) {
    this.place = place;
    this.pane = place.closest("[data-side-panel]");
    this.name = this.pane?.dataset.sidePanel ?? "ledger";
    this.reader = new Reader(JSON.parse(document.getElementById("ledger-plan").textContent));
    this.finder = new Finder();
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    this.due = false;
  }

  start() {
    if (this.place.dataset.ledgerPage) this.mount(this.place.dataset.ledgerPage);
    const form = document.querySelector("[data-edit-form]");
    // Draft.js takes the keys itself, so `input` alone does not tell of every change.
    for (const type of ["input", "change", "keyup", "cut", "paste", "drop", "click"]) {
      form?.addEventListener(type, () => this.changed());
    }
    document.addEventListener("w-autosave:success", (event) => this.saved(event));
    this.pane?.addEventListener("show", () => this.shown());
    window.addEventListener("hashchange", () => this.openIfAsked());
    this.openIfAsked();
  }

  /** Puts the element into its place; a page that is being created gets it at its first save. */
  mount(page) {
    if (this.panel) return;
    const panel = document.createElement("ledger-panel");
    panel.setAttribute("endpoint", `${this.place.dataset.ledgerBase}${page}/`);
    panel.setAttribute("heading", this.place.dataset.ledgerHeading);
    panel.headers = {
      // Django's middleware asks for the first; the second makes an ended session an error, no page.
      [window.wagtailConfig?.CSRF_HEADER_NAME ?? "x-csrftoken"]: csrfToken(),
      "X-Requested-With": "XMLHttpRequest",
    };
    panel.host = {
      editor: this.place.dataset.ledgerEditor,
      title: () => this.reader.title(),
      paragraphs: () => {
        // The panel reads the text when it has read a ledger: then its count may be another.
        setTimeout(() => this.count(), 0);
        return this.reader.paragraphs();
      },
      jump: (id, start, end) => this.finder.jump(id, start, end),
      subscribe: (callback) => {
        this.listeners.add(callback);
        return () => this.listeners.delete(callback);
      },
    };
    for (const type of ["ledger-checked", "ledger-remark"]) {
      panel.addEventListener(type, () => this.count());
    }
    this.place.querySelector("[data-ledger-hint]").hidden = true;
    this.place.append(panel);
    this.panel = panel;
  }

  /** Tells the panel once the typing has come to rest. */
  changed() {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      for (const listener of this.listeners) listener();
    }, SETTLED);
  }

  /** Checks what changed after a save, while the panel can be seen; else when it is opened. */
  saved(event) {
    const page = event.detail?.data?.pk ?? event.detail?.response?.pk;
    if (!this.panel && page) this.mount(String(page));
    this.changed();
    this.due = true;
    clearTimeout(this.calm);
    this.calm = setTimeout(() => this.checkIfDue(), CALM);
  }

  shown() {
    this.checkIfDue();
  }

  checkIfDue() {
    if (!this.due || this.pane?.hidden) return;
    this.due = false;
    this.panel?.check?.();
  }

  /** The number of unresolved items on the button that opens the panel. */
  count() {
    const counter = document.querySelector(
      `[data-side-panel-toggle="${this.name}"] [data-side-panel-toggle-counter]`,
    );
    const unresolved = this.panel?.snapshot ? this.panel.ledger.unresolved : 0;
    if (!counter) return;
    counter.textContent = String(unresolved);
    counter.hidden = unresolved === 0;
  }

  /** A link that ends in #ledger opens the panel. */
  openIfAsked() {
    if (window.location.hash !== "#ledger") return;
    window.history.replaceState(null, "", window.location.pathname + window.location.search);
    // Wagtail opens the panel of last time when the page is ready; ours comes after it.
    setTimeout(() => this.pane?.dispatchEvent(new CustomEvent("open")), 0);
  }
}

function csrfToken() {
  return (
    window.wagtailConfig?.CSRF_TOKEN ??
    document.querySelector('[name="csrfmiddlewaretoken"]')?.value ??
    ""
  );
}

for (const place of document.querySelectorAll("[data-ledger-host]")) new Side(place).start();
