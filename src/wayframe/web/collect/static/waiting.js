// The waiting room: the place in the queue as it changes; when a conversation begins, its page.
import { connection, line } from "/static/live.js";

const { line: address, state } = document.body.dataset;

function heard({ standing }) {
  if (!standing) return;
  if (standing.state !== state) location.replace("/");
  else if (standing.state === "waiting") {
    for (const name of ["place", "waiting"]) {
      const shown = document.getElementById(name);
      if (shown.textContent !== String(standing[name])) shown.textContent = standing[name];
    }
  }
}

line(() => address, heard, connection);
