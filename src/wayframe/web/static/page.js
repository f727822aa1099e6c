// What the server can't do for the page: keep the newest words in sight, send with Enter, fill in an example.
"use strict";

const log = () => document.getElementById("log");
const text = () => document.getElementById("text");
const problem = () => document.getElementById("problem");

function newest() {
  const known = new Set();
  for (const each of [...(log()?.querySelectorAll(".exchange[id]") ?? [])].reverse()) {
    if (known.has(each.id)) each.remove(); // an answer brought it, and the news
    known.add(each.id);
  }
  const last = [...(log()?.querySelectorAll(".exchange") ?? [])].at(-1);
  if (log()) log().scrollTop = log().scrollHeight;
  last?.scrollIntoView({ block: "nearest" });
  const room = pane(log() ?? document.body);
  if (last && last.offsetHeight > room) last.scrollIntoView({ block: "start" }); // an answer is read from its beginning
}

// How much of the conversation can be seen at once: on a phone it is the page that scrolls, behind its bars.
function pane(log) {
  if (log.scrollHeight > log.clientHeight + 1) return log.clientHeight;
  const bars = [...document.querySelectorAll(".top, .views, .say")].reduce((sum, bar) => sum + bar.offsetHeight, 0);
  return innerHeight - bars;
}

// On a phone the board is a view of its own: what is done there is answered in the chat.
const boardAlone = () => Boolean(document.getElementById("memory")) && !document.getElementById("talk").checkVisibility();

function toChat() {
  location.replace("#talk");
  requestAnimationFrame(newest); // which couldn't be seen as it came
}

// Who comes back from the board goes on where the conversation ends.
document.addEventListener("click", (event) => {
  if (event.target.closest('.views [href="#talk"]')) requestAnimationFrame(newest);
});

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

// Help is opened from a menu, which goes with it.
document.addEventListener("toggle", (event) => {
  if (event.target.id === "help" && event.newState === "closed") document.getElementById("more").hidePopover();
}, true);

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-print]")) return;
  document.querySelector(":popover-open")?.hidePopover();
  print();
});

// A comparison stays while one talks about the same, its options ticked on the board, until it is closed.
const comparison = () => document.getElementById("comparison");
const compared = () => comparison()?.querySelector("table")?.dataset.frames.split(" ") ?? [];

function tick() {
  for (const frame of compared()) {
    const box = document.querySelector(`input[name=frame][type=checkbox][value="${frame}"]`);
    if (box) box.checked = true;
  }
}

function closeComparison() {
  comparison().replaceChildren();
  for (const box of document.querySelectorAll("input[name=frame]:checked")) box.checked = false;
}

// It is over once something was booked since, or its options are for another trip than is talked about.
function fold() {
  if (!compared().length) return;
  if (arriving.takeRecords().length) begins();
  const { over, settled } = document.getElementById("last").dataset;
  const isOver = compared().some((frame) => over.split(" ").includes(frame));
  if (isOver || Number(settled) > Number(comparison().dataset.since)) closeComparison();
}

// Who closed a comparison that was asked for in words doesn't find it open again.
const closed = () => `closed ${location.pathname}`;

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-close]")) return;
  stored((storage) => storage.setItem(closed(), compared().join(" ")));
  closeComparison();
});

const begins = () => (comparison().dataset.since = seen());
const arriving = new MutationObserver(begins);
if (comparison()) arriving.observe(comparison(), { childList: true });

// A bar of a chart does what its row does, which can be reached without a pointer.
document.addEventListener("click", (event) => {
  const bar = event.target.closest("rect[data-day]");
  bar?.closest("form").querySelector(`button[value="${bar.dataset.day}"]`).click();
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  if (field.id === "address") field.value = location.origin + here(); // as this browser knows it
  field.select(); // where there is no clipboard to write to, it is copied by hand
  navigator.clipboard?.writeText(field.value).then(() => {
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 3000);
  });
});

document.addEventListener("submit", (event) => {
  const question = event.target.dataset.ask;
  if (question && !confirm(question)) event.preventDefault();
  else if ("forget" in event.target.dataset) keep(had().filter((each) => each.at !== here()));
});

// The conversations that one had here: their addresses are known to this browser alone.
const MOST_HAD = 100;
const LISTED = 6;
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

const known = () => had().find((each) => each.at === here());

