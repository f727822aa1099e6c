// What the server can't do for annotators: mark words as one drags, know keys, keep changes in order until they are kept.
"use strict";

const turns = () => [...document.querySelectorAll(".turn")];
const current = () => document.querySelector(".turn[aria-current]");
const AGAIN = 2000; // milliseconds until a change that didn't get through is sent again

const wordsOf = (turn) => turn.querySelector(".words");
const turnAt = (number) => byId(`turn-${number}`);
let pending = null; // words that are about to be marked: {turn, start, end}, in characters
let touched = ""; // the act of this turn that one had to do with last: marked words are likely its own
let drag = null; // where the mouse went down

// ---- Marking ----------------------------------------------------------------------------------------------------

function draw() {
  const highlights = window.CSS?.highlights;
  highlights?.delete("pending");
  if (!pending) return;
  const words = wordsOf(turnAt(pending.turn));
  highlights?.set("pending", new Highlight(rangeOf(words, pending.start, pending.end)));
  byId("menu-title")?.replaceChildren(`“${[...words.textContent].slice(pending.start, pending.end).join("")}” is`);
}

// A dialogue that one is done with is shown as it is, until it is reopened.
function refusesChanges() {
  const finished = document.body.classList.contains("finished");
  if (finished) say("Not changed: you are done with this dialogue.");
  return finished;
}

function mark(turn, [start, end], rect) {
  if (refusesChanges()) return;
  pending = { turn, start, end };
  getSelection().removeAllRanges();
  draw();
  ask("mark", turn, touched, rect ?? rangeOf(wordsOf(turnAt(turn)), start, end).getBoundingClientRect());
}

document.addEventListener("mousedown", (event) => {
  if (event.button || menu.contains(event.target)) return;
  const words = event.target.closest(".words");
  if (!menu.hidden && !event.target.closest(".card")) close(false);
  drag = words && { words, moved: false };
  if (words) select(words.closest(".turn"), false);
  if (words && event.shiftKey) getSelection().removeAllRanges(); // else Shift would go on from where one was before
});

document.addEventListener("mouseup", (event) => {
  const from = drag, selection = getSelection();
  drag = null;
  if (!from || selection.isCollapsed || !selection.rangeCount || marking) return;
  const edges = [offset(from.words, selection.anchorNode, selection.anchorOffset), offset(from.words, selection.focusNode, selection.focusOffset)];
  const [start, end] = edges.sort((a, b) => a - b);
  const found = event.altKey || event.shiftKey ? start < end && [start, end] : snapped(from.words, start, end);
  if (found) mark(Number(from.words.closest(".turn").dataset.turn), found);
});

// ---- Marking by keys, one word after the other; or by touch, the first word and the last --------------------------

let marking = null; // {turn, first, last}: numbers of words
let touches = false; // whether the pointer is a finger

function markFrom(number) {
  if (!bounds(wordsOf(current())).length) return;
  marking = { turn: current(), first: number, last: number };
  show();
}

function edges() {
  const all = bounds(wordsOf(current())), [first, last] = [marking.first, marking.last].sort((a, b) => a - b);
  return [all[first][0], all[last][1]];
}

function show() {
  const range = rangeOf(wordsOf(current()), ...edges());
  getSelection().removeAllRanges();
  getSelection().addRange(range);
  say(`Marking “${range}”: ${touches ? "tap the last word, or this one again" : "Enter, or Escape"}`);
}

function markShown() {
  const found = edges();
  leaveMarking();
  mark(Number(current().dataset.turn), found);
}

function leaveMarking() {
  marking = null;
  getSelection().removeAllRanges();
  say("");
}

addEventListener("pointerdown", (event) => { touches = event.pointerType === "touch"; }, true);

document.addEventListener("click", (event) => {
  if (!touches) return;
  const words = event.target.closest(".words"), tapped = words ? wordAt(words, event.clientX, event.clientY) : -1;
  if (tapped < 0) return marking && leaveMarking();
  if (marking?.turn !== words.closest(".turn")) return markFrom(tapped);
  marking.last = tapped;
  markShown();
});

function markingKey(event) {
  const last = bounds(wordsOf(current())).length - 1;
  const step = { ArrowLeft: -1, ArrowRight: 1, h: -1, l: 1, H: -1, L: 1 }[event.key];
  if (step) {
    marking.last = Math.min(last, Math.max(0, marking.last + step));
    if (!event.shiftKey) marking.first = marking.last;
    show();
  } else if (event.key === "Enter") markShown();
  else if (event.key === "Escape") leaveMarking();
  else return event.key.length > 1;
  event.preventDefault();
  return true;
}

// ---- Changes: one after the other, each from the version that the one before gave ---------------------------------

const queue = [];
let busy = false;

