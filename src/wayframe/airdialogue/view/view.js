"use strict";
const samples = JSON.parse(document.getElementById("samples").textContent);
const filters = document.getElementById("filters");
const list = document.getElementById("list");
const article = document.getElementById("sample");
const heads = ["Flight", "Route", "There", "Back", "Class", "Stops", "Price", "Airline", ""];
const wishes = { departure_time: "leaves in the", return_time: "returns in the", class: "class", max_price: "at most, $", max_connections: "stops at most", airline_preference: "airline" };
let shown = [];
let current = null;

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) if (value !== null && value !== false) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const spaced = (text) => String(text).replaceAll("_", " ");
const acted = (action) => [spaced(action.status), ...action.flight].join(" ");
const haystack = (each) => [each.line, ...each.dialogue, ...Object.values(each.intent), ...(each.action ? Object.values(each.action) : [])].join("\n").toLowerCase();

function matches(each, wanted) {
  return (!wanted.goal || each.intent.goal === wanted.goal)
    && (!wanted.status || each.expected.status === wanted.status)
    && (!wanted.correct || String(each.correct ?? "none") === wanted.correct)
    && wanted.words.every((word) => (each.text ??= haystack(each)).includes(word));
}

function filter() {
  const wanted = Object.fromEntries(new FormData(filters));
  wanted.words = wanted.text.toLowerCase().split(/\s+/).filter(Boolean);
  shown = samples.filter((each) => matches(each, wanted));
  document.getElementById("count").textContent = `${shown.length} of ${samples.length} samples`;
  list.replaceChildren(...shown.map(entry));
  show(shown.includes(current) ? current : shown[0] ?? null);
}

function entry(each) {
  const button = element("button", { type: "button", "data-line": each.line }, `${each.line}  ${each.intent.name}`,
    element("small", {}, `${each.intent.goal} → ${spaced(each.expected.status)}${each.correct === false ? ", agent wrong" : ""}`));
  button.addEventListener("click", () => show(each, true));
  return element("li", {}, button);
}

function show(each, moved = false) {
  current = each;
  for (const button of list.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
  if (!each) return article.replaceChildren(element("p", {}, "No sample is like that."));
  const button = list.querySelector(`[data-line="${each.line}"]`);
  button.setAttribute("aria-current", "true");
  if (list.scrollHeight > list.clientHeight) list.scrollTop = button.offsetTop - list.offsetTop - list.clientHeight / 3;
  article.replaceChildren(head(each), columns(each), flights(each));
  if (moved) history.replaceState(null, "", `#${each.line}`);
}

function head(each) {
  const place = shown.indexOf(each);
  const step = (name, to) => {
    const button = element("button", { type: "button", disabled: shown[to] ? null : "" }, name);
    button.addEventListener("click", () => show(shown[to], true));
    return button;
  };
  const verdict = { true: "right", false: "wrong" }[each.correct];
  const mark = verdict ? [element("span", { class: `verdict ${verdict}` }, `agent was ${verdict}`)] : [];
  return element("div", { class: "head" }, element("h2", {}, `Line ${each.line}: ${each.intent.name}`), ...mark, step("← Previous", place - 1), step("Next →", place + 1));
}

function columns(each) {
  const turns = each.dialogue.map((turn) => {
    const [, side, text] = /^(customer|agent): ?([^]*)$/.exec(turn) ?? [null, "agent", turn];
    return element("li", { class: side }, element("b", {}, side), text);
  });
  const talk = turns.length ? element("ol", { class: "talk" }, ...turns) : element("p", {}, "Nobody has spoken yet.");
  return element("div", { class: "columns" }, element("section", { class: "card" }, element("h3", {}, "Dialogue"), talk),
    element("div", { class: "side" }, card("What the customer wants", context(each.intent)), card("What came of it", outcome(each))));
}

function context(intent) {
  const optional = Object.entries(wishes).filter(([key]) => key in intent).map(([key, name]) => [name, intent[key]]);
  return [["goal", intent.goal], ["route", `${intent.departure_airport} – ${intent.return_airport}`],
    ["there", `${intent.departure_month} ${intent.departure_day}`], ["back", `${intent.return_month} ${intent.return_day}`], ...optional];
}

function outcome(each) {
  const facts = [["right", acted(each.expected)], ["reservation", each.reservation || "none"]];
  if (each.action) facts.splice(1, 0, ["agent did", `${acted(each.action)}, for ${each.action.name || "nobody"}`]);
  return facts;
}

function card(title, facts) {
  const rows = facts.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, String(value))]);
  return element("section", { class: "card" }, element("h3", {}, title), element("dl", { class: "facts" }, ...rows));
}

function flights(each) {
  const chosen = each.action?.flight ?? [];
  const rows = each.flights.map((cells) => {
    const [number, fits] = [cells[0], cells[8]];
    const right = each.expected.flight.includes(number);
    const marks = [right && "right", !right && fits && "fits", chosen.includes(number) && "agent's", each.reservation === number && "reserved"];
    const name = [fits ? "fits" : "out", right ? "right" : ""].join(" ");
    const inner = cells.slice(1, 8).map((cell, place) => element("td", { class: place === 4 || place === 5 ? "number" : null }, String(cell)));
    return element("tr", { class: name }, element("th", { scope: "row" }, String(number)), ...inner, element("td", {}, marks.filter(Boolean).join(", ")));
  });
  const top = heads.map((name) => element("th", { scope: "col", class: name === "Stops" || name === "Price" ? "number" : null }, name));
  const table = element("table", { class: "flights" }, element("thead", {}, element("tr", {}, ...top)), element("tbody", {}, ...rows));
  return element("section", { class: "card" }, element("h3", {}, `${each.flights.length} flights`),
    element("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": "Flights" }, table));
}

filters.addEventListener("input", filter);
filters.addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, .scroll") || event.ctrlKey || event.metaKey || event.altKey) return;
  const to = shown[shown.indexOf(current) + { ArrowRight: 1, ArrowLeft: -1 }[event.key]];
  if (to) show(to, true);
});
const byHash = () => samples.find((each) => `#${each.line}` === location.hash);
window.addEventListener("hashchange", () => {
  current = byHash() ?? current;
  if (!shown.includes(current)) filters.reset();
  filter();
});
current = byHash() ?? null;
filter();
