// The conversation: what is typed stands there at once and is sent until it is accepted; nothing is lost on the way.
import { connection, line } from "/static/live.js";

const { talk, side, line: address } = document.body.dataset;
const [log, text, form, problem, partner] = ["log", "text", "say", "problem", "partner"].map((id) => document.getElementById(id));
const KEEP = `talk ${talk}`;
const UNANSWERED = 6000; // milliseconds after which a message is sent again, on a new line
const TYPING = 2500; // milliseconds between two words about it
const names = { user: "User", wizard: "Wizard" };

const { title } = document;

let last = Number([...log.querySelectorAll("[data-number]")].at(-1)?.dataset.number ?? 0);
let queue = []; // what isn't accepted yet, in order: { key, say, made }
let underway;
let used = false; // whether what is in the message box began as a proposal

// ---- what is kept over a reload

const keep = () => sessionStorage.setItem(KEEP, JSON.stringify({ queue, draft: text.value }));

function restore() {
  const kept = JSON.parse(sessionStorage.getItem(KEEP) ?? "{}");
  queue = kept.queue ?? [];
  text.value = kept.draft ?? "";
  queue.forEach(show);
}

// ---- the log

function bubble(author, said) {
  const element = document.createElement("div");
  element.className = `message ${author === side ? "mine" : "theirs"}`;
  const who = Object.assign(document.createElement("span"), { className: "who", textContent: author === side ? "You" : names[author] });
  element.append(who, Object.assign(document.createElement("p"), { textContent: said }));
  return element;
}

// One's own words, not accepted yet: below everything else, and not read out until they are.
function show({ key, say }) {
  const element = bubble(side, say);
  element.classList.add("pending");
  element.dataset.key = key;
  element.ariaHidden = "true"; // it is read out when it is accepted
  element.append(Object.assign(document.createElement("span"), { className: "fate", textContent: "sending…" }));
  log.append(element);
  newest();
}

const pending = (key) => key && log.querySelector(`.pending[data-key="${CSS.escape(key)}"]`);

function accepted({ accepted: key, number }) {
  clearTimeout(underway);
  underway = undefined;
  queue = queue.filter((each) => each.key !== key);
  keep();
  const element = pending(key);
  if (number <= last) element?.remove(); // it stands there already, as it was accepted before
  element?.classList.add("accepted");
  element?.querySelector(".fate")?.remove();
  next();
}

function arrived(message) {
  if (message.number <= last) return;
  last = message.number;
  document.getElementById("hint")?.remove();
  const element = bubble(message.author, message.text);
  element.dataset.number = message.number;
  if (message.author === side) pending(message.key)?.remove();
  log.insertBefore(element, log.querySelector(".pending"));
  if (message.edited) edited(message);
  if (message.author !== side) {
    told("");
    if (document.hidden) document.title = `● ${title}`; // seen among the browser's tabs
  }
  newest();
}

function edited(message) {
  const element = log.querySelector(`[data-number="${message.number}"]`);
  if (!element) return;
  element.querySelector("p").textContent = message.text;
  if (!element.querySelector(".edited")) element.append(Object.assign(document.createElement("span"), { className: "edited", textContent: "edited" }));
}

function newest() {
  log.scrollTop = log.scrollHeight;
  log.lastElementChild?.scrollIntoView({ block: "nearest" });
}

// ---- sending, one after the other, so that the order is kept whatever becomes of the line

function next() {
  if (underway || !queue.length) return;
  if (!live.send(queue[0])) return;
  underway = setTimeout(() => ((underway = undefined), live.mend()), UNANSWERED);
}

