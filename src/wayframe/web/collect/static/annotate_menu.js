// The one menu: what is asked for, typed letters that filter it, what is chosen from it.
"use strict";

const byId = (id) => document.getElementById(id);
const menu = byId("menu");
const recent = JSON.parse(sessionStorage.getItem("recent") ?? "[]"); // slots marked lately, the latest first
let asked = null; // what the open menu is for: {kind, turn, at}
let opener = null; // where the focus goes back to
let ahead = []; // keys that came before the menu that they are for

function fill(form, values) {
  form.replaceChildren(...Object.entries(values).map(([name, value]) => Object.assign(document.createElement("input"), { name, value })));
}

function ask(kind, turn, at, rect) {
  if (refusesChanges()) return;
  asked = { kind, turn, at };
  opener = document.activeElement?.closest("[data-at]") ?? turnAt(turn);
  const words = pending && kind === "mark" ? { start: pending.start, end: pending.end } : {};
  fill(byId("ask"), { kind, turn, at, recent: recent.join(","), ...words });
  menu.dataset.rect = JSON.stringify(rect ?? opener.getBoundingClientRect());
  byId("ask").requestSubmit();
}

function opened() {
  menu.hidden = false;
  document.body.classList.toggle("choosing", ["frame", "about", "activate"].includes(asked.kind));
  const rect = JSON.parse(menu.dataset.rect), size = menu.getBoundingClientRect();
  const below = rect.bottom + 6, fits = below + size.height < innerHeight;
  menu.style.left = `${Math.max(8, Math.min(rect.left, innerWidth - size.width - 8))}px`;
  menu.style.top = `${fits ? below : Math.max(8, rect.top - size.height - 6)}px`;
  filter();
  draw();
  if (!touches) byId("filter").focus({ preventScroll: true }); // for fingers a keyboard would cover the list
  for (const event of ahead.splice(0)) {
    if (menu.hidden || menuKey(event) || event.key.length > 1) continue;
    byId("filter").value += event.key;
    filter();
  }
}

function close(back = true) {
  menu.hidden = true;
  menu.replaceChildren();
  document.body.classList.remove("choosing");
  pending = asked = null;
  ahead = [];
  draw();
  if (back) (opener?.isConnected ? opener : current())?.focus({ preventScroll: true });
}

const options = () => [...menu.querySelectorAll("[role=option]:not([hidden])")];

function choose(option) {
  for (const each of menu.querySelectorAll("[aria-selected=true]")) each.setAttribute("aria-selected", "false");
  option?.setAttribute("aria-selected", "true");
  option?.scrollIntoView({ block: "nearest" });
  byId("filter").setAttribute("aria-activedescendant", option?.id ?? "");
}

// What was typed begins a name, or the second word of one; what only stands in a description comes last.
function filter() {
  const typed = byId("filter").value.trim().toLowerCase(), list = byId("options");
  const rank = (option) => {
    const label = option.dataset.label.toLowerCase();
    if (!typed || label === typed) return 0;
    if (label.startsWith(typed)) return 1;
    if (label.split(/[_ ]/).some((part) => part.startsWith(typed)) || label.replaceAll("_", "").startsWith(typed)) return 2;
    return label.includes(typed) ? 3 : option.textContent.toLowerCase().includes(typed) ? 4 : 9;
  };
  const all = [...list.children].sort((a, b) => rank(a) - rank(b) || a.id.slice(7) - b.id.slice(7));
  for (const option of all) option.hidden = rank(option) === 9;
  list.append(...all);
  list.scrollTop = 0;
  choose(options()[0]);
}

function take(option) {
  const { turn, at } = asked, free = byId("filter").dataset.free, typed = byId("filter").value.trim();
  if (!option && !(free && typed)) return;
  const wanted = Object.fromEntries(new URLSearchParams(option ? option.dataset.do : `${free}&val=${encodeURIComponent(typed)}`));
  if (wanted.menu) return ask(wanted.menu, turn, at, JSON.parse(menu.dataset.rect));
  const target = menu.querySelector("[data-target][aria-pressed=true]");
  const words = pending ? { start: pending.start, end: pending.end, at: target?.dataset.target ?? "" } : { at };
  if (wanted.key) remember(wanted.key);
  close();
  edit({ turn, ...words, ...wanted });
}

function remember(key) {
  recent.splice(0, recent.length, key, ...recent.filter((other) => other !== key).slice(0, 11));
  sessionStorage.setItem("recent", JSON.stringify(recent));
}

function menuKey(event) {
  const list = options(), at = list.findIndex((option) => option.ariaSelected === "true");
  const targets = [...menu.querySelectorAll("[data-target]")];
  const key = event.key, typed = byId("filter").value;
  const target = /^[1-9]$/.test(key) && !typed && targets[Number(key) - 1];
  if (key === "ArrowDown") choose(list[(at + 1) % list.length]);
  else if (key === "ArrowUp") choose(list[(at - 1 + list.length) % list.length]);
  else if (key === "Enter") take(list[at]);
  else if (key === "Escape") close();
  else if (key === "Tab") targets.length ? aim(targets[(targets.findIndex((each) => each.ariaPressed === "true") + (event.shiftKey ? targets.length - 1 : 1)) % targets.length]) : close();
  else if (target) aim(target);
  else if ("[]{}".includes(key) && pending) {
    const edges = stepped(wordsOf(turnAt(pending.turn)), [pending.start, pending.end], key, isAlt(event));
    if (edges) [pending.start, pending.end] = edges;
    draw();
  } else return false;
  event.preventDefault();
  return true;
}

function aim(target) {
  for (const each of menu.querySelectorAll("[data-target]")) each.setAttribute("aria-pressed", String(each === target));
}

menu.addEventListener("input", filter);
menu.addEventListener("mousedown", (event) => event.target.id !== "filter" && event.preventDefault()); // the filter keeps the focus
menu.addEventListener("click", (event) => {
  const option = event.target.closest("[role=option]"), target = event.target.closest("[data-target]");
  if (target) aim(target);
  else if (option) take(option);
});
menu.addEventListener("mousemove", (event) => {
  const option = event.target.closest("[role=option]");
  if (option && option.ariaSelected !== "true" && (event.movementX || event.movementY)) choose(option);
});
