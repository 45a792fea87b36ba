// The host of the test page: paragraphs of a contenteditable, with ids that are new at each load.
const place = document.getElementById("text");
const panel = document.querySelector("ledger-panel");

for (const text of await (await fetch("/story.json")).json()) {
  const paragraph = document.createElement("p");
  paragraph.textContent = text;
  place.append(paragraph);
}

const ids = new WeakMap();
const idOf = (node) => {
  if (!ids.has(node)) ids.set(node, crypto.randomUUID());
  return ids.get(node);
};

panel.headers = () => ({ "X-CSRFToken": "of-this-page" });
panel.host = {
  editor: "Ana",
  title: () => document.getElementById("title").textContent,
  paragraphs: () => [...place.children].map((node) => ({ id: idOf(node), kind: "paragraph", text: node.textContent })),
  jump(id, start, end) {
    const node = [...place.children].find((one) => idOf(one) === id);
    const range = document.createRange();
    range.setStart(node.firstChild, start);
    range.setEnd(node.firstChild, end);
    place.focus();
    const selection = getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
    node.scrollIntoView({ block: "nearest" });
  },
  subscribe(changed) {
    place.addEventListener("input", changed);
    return () => place.removeEventListener("input", changed);
  },
};
