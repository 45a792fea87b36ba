"use strict";
const body = document.body;
const place = "dykbench-review-" + body.dataset.benchmark;
const articles = [...document.querySelectorAll("article")];
const expert = document.getElementById("expert");
const filter = document.getElementById("filter");
const count = document.getElementById("count");
const fault = document.getElementById("fault");

function fields(article) {
  return [...article.querySelectorAll("[data-field]")];
}

function chosen(article) {
  const radio = article.querySelector("input[type=radio]:checked");
  return radio ? radio.value : "";
}

function state() {
  const held = { expert: expert.value, items: {} };
  for (const article of articles) {
    const values = {};
    for (const field of fields(article)) values[field.dataset.field] = field.value;
    if (chosen(article)) held.items[article.dataset.item] = { decision: chosen(article), values };
  }
  return held;
}

function keep() {
  // Some browsers keep nothing for a file that is opened from a disk.
  try { localStorage.setItem(place, JSON.stringify(state())); } catch { /* saved by hand, then */ }
}

function restore() {
  let held = null;
  try { held = JSON.parse(localStorage.getItem(place)); } catch { return; }
  if (!held) return;
  expert.value = held.expert || "";
  for (const article of articles) {
    const known = held.items[article.dataset.item];
    if (!known) continue;
    const radio = article.querySelector(`input[value="${known.decision}"]`);
    if (radio) radio.checked = true;
    for (const field of fields(article)) field.value = known.values[field.dataset.field] ?? field.value;
  }
}

function show() {
  let decided = 0;
  for (const article of articles) {
    const decision = chosen(article);
    if (decision) { article.dataset.decision = decision; decided += 1; }
    article.hidden = filter.value === "open" ? Boolean(decision) : Boolean(filter.value) && decision !== filter.value;
  }
  count.textContent = `${decided} of ${articles.length} decided`;
}

function decision(article) {
  const found = { item: article.dataset.item, decision: chosen(article) };
  for (const field of fields(article)) {
    const name = field.dataset.field;
    const value = field.value.trim();
    if (name === "reason") { if (value) found.reason = value; continue; }
    if (found.decision !== "edit" || value === field.dataset.was.trim()) continue;
    found[name] = name === "values" ? value.split("\n").map((one) => one.trim()).filter(Boolean) : value;
  }
  return found;
}

function refused(article, text) {
  fault.textContent = text;
  if (article) { filter.value = ""; show(); article.scrollIntoView(); article.querySelector("textarea").focus(); } else expert.focus();
}

function save() {
  fault.textContent = "";
  if (!expert.value.trim()) return refused(null, "Write your name first.");
  const decided = articles.filter(chosen);
  if (!decided.length) { fault.textContent = "Nothing is decided yet."; return undefined; }
  for (const article of decided) {
    const found = decision(article);
    if (found.decision !== "accept" && !found.reason) return refused(article, `${found.item}: write the reason.`);
    const changed = ["text", "label", "answer", "values"].some((name) => name in found);
    if (found.decision === "edit" && !changed) return refused(article, `${found.item}: nothing is changed.`);
  }
  const content = {
    form: Number(body.dataset.form), benchmark: body.dataset.benchmark,
    expert: expert.value.trim(), decisions: decided.map(decision),
  };
  const link = document.createElement("a");
  const text = JSON.stringify(content, null, 1);
  link.href = "data:application/json;charset=utf-8," + encodeURIComponent(text);
  link.download = "decisions.json";
  link.click();
  return undefined;
}

restore();
show();
document.addEventListener("input", () => { show(); keep(); });
filter.addEventListener("change", show);
document.getElementById("save").addEventListener("click", save);
