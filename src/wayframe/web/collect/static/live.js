// A line to the server that mends itself. It knows nothing of what is said on it.

const SILENT = 10000; // milliseconds after which we ask whether somebody is there
const PATIENCE = 5000; // in which there has to be an answer, to that or to anything
const LONGEST_PAUSE = 5000;
const CLOSED = [4403, 4404]; // by the server, for good

/**
 * Open a line. `address()` is asked anew each time, `heard(what)` gets every object, `state(open)` every change.
 * Returns { send(what), mend() }: `send` says whether the line was open; `mend` begins a new line.
 */
export function line(address, heard, state) {
  let socket, watch, attempts = 0, waiting;

  function open() {
    clearTimeout(waiting);
    const url = new URL(address(), location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const mine = (socket = new WebSocket(url));
    listen(PATIENCE);
    mine.onopen = () => {
      if (mine !== socket) return;
      attempts = 0;
      state(true);
    };
    mine.onmessage = (event) => {
      if (mine !== socket) return;
      listen(SILENT);
      heard(JSON.parse(event.data));
    };
    mine.onclose = (event) => {
      if (mine !== socket) return;
      if (CLOSED.includes(event.code)) location.assign("/");
      else again();
    };
  }

  // Nothing was heard for a while: ask; still nothing: the line is dead, even if the browser doesn't know.
  function listen(milliseconds) {
    clearTimeout(watch);
    watch = setTimeout(() => {
      if (socket.readyState !== WebSocket.OPEN || milliseconds === PATIENCE) return again();
      socket.send('{"there": true}');
      listen(PATIENCE);
    }, milliseconds);
  }

  function again() {
    leave();
    state(false);
    const pause = Math.min(250 * 2 ** attempts++, LONGEST_PAUSE) * (0.5 + Math.random() / 2);
    clearTimeout(waiting);
    waiting = setTimeout(open, pause);
  }

  function leave() {
    clearTimeout(watch);
    const old = socket;
    socket = undefined;
    old?.close();
  }

  addEventListener("offline", again);
  addEventListener("online", () => (leave(), (attempts = 0), open()));
  addEventListener("pagehide", () => (leave(), clearTimeout(waiting)));
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && !socket) open(); // a phone that was in a pocket
  });
  open();

  return {
    send(what) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(what));
      return true;
    },
    mend: again,
  };
}

/** Says on the page whether there is a line. */
export function connection(open) {
  const said = open ? "" : "Connection lost, reconnecting…";
  const place = document.getElementById("connection");
  if (place.textContent !== said) place.textContent = said;
  document.body.classList.toggle("offline", !open);
}

document.addEventListener("submit", (event) => {
  const question = event.target.dataset.ask;
  if (question && !confirm(question)) event.preventDefault();
});
