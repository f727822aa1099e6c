// What the server can't do for the page: keep the newest words in sight, send with Enter, fill in an example.
"use strict";

const log = () => document.getElementById("log");
const text = () => document.getElementById("text");

function newest() {
  const last = log()?.querySelector(".exchange:last-of-type");
  if (last) last.scrollIntoView({ block: "nearest" });
  if (log()) log().scrollTop = log().scrollHeight;
}

document.addEventListener("keydown", (event) => {
  if (event.target === text() && event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    if (text().value.trim()) text().form.requestSubmit();
  }
});

document.addEventListener("keydown", (event) => {
  const way = { ArrowLeft: "previous", ArrowRight: "next" }[event.key];
  const link = way && !event.altKey && !event.ctrlKey && !event.metaKey && document.getElementById(way);
  if (link) link.click();
});

document.addEventListener("click", (event) => {
  const example = event.target.closest("[data-say]");
  if (!example) return;
  text().value = example.dataset.say;
  text().form.requestSubmit();
});

document.addEventListener("submit", (event) => {
  const question = event.target.dataset.ask;
  if (question && !confirm(question)) event.preventDefault();
});

document.addEventListener("htmx:before:request", (event) => {
  if (event.target.id === "say") document.body.classList.add("waiting");
});

document.addEventListener("htmx:finally:request", (event) => {
  if (event.target.id !== "say") return;
  document.body.classList.remove("waiting");
  if (!document.getElementById("problem").textContent) text().value = "";
});

if (log()) new MutationObserver(newest).observe(log(), { childList: true });

document.addEventListener("htmx:error", () => {
  document.getElementById("problem").textContent = "That didn't get through. Try again.";
});

newest();
