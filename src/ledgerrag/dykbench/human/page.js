"use strict";
(() => {
  const body = document.body;
  const study = body.dataset.study;
  const form = Number(body.dataset.form);
  const store = "ledgerrag-study-" + study;
  const pairs = Array.from(document.querySelectorAll(".pair"));
  const by = (id) => document.getElementById(id);
  const choices = ["a", "tie", "b"];
  let now = 0;
  let kept = true;

  const tell = (text) => { by("notice").textContent = text; };
  const parts = (pair) => ({
    radios: Array.from(pair.querySelectorAll("input[type=radio]")),
    reasons: Array.from(pair.querySelectorAll("input[type=checkbox]")),
    comment: pair.querySelector("textarea"),
  });
  const read = (pair) => {
    const held = parts(pair);
    const chosen = held.radios.find((one) => one.checked);
    return {
      pair: pair.dataset.pair,
      choice: chosen ? chosen.value : "",
      reasons: held.reasons.filter((one) => one.checked).map((one) => one.value),
      comment: held.comment.value.trim(),
    };
  };
  const write = (pair, rating) => {
    const held = parts(pair);
    for (const one of held.radios) { one.checked = one.value === rating.choice; }
    for (const one of held.reasons) { one.checked = rating.reasons.includes(one.value); }
    held.comment.value = rating.comment;
  };
  const started = (rating) => rating.choice || rating.reasons.length || rating.comment;
  const state = () => ({
    form: form,
    study: study,
    rater: by("rater").value.trim(),
    ratings: pairs.map(read).filter(started),
  });
  const done = () => pairs.filter((pair) => read(pair).choice).length;

  const keep = () => {
    try {
      localStorage.setItem(store, JSON.stringify({ ...state(), at: now }));
    } catch {
      if (kept) { tell("This browser keeps nothing for this page: save to a file before you close it."); }
      kept = false;
    }
    count();
  };
  const count = () => {
    const rated = done();
    by("progress").value = rated;
    by("count").textContent = rated + " of " + pairs.length + " compared";
    pairs.forEach((pair, place) => {
      const name = "Question " + (place + 1);
      by("jump").options[place].textContent = read(pair).choice ? name + " ✓" : name;
    });
  };
  const show = (place, move) => {
    now = Math.min(Math.max(place, 0), pairs.length - 1);
    pairs.forEach((pair, at) => pair.classList.toggle("now", at === now));
    by("jump").value = String(now);
    by("previous").disabled = now === 0;
    by("next").disabled = now === pairs.length - 1;
    if (move) {
      pairs[now].focus({ preventScroll: true });
      const bar = document.querySelector(".bar");
      const top = pairs[now].getBoundingClientRect().top + window.scrollY - bar.offsetHeight;
      window.scrollTo({ top: Math.max(0, top) });
      keep();
    }
  };
  const choose = (value) => {
    const radio = parts(pairs[now]).radios.find((one) => one.value === value);
    radio.checked = true;
    radio.focus();
    keep();
  };

  const valid = (held) =>
    held !== null && typeof held === "object" && held.form === form && held.study === study &&
    typeof held.rater === "string" && Array.isArray(held.ratings) &&
    held.ratings.every((one) =>
      one !== null && typeof one === "object" && typeof one.pair === "string" &&
      (one.choice === "" || choices.includes(one.choice)) && Array.isArray(one.reasons) &&
      typeof one.comment === "string");
  const restore = (held) => {
    by("rater").value = held.rater;
    const found = new Map(held.ratings.map((one) => [one.pair, one]));
    for (const pair of pairs) {
      write(pair, found.get(pair.dataset.pair) || { choice: "", reasons: [], comment: "" });
    }
  };

  const save = () => {
    const held = state();
    if (!held.rater) {
      tell("Give your name or initials first: the file carries them.");
      by("rater").focus();
      return;
    }
    const link = document.createElement("a");
    const word = held.rater.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").toLowerCase();
    link.href = URL.createObjectURL(new Blob([JSON.stringify(held, null, 2) + "\n"], { type: "application/json" }));
    link.download = "ratings-" + study + "-" + word + ".json";
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    const left = pairs.length - done();
    tell("Saved as " + link.download + (left ? ". " + left + " still to compare." : ". All are compared: thank you."));
  };
  by("save").addEventListener("click", save);
  for (const one of document.querySelectorAll(".next")) {
    one.addEventListener("click", () => (now < pairs.length - 1 ? show(now + 1, true) : save()));
  }
  by("load").addEventListener("change", async (event) => {
    const file = event.target.files[0];
    event.target.value = "";
    if (!file) { return; }
    let held = null;
    try { held = JSON.parse(await file.text()); } catch { held = null; }
    if (!valid(held)) {
      tell("This file does not belong to this page: nothing was changed.");
      return;
    }
    const here = state().ratings.length;
    if (here && !window.confirm("Replace what you have chosen here with the content of the file?")) { return; }
    restore(held);
    keep();
    tell("Loaded " + file.name + ".");
  });
  by("previous").addEventListener("click", () => show(now - 1, true));
  by("next").addEventListener("click", () => show(now + 1, true));
  by("jump").addEventListener("change", (event) => show(Number(event.target.value), true));
  for (const one of document.querySelectorAll("form")) {
    one.addEventListener("submit", (event) => event.preventDefault());
  }
  document.addEventListener("input", (event) => {
    if (event.target.closest(".pair") || event.target.id === "rater") { keep(); }
  });
  document.addEventListener("keydown", (event) => {
    const at = event.target;
    const typing = at.matches("textarea, select, input[type=text], input[type=file]");
    if (!by("keys").checked || typing || event.ctrlKey || event.metaKey || event.altKey) { return; }
    const act = {
      a: () => choose("a"), s: () => choose("tie"), b: () => choose("b"),
      n: () => show(now + 1, true), p: () => show(now - 1, true),
    }[event.key.toLowerCase()];
    if (act) {
      event.preventDefault();
      act();
    }
  });

  body.classList.add("ready");
  let at = 0;
  try {
    const held = JSON.parse(localStorage.getItem(store));
    if (valid(held)) {
      restore(held);
      at = Number.isInteger(held.at) ? held.at : 0;
      document.querySelector(".how").open = !held.ratings.length;
    }
  } catch {
    kept = false;
    tell("This browser keeps nothing for this page: save to a file before you close it.");
  }
  show(at, false);
  count();
})();
