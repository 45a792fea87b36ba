/*
 * What the pages do more where a script may run; all of them work without it.
 * A form that takes time says so and is sent once; arrow keys step through versions.
 */

for (const form of document.forms) {
  if (form.method !== "post") continue;
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "yes";
    const note = form.querySelector("[data-busy]");
    if (note instanceof HTMLElement) note.textContent = note.dataset.busy ?? "";
  });
}

// A page that comes back from the browser's memory is ready to be sent again.
window.addEventListener("pageshow", () => {
  for (const form of document.forms) delete form.dataset.sent;
  for (const note of document.querySelectorAll("[data-busy]")) note.textContent = "";
});

document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || target.closest("input, textarea, .wide")) return;
  const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  const link = rel && document.querySelector(`a[rel=${rel}]`);
  if (link instanceof HTMLElement) link.click();
});

document.getElementById("report")?.focus();