function edit(values) {
  if (refusesChanges()) return;
  if (["remove", "undo"].includes(values.what)) touched = ""; // it may be another one's number then
  queue.push({ ...values, from: looked, chip: document.activeElement?.dataset?.at });
  send();
}

function send() {
  if (busy || !queue.length) return;
  busy = true;
  queue[0].board = looked;
  say("Saving…");
  const { from, chip, ...values } = queue[0];
  fill(byId("edit"), { ...values, version: byId("state").dataset.version });
  byId("edit").requestSubmit();
}

function sent(why) {
  busy = false;
  if (why) {
    say(`Not saved: ${why}. ${queue.length} to send…`);
    setTimeout(send, AGAIN);
    return;
  }
  const values = queue.shift(), { changed } = byId("state").dataset;
  const refused = byId("complaint").textContent.trim();
  say(queue.length ? "Saving…" : refused ? "Not saved" : "Saved");
  if (values.what === "undo" && changed && looked === values.from) select(turnAt(changed));
  if (looked !== values.board) look();
  back(values);
  send();
}

// The turn that one is at may be another element now, and so may what had the focus.
function back(values) {
  const turn = turnAt(looked), lost = document.activeElement === document.body;
  turn.setAttribute("aria-current", "true");
  if (!menu.hidden || String(values.turn ?? looked) !== looked) return lost && menu.hidden && turn.focus({ preventScroll: true });
  const made = values.what === "add_act" && turn.querySelector(".act:last-of-type .name");
  const chip = values.chip && turn.querySelector(`[data-at="${values.chip}"]`);
  if (made || lost) (made || chip || turn).focus({ preventScroll: true });
}

const say = (text) => { byId("saving").textContent = text; };

let failed = ""; // why a change didn't get through that is sent again
document.addEventListener("htmx:error", (event) => { if (event.target.id === "edit") failed = "no connection"; });
document.addEventListener("htmx:response:error", (event) => {
  const busy = { 429: "that was quick, one moment", 503: "the server is busy" }[event.detail.ctx.response.status];
  if (event.target.id === "edit" && busy) failed = busy;
});
document.addEventListener("htmx:finally:request", (event) => {
  if (event.target.id === "edit") {
    const why = failed;
    failed = "";
    sent(why);
  } else if (event.target.id === "ask" && asked) {
    if (menu.querySelector("#filter")) opened();
    else close(); // it can't be had: why is said above
  }
});
addEventListener("beforeunload", (event) => { if (queue.length) event.preventDefault(); });

// ---- Turns -----------------------------------------------------------------------------------------------------

let looked = document.body.dataset.turn; // the turn after which the board stands

function select(turn, focus = true) {
  if (!turn) return;
  const before = current();
  if (before !== turn) {
    before?.removeAttribute("aria-current");
    turn.setAttribute("aria-current", "true");
  }
  if (focus) {
    turn.focus({ preventScroll: true });
    turn.scrollIntoView({ block: "nearest" });
  }
  if (looked !== turn.dataset.turn) {
    looked = turn.dataset.turn;
    touched = "";
    history.replaceState(null, "", `#${turn.id}`);
    look();
  }
}

function look() {
  fill(byId("look"), { turn: looked });
  byId("look").requestSubmit();
}

function go(step) {
  const all = turns();
  select(all[Math.max(0, Math.min(all.length - 1, all.indexOf(current()) + step))]);
}

function nextOpen(from = -1) {
  const all = turns();
  select([...all.slice(from + 1), ...all].find((turn) => !turn.classList.contains("confirmed")) ?? current());
}

function confirm(turn) {
  const number = Number(turn.dataset.turn);
  select(turnAt(number + 1) ?? turn);
  edit({ what: "confirm", turn: number });
}

function along(step) {
  const chips = [...current().querySelectorAll(".acts button")], at = chips.indexOf(document.activeElement);
  (chips[at + step] ?? (step > 0 ? chips[0] : current()))?.focus();
}

function moveEdges(chip, event) {
  if (!chip?.dataset.start) return false;
  const edges = stepped(wordsOf(current()), [Number(chip.dataset.start), Number(chip.dataset.end)], event.key, isAlt(event));
  if (edges) edit({ what: "set_mark", turn: current().dataset.turn, at: chip.dataset.at, start: edges[0], end: edges[1] });
  return true;
}

const isAlt = (event) => event.altKey && !event.getModifierState("AltGraph"); // brackets need AltGr on many keyboards

const MENUS = {
  act: { r: "rename_act", f: "frame", i: "add" },
  slot: { r: "rename_slot", f: "about", v: "set_value" },
  ref: { f: "frame" },
};