// A conversation is called by what is booked in it, else by what most of it was about.
function title() {
  const booked = [...document.querySelectorAll(".booking h3")].map((each) => each.textContent);
  return booked.length ? `Booked: ${booked.join(", ")}` : document.getElementById("last").dataset.subject;
}

function remember() {
  const first = log()?.querySelector(".exchange .user")?.lastChild.textContent.trim();
  if (!here() || !first) return;
  const entry = known() ?? { at: here(), said: stored((storage) => storage.getItem("begins")) ? saidSoFar() : [] };
  stored((storage) => storage.removeItem("begins"));
  const said = (entry.said ?? saidSoFar()).filter((number) => number <= seen()); // the rest was taken back
  const now = { ...entry, text: entry.text ?? first.slice(0, 90), title: title(), said, when: Date.now() };
  keep([now, ...had().filter((each) => each.at !== here())]);
}

// Whoever has the link can talk here: what came from another browser isn't called one's own.
const saidSoFar = () => Array.from({ length: seen() }, (_, index) => index + 1);

function attribute() {
  const own = known()?.said;
  if (!own) return; // storage is switched off
  for (const each of log().querySelectorAll(".exchange")) {
    const elsewhere = !own.includes(Number(each.id.slice("turn-".length)));
    const user = each.querySelector(".user");
    user.classList.toggle("elsewhere", elsewhere);
    user.querySelector(".who").textContent = elsewhere ? "Someone with the link" : "You";
  }
}

document.addEventListener("submit", (event) => {
  if (!here() && event.target.closest(".talk")) stored((storage) => storage.setItem("begins", "here"));
});

document.addEventListener("htmx:after:request", (event) => {
  const number = Number(event.detail.ctx.response.headers.get("Wayframe-Turn"));
  const entry = known();
  if (number && entry) keep(had().map((each) => (each.at === entry.at ? { ...each, said: [...(each.said ?? []), number] } : each)));
});

function ago(when) {
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(when).setHours(0, 0, 0, 0)) / 86_400_000);
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-days, "day");
}

function showHad() {
  const section = document.getElementById("had");
  if (!section || here()) return;
  const older = section.querySelector("details");
  for (const [place, { at, text, title, when }] of had().entries()) {
    const list = place < LISTED ? section.querySelector("ul") : older.querySelector("ul");
    const item = list.appendChild(document.createElement("li"));
    const link = item.appendChild(Object.assign(document.createElement("a"), { href: at, textContent: title || text, title: text }));
    if (title) link.append(Object.assign(document.createElement("span"), { className: "soft", textContent: ` “${text}”` }));
    if (when) item.append(Object.assign(document.createElement("span"), { className: "soft", textContent: ago(when) }));
  }
  section.hidden = !had().length;
  older.hidden = had().length <= LISTED;
  older.querySelector("summary").textContent = `${had().length - LISTED} older`;
}

// What is typed stays in this tab until it has arrived, whatever becomes of server and page.
const draft = () => `draft ${location.pathname}`;

function stored(change) {
  try {
    return change(sessionStorage);
  } catch {
    return null; // storage is switched off
  }
}

const keepDraft = () => stored((storage) => storage.setItem(draft(), text().value));

document.addEventListener("input", (event) => {
  if (event.target === text()) keepDraft();
});

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
const seen = () => Number((log().querySelector(".exchange:last-of-type")?.id ?? "turn-0").slice("turn-".length));
let busy = 0;

// What is wrong is told where it was asked: in a menu, which stays open with what was typed, else under the line.
const place = (context) => (context.target?.matches?.(".menu .problem") ? context.target : problem());

function refused(form, told) {
  const field = [...form.querySelectorAll(".fields input:not([type=checkbox], [type=radio])")].find((each) => each.checkVisibility());
  field?.setAttribute("aria-invalid", "true");
  field?.setAttribute("aria-describedby", told.id);
  field?.focus();
}

document.addEventListener("htmx:before:request", (event) => {
  const told = place(event.detail.ctx);
  if (told && told !== problem()) told.textContent = "";
  event.detail.ctx.sourceElement.querySelector("[aria-invalid]")?.removeAttribute("aria-invalid");
  const { body, method } = event.detail.ctx.request;
  if (method !== "POST" || !body?.set || !log()) return;
  busy += event.detail.ctx.busy = 1;
  event.detail.ctx.toAnswer = Boolean(event.detail.ctx.sourceElement.closest("#talk, #bookings"));
  event.detail.ctx.onBoard = boardAlone(); // whoever goes to the board while an answer is on its way stays there
  body.set("seen", seen());
});

