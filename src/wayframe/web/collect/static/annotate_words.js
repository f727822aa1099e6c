// Where words begin and end in a turn's text, and what of them a drag or a key means.
"use strict";

// Characters as Python counts them, and JavaScript doesn't: one each, whatever its width.
const count = (text) => [...text].length;
const bounds = (words) => words.dataset.bounds.split(" ").filter(Boolean).map((pair) => pair.split("-").map(Number));

function offset(words, node, at) {
  const whole = document.createRange();
  whole.selectNodeContents(words);
  const side = whole.comparePoint(node, at);
  if (side) return side < 0 ? 0 : count(words.textContent);
  whole.setEnd(node, at);
  return count(whole.toString());
}

function rangeOf(words, start, end) {
  const range = document.createRange();
  const walker = document.createTreeWalker(words, NodeFilter.SHOW_TEXT);
  let passed = 0;
  range.selectNodeContents(words);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const letters = [...node.data];
    const place = (edge) => letters.slice(0, edge - passed).join("").length;
    if (passed <= start && start < passed + letters.length) range.setStart(node, place(start));
    if (passed < end && end <= passed + letters.length) range.setEnd(node, place(end));
    passed += letters.length;
  }
  return range;
}

// The number of the word at a place of the screen; -1 where there is none.
function wordAt(words, x, y) {
  const caret = document.caretPositionFromPoint?.(x, y), range = caret ? null : document.caretRangeFromPoint?.(x, y);
  if (!caret && !range) return -1;
  const at = caret ? offset(words, caret.offsetNode, caret.offset) : offset(words, range.startContainer, range.startOffset);
  return bounds(words).findIndex(([from, to]) => from <= at && at <= to);
}

const isSign = (text) => !/[\p{L}\p{N}$€£¥%]/u.test(text);

// Whole words, without the signs around them, and without a word of which the mouse just touched a letter.
function snapped(words, start, end) {
  const letters = [...words.textContent];
  const text = ([from, to]) => letters.slice(from, to).join("");
  const touched = bounds(words).filter(([from, to]) => from < end && start < to);
  const grazed = ([from, to]) => to - from > 2 && Math.min(to, end) - Math.max(from, start) === 1;
  const belongs = (sign, at) => {
    const inside = touched.slice(0, at).map(text).join("");
    if (sign === ")") return inside.includes("(");
    if (sign === "]") return inside.includes("[");
    return sign === "." && /(^|[^\p{L}])\p{L}$/u.test(inside); // a.m., U.S.
  };
  while (touched.length > 1 && grazed(touched[0])) touched.shift();
  while (touched.length > 1 && grazed(touched.at(-1))) touched.pop();
  while (touched.length > 1 && isSign(text(touched.at(-1))) && !belongs(text(touched.at(-1)), touched.length - 1)) touched.pop();
  const wrapped = () => ["()", "[]"].includes(text(touched[0]) + text(touched.at(-1)));
  const opens = () => ({ "(": ")", "[": "]" })[text(touched[0])];
  while (touched.length > 2 && wrapped()) touched.splice(0, touched.length, ...touched.slice(1, -1));
  while (touched.length > 1 && isSign(text(touched[0])) && !touched.some((each) => text(each) === opens())) touched.shift();
  return touched.length ? [touched[0][0], touched.at(-1)[1]] : null;
}

// One step of an edge: to the next beginning or end of a word, or by a character.
function stepped(words, [start, end], key, exact) {
  const all = bounds(words), size = count(words.textContent);
  const starts = all.map(([from]) => from), ends = all.map(([, to]) => to);
  const before = (edges, at, none) => edges.filter((edge) => edge < at).at(-1) ?? none;
  const after = (edges, at, none) => edges.find((edge) => edge > at) ?? none;
  if (key === "[") start = exact ? Math.max(0, start - 1) : before(starts, start, start);
  if (key === "{") start = exact ? start + 1 : after(starts, start, start);
  if (key === "]") end = exact ? Math.min(size, end + 1) : after(ends, end, end);
  if (key === "}") end = exact ? end - 1 : before(ends, end, end);
  return start < end ? [start, end] : null;
}