function turnKey(event) {
  const turn = current(), chip = document.activeElement.closest?.("[data-at]"), number = turn.dataset.turn;
  const { key } = event, at = chip?.dataset.at, does = (values) => edit({ turn: number, ...values });
  const which = chip && MENUS[chip.dataset.what][key];
  const frames = turn.dataset.author === "user" && number !== "0";
  if (which) ask(which, number, at);
  else if (chip && (key === "x" || key === "Delete" || key === "Backspace")) does({ what: "remove", at });
  else if (chip && key === "o") does({ what: "makes", at: at.split(".")[0], val: chip.closest(".act").querySelector(".makes") ? "no" : "yes" });
  else if ("[]{}".includes(key)) return moveEdges(chip, event);
  else if (key === "j" || key === "ArrowDown") go(1);
  else if (key === "k" || key === "ArrowUp") go(-1);
  else if (key === "ArrowRight" || key === "ArrowLeft") along(key === "ArrowRight" ? 1 : -1);
  else if (key === "Enter" && (document.activeElement === turn || document.activeElement === document.body)) confirm(turn);
  else if (key === "Escape") turn.focus();
  else if (key === "a") ask("add_act", number, "", turn.querySelector("[data-act=add_act]").getBoundingClientRect());
  else if (key === "s" && frames) ask("activate", number, "", turn.querySelector("[data-act=activate]").getBoundingClientRect());
  else if (key === "n" && frames) does({ what: "activate", frame: 0 });
  else if (key === "m") markFrom(0);
  else if (key === "g") nextOpen(Number(number));
  else if (key === "u") does({ what: "undo" });
  else if (key === "?") byId("legend").showModal();
  else return false;
  return true;
}

document.addEventListener("keydown", (event) => {
  if (byId("legend").open || event.isComposing) return;
  if (asked && menu.hidden && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    return ahead.push(event);
  }
  if (!menu.hidden) {
    if (!menu.contains(event.target)) byId("filter").focus();
    return menuKey(event);
  }
  if (marking && markingKey(event)) return;
  if (event.target.closest("header") && ["Enter", " "].includes(event.key)) return;
  if ((event.ctrlKey || event.metaKey) && event.key === "z" && !event.shiftKey) {
    event.preventDefault();
    return edit({ what: "undo", turn: current().dataset.turn });
  }
  if (event.ctrlKey || event.metaKey || (event.altKey && !"[]{}".includes(event.key))) return;
  if (turnKey(event)) event.preventDefault();
});

document.addEventListener("focusin", (event) => {
  const turn = event.target.closest(".turn");
  if (turn && turn !== current()) select(turn, false);
  for (const lit of document.querySelectorAll("mark.lit")) lit.classList.remove("lit");
  const at = event.target.dataset?.at;
  if (at) touched = at.split(".")[0];
  if (turn && at) for (const each of turn.querySelectorAll("mark")) if (each.dataset.places.split(" ").some((place) => place === at || place.startsWith(`${at}.`))) each.classList.add("lit");
});

document.addEventListener("click", (event) => {
  const turn = event.target.closest(".turn"), card = event.target.closest(".card");
  if (card && !menu.hidden) {
    const number = card.id.slice("frame-".length);
    const option = options().find((each) => each.dataset.label === number);
    if (option) take(option);
    return;
  }
  const act = event.target.closest("[data-act]")?.dataset.act, chip = event.target.closest("[data-at]");
  const told = event.target.closest("[data-do]:not([role])"), marked = event.target.closest("mark");
  if (turn) select(turn, false);
  if (act === "undo") edit({ what: "undo", turn: current().dataset.turn });
  else if (act === "legend") byId("legend").showModal();
  else if (act === "confirm" && turn.classList.contains("confirmed")) edit({ what: "confirm", turn: turn.dataset.turn, val: "no" });
  else if (act === "confirm") confirm(turn);
  else if (act) ask(act, turn.dataset.turn, "", event.target.getBoundingClientRect());
  else if (told) edit({ turn: turn.dataset.turn, ...Object.fromEntries(new URLSearchParams(told.dataset.do)) });
  else if (chip) ask("more", turn.dataset.turn, chip.dataset.at, chip.getBoundingClientRect());
  else if (marked && getSelection().isCollapsed) turn.querySelector(`[data-at="${marked.dataset.places.split(" ")[0]}"]`)?.focus();
});

document.addEventListener("submit", (event) => {
  const question = event.target.dataset.ask;
  if (question && !window.confirm(question)) event.preventDefault(); // `confirm` is that of a turn
});

byId("finish")?.addEventListener("submit", (event) => {
  const left = Number(byId("state").dataset.left);
  if (!left && !queue.length) return;
  event.preventDefault();
  byId("complaint").textContent = queue.length ? "Wait until all is saved." : `${left} ${left === 1 ? "turn isn’t" : "turns aren’t"} confirmed yet.`;
  nextOpen();
});

// Not before all is loaded: the form that asks for the board would be sent as any other.
addEventListener("load", () => select(byId(location.hash.slice(1))?.closest(".turn") ?? turnAt(looked)));
