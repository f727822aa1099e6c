// The administrator's page: how the study stands as it changes, and links that are copied with a click.
import { connection, line } from "/static/live.js";

let due;
line(
  () => document.body.dataset.line,
  (said) => {
    if (said.changed) due ??= setTimeout(() => ((due = undefined), document.getElementById("state").dispatchEvent(new Event("changed"))), 500);
  },
  connection,
);

document.addEventListener("click", async (event) => {
  const copy = event.target.closest("[data-copy]");
  if (!copy) return;
  copy.parentElement.querySelector("input").select();
  try {
    await navigator.clipboard.writeText(copy.dataset.copy);
    copy.textContent = "Copied";
  } catch {
    copy.textContent = "Press Ctrl-C"; // without TLS there is no clipboard for pages: the link is selected
  }
});