document.addEventListener("htmx:error", (event) => {
  if (problem() && event.detail.ctx.sourceElement !== log()) place(event.detail.ctx).textContent = "That didn’t get through. Try again.";
});

document.addEventListener("htmx:finally:request", (event) => {
  if (!log()) return;
  if (event.detail.ctx.sourceElement === log()) {
    fold();
    return tick();
  }
  if (event.detail.ctx.sourceElement.id === "new-wish") return; // its fields come into the open menu
  const { said, sourceElement: asked } = event.detail.ctx;
  const told = place(event.detail.ctx);
  const stays = told !== problem() && told.isConnected && told.textContent;
  if (stays) refused(asked, told);
  else document.querySelector(":popover-open")?.hidePopover();
  said?.remove();
  document.getElementById("heard")?.remove();
  if (said && problem().textContent && !text().value) text().value = said.textContent;
  if (said) keepDraft();
  busy -= event.detail.ctx.busy ?? 0;
  if (event.detail.ctx.busy && total !== null) total = Math.max(total, seen());
  catchUp();
  if (asked.id !== "picked") fold();
  tick();
  remember();
  attribute();
  if (stays) return;
  if (asked.id !== "picked" && !asked.closest("#comparison")) {
    current();
    if (event.detail.ctx.onBoard && boardAlone()) toChat();
  }
  if (document.activeElement === document.body) refocus(event.detail.ctx.toAnswer);
});

// What was pressed with the keyboard may be gone: one goes on at the answer, or on the board at what is spoken of.
function refocus(toAnswer) {
  const last = [...log().querySelectorAll(".exchange")].at(-1);
  const place = toAnswer && last ? last : document.querySelector(".card.active");
  place?.focus({ preventScroll: true });
}

// Somebody else may talk here, too: the server tells how many exchanges there are, and this page fetches what it lacks.
const PAUSES = [500, 1000, 2000, 5000];
const GONE = 4404;
let total = null;

function catchUp() {
  const settled = total !== null && !busy && !document.querySelector(":popover-open");
  if (!settled || total === seen()) return;
  if (total < seen()) location.reload(); // something was taken back elsewhere
  else htmx.ajax("GET", `${here()}/changes?seen=${seen()}`, { source: log(), swap: "none" });
}

// Sentences of an answer that is on its way stand in the log until it is there.
function hear(sentence) {
  const said = [...log().querySelectorAll(".user.pending")][0];
  if (!said) return;
  let heard = document.getElementById("heard");
  if (!heard) {
    heard = Object.assign(document.createElement("p"), { id: "heard", className: "pending", ariaHidden: "true" });
    said.after(heard);
  }
  heard.textContent += ` ${sentence}`;
  log().scrollTop = log().scrollHeight;
}

function listen(tries = 0) {
  const away = document.getElementById("away");
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}${here()}/live`);
  socket.onmessage = (event) => {
    if (away.textContent) away.textContent = problem().textContent = "";
    tries = 0;
    const news = JSON.parse(event.data);
    if ("sentence" in news) return hear(news.sentence);
    total = news.total;
    catchUp();
  };
  socket.onclose = (event) => {
    if (event.code === GONE) away.textContent = "This conversation was forgotten.";
    else setTimeout(() => listen(tries + 1), PAUSES[Math.min(tries, PAUSES.length - 1)]);
    if (event.code !== GONE && tries) away.textContent = "There is no connection. What you type stays here.";
  };
}

document.addEventListener("toggle", (event) => {
  if (event.newState === "closed") catchUp();
  if (event.newState === "open" && event.target.matches(".log details")) event.target.scrollIntoView({ block: "nearest" });
}, true); // a toggle doesn't bubble

if (log()) new MutationObserver(attribute).observe(log(), { childList: true });
if (log()) new MutationObserver(newest).observe(log(), { childList: true });

if (text() && !text().value) text().value = stored((storage) => storage.getItem(draft())) ?? "";
if (here() && text()) listen();

if (compared().length && compared().join(" ") === stored((storage) => storage.getItem(closed()))) closeComparison();
if (compared().length) begins();
tick();
remember();
if (here()) attribute();
showHad();
newest();
current();
