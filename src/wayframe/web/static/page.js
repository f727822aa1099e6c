// What the server can't do for the page: keep the newest words in sight, send with Enter, fill in an example.
"use strict";

const log = () => document.getElementById("log");
const text = () => document.getElementById("text");
const problem = () => document.getElementById("problem");

function newest() {
  const last = log()?.querySelector(".exchange:last-of-type");
  if (last) last.scrollIntoView({ block: "nearest" });
  if (log()) log().scrollTop = log().scrollHeight;
}

// What is talked about and what is booked stand first on the board.
function current() {
  document.getElementById("memory")?.scrollTo(0, 0);
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
  document.querySelector(":popover-open")?.hidePopover();
  text().value = example.dataset.say;
  text().form.requestSubmit();
});

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-print]")) return;
  document.querySelector(":popover-open")?.hidePopover();
  print();
});

document.addEventListener("submit", (event) => {
  const question = event.target.dataset.ask;
  if (question && !confirm(question)) event.preventDefault();
  else if ("forget" in event.target.dataset) keep(had().filter((each) => each.at !== here()));
});

// The conversations that one had here: their addresses are known to this browser alone.
const MOST_HAD = 8;
const here = () => document.querySelector("[data-conversation]")?.dataset.conversation;

function had() {
  try {
    return JSON.parse(localStorage.getItem("conversations")) ?? [];
  } catch {
    return []; // storage is switched off
  }
}

function keep(conversations) {
  try {
    localStorage.setItem("conversations", JSON.stringify(conversations.slice(0, MOST_HAD)));
  } catch {
    // storage is switched off
  }
}

function remember() {
  const first = log()?.querySelector(".exchange .user")?.lastChild.textContent.trim();
  if (!here() || !first) return;
  const known = had().find((each) => each.at === here());
  keep([known ?? { at: here(), text: first.slice(0, 90) }, ...had().filter((each) => each.at !== here())]);
}

function showHad() {
  const section = document.getElementById("had");
  if (!section || here()) return;
  for (const { at, text } of had()) {
    const item = section.querySelector("ul").appendChild(document.createElement("li"));
    item.append(Object.assign(document.createElement("a"), { href: at, textContent: text }));
  }
  section.hidden = !had().length;
}

// What is said stands in the log at once and leaves the line free for the next; what went wrong comes back to the line.
document.addEventListener("htmx:config:request", (event) => {
  if (event.target.id !== "say") return;
  const said = document.createElement("p");
  said.className = "user pending";
  said.ariaHidden = "true"; // the answer reads it out
  said.textContent = text().value;
  event.detail.ctx.said = said;
  log().append(said);
  text().value = problem().textContent = "";
});

// Which exchanges stand here: the answer brings those that are missing, as somebody may talk in another tab.
document.addEventListener("htmx:before:request", (event) => {
  const { body, method } = event.detail.ctx.request;
  if (method !== "POST" || !body?.set) return;
  body.set("seen", (log().querySelector(".exchange:last-of-type")?.id ?? "turn-0").slice("turn-".length));
});

document.addEventListener("htmx:error", () => {
  problem().textContent = "That didn’t get through. Try again.";
});

document.addEventListener("htmx:finally:request", (event) => {
  document.querySelector(":popover-open")?.hidePopover(); // what went wrong stands behind it
  const said = event.detail.ctx.said;
  said?.remove();
  if (said && problem().textContent && !text().value) text().value = said.textContent;
  if (event.detail.ctx.request.method === "POST") current();
  if (document.activeElement === document.body) document.querySelector(".card.active")?.focus({ preventScroll: true });
});

if (log()) new MutationObserver(newest).observe(log(), { childList: true });

remember();
showHad();
newest();
current();