function refused({ key, refused: reason, again }) {
  clearTimeout(underway);
  underway = undefined;
  if (again) {
    underway = setTimeout(() => ((underway = undefined), next()), 1000 * again);
    return;
  }
  const words = queue.find((each) => each.key === key);
  queue = queue.filter((each) => each.key !== key);
  pending(key)?.remove();
  problem.textContent = reason;
  if (words && !text.value) text.value = words.say;
  keep();
  next();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const say = text.value.trim();
  if (!say) return;
  const after = Number(document.getElementById("take")?.dataset.after);
  const words = { say, key: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`, ...(after && { after, used }) };
  used = false;
  queue.push(words);
  text.value = problem.textContent = "";
  keep();
  show(words);
  next();
  text.focus();
});

text.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  form.requestSubmit();
});

let typed = 0;
text.addEventListener("input", () => {
  keep();
  if (!CSS.supports("field-sizing", "content")) {
    text.style.height = "auto";
    text.style.height = `${text.scrollHeight}px`;
  }
  if (!text.value.trim()) used = false;
  if (!text.value.trim() || Date.now() - typed < TYPING) return;
  typed = Date.now();
  live.send({ typing: true });
});

// ---- the desk: what was found goes to where the cursor is, and nothing that was typed is lost

function put(words) {
  const [before, after] = [text.value.slice(0, text.selectionStart), text.value.slice(text.selectionEnd)];
  const left = before && !/\s$/.test(before) ? " " : "";
  const right = after && !/^\s/.test(after) ? " " : "";
  text.setRangeText(left + words + right, text.selectionStart, text.selectionEnd, "end");
  text.dispatchEvent(new Event("input"));
  text.focus();
}

document.addEventListener("click", (event) => {
  const tell = event.target.closest("[data-tell]");
  if (tell) put(tell.dataset.tell);
  const take = event.target.closest("[data-take]");
  if (take) {
    put(take.dataset.take);
    used = true;
  }
  const proposed = event.target.closest("[data-search]");
  if (proposed) fill(JSON.parse(proposed.dataset.search));
});

const search = document.getElementById("search");

function fill(query) {
  for (const field of search.querySelectorAll("[name]")) {
    if (field.type === "checkbox") field.checked = Boolean(query[field.name]);
    else if (field.type !== "hidden") field.value = query[field.name] ?? field.defaultValue ?? ""; // a list has no default
  }
  search.elements.used.value = "yes";
  search.requestSubmit();
}

// All trips are in one year, which is seldom that of the calendar on the wall; a day of another one is meant to be of it.
function ofTheYear(field) {
  const { year } = search.dataset, [typed] = field.value.split("-");
  if (!year || !field.value || typed === year) return;
  const before = field.value;
  field.value = before.replace(/^\d+/, year);
  if (!field.value) field.value = before; // February 29
}

if (search) {
  const days = [...search.querySelectorAll("[type=date]")];
  for (const field of days) field.addEventListener("blur", () => ofTheYear(field));
  document.addEventListener("submit", (event) => event.target === search && days.forEach(ofTheYear), true); // before htmx reads it
}

document.addEventListener("htmx:error", (event) => {
  if (event.target === search) document.getElementById("complaint").textContent = "That didn’t get through. Try again.";
});

document.addEventListener("htmx:finally:request", (event) => {
  if (event.target === search) search.elements.used.value = "";
});

document.addEventListener("visibilitychange", () => (document.title = title));

const heardSomething = () => document.querySelectorAll("[hx-trigger*=heard]").forEach((each) => each.dispatchEvent(new Event("heard")));

// ---- the other side

let forgotten;
function told(what) {
  clearTimeout(forgotten);
  const other = names[side === "user" ? "wizard" : "user"];
  const said = { typing: `${other} is typing…`, absent: `The ${other.toLowerCase()} has lost the connection. Wait a moment, or say what you like: it will be there when they come back.` };
  if (partner.textContent !== (said[what] ?? "")) partner.textContent = said[what] ?? "";
  partner.classList.toggle("absent", what === "absent");
  if (what === "typing") forgotten = setTimeout(() => told(""), 2 * TYPING);
}

function heard(said) {
  if (said.messages) {
    said.messages.forEach(arrived);
    heardSomething();
  }
  if (said.changed) edited(said.changed);
  if (said.accepted) accepted(said);
  if (said.refused) refused(said);
  if (said.partner) told(said.partner);
  if (said.ended) {
    sessionStorage.removeItem(KEEP);
    location.replace("/");
  }
}

function state(open) {
  connection(open);
  clearTimeout(underway);
  underway = undefined;
  if (open) next();
}

restore();
newest();
const live = line(() => `${address}?after=${last}`, heard, state);
