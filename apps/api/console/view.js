import RFB from "/vendor/novnc/core/rfb.js";
import { call } from "./api.js";
import { byId, element } from "./dom.js";
import { signInForm } from "./sign-in.js";

/**
 * The live view of one session.
 *
 *   connecting -> live -> reconnecting -> live …
 *   any of them -> ended (the session is over) or failed (no right to see it)
 *
 * Every socket takes a fresh ticket, asked for by cookie; the link's own ticket, in the fragment, buys the cookie. Whether
 * input reaches the desktop is decided on the server by the ticket's mode: `viewOnly` here only spares the traffic.
 */
const sessionId = location.pathname.split("/")[3];
const base = `/v1/sessions/${sessionId}`;
const BACKOFF_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000];
const POLL_MS = 4_000;
/** The worker's close codes. */
const SESSION_ENDED = 4001;
const CONTROL_ENDED = 4003;
/** A short break may leave the old connection in control for a moment; after this many tries somebody else has it. */
const CONTROL_TRIES = 4;

let mode = "view";
let isFitted = true;
let rfb = null;
let retries = 0;
/** Whether this page has been in control since it last asked for it. */
let hadControl = false;
let retryTimer = 0;
/** Shown instead of a plain "Live" once: why the mode is not the one that was asked for. */
let remark = null;
/** Counts connections, so that what an abandoned one still reports is ignored. */
let generation = 0;

const state = () => document.body.dataset.state;

function show(nextState, text) {
  document.body.dataset.state = nextState;
  document.body.dataset.mode = mode;
  byId("status").textContent = text;
  byId("mode-view").setAttribute("aria-pressed", String(mode === "view"));
  byId("mode-control").setAttribute("aria-pressed", String(mode === "control"));
  byId("hint").hidden = !(nextState === "live" && mode === "control");
  const hasPicture = nextState === "live" || nextState === "reconnecting";
  for (const id of ["mode-view", "mode-control", "fit", "full-screen"]) byId(id).disabled = !hasPicture;
  if (nextState !== "live") byId("controller").hidden = true;
}

function notice(...children) {
  byId("notice").replaceChildren(...children);
  byId("notice").hidden = children.length === 0;
}

function card(title, text, ...more) {
  return element(
    "section",
    { class: "card" },
    element("h1", {}, title),
    element("p", { class: "muted" }, text),
    ...more,
  );
}

async function start() {
  const ticket = new URLSearchParams(location.hash.slice(1)).get("ticket");
  if (ticket !== null) {
    history.replaceState(null, "", location.pathname);
    try {
      mode = (await call("POST", `${base}/view/redeem`, { ticket })).mode;
    } catch (problem) {
      // A reloaded link is used up, but its cookie may still be good: the next call decides.
      if (problem.status !== 401) return fail(problem);
    }
  }
  await connect();
  setInterval(pollSession, POLL_MS);
}

async function connect() {
  clearTimeout(retryTimer);
  generation += 1;
  const mine = generation;
  disconnect();
  let ticket;
  try {
    ({ ticket } = await call("POST", `${base}/tickets`, { mode }));
  } catch (problem) {
    if (mine === generation) await refused(problem);
    return;
  }
  if (mine !== generation) return;
  const url = new URL(`${base}/vnc`, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  url.searchParams.set("ticket", ticket);
  const socket = new WebSocket(url, ["binary"]);
  let closeCode = 0;
  socket.addEventListener("close", (event) => {
    closeCode = event.code;
  });
  rfb = new RFB(byId("screen"), socket, { shared: true });
  rfb.background = "transparent";
  rfb.viewOnly = mode === "view";
  rfb.scaleViewport = isFitted;
  rfb.clipViewport = !isFitted;
  rfb.dragViewport = !isFitted && mode === "view";
  rfb.addEventListener("connect", () => {
    if (mine === generation) connected();
  });
  const canvas = byId("screen").querySelector("canvas");
  rfb.addEventListener("disconnect", () => {
    if (mine !== generation) return;
    keepLastPicture(canvas);
    dropped(closeCode);
  });
}

function connected() {
  retries = 0;
  hadControl = mode === "control";
  notice();
  byId("last").hidden = true;
  show("live", remark ?? "Live");
  remark = null;
  if (mode === "control") showController("you");
  pollSession();
  if (mode === "control") rfb.focus();
}

function disconnect() {
  const old = rfb;
  rfb = null;
  old?.disconnect();
}

async function dropped(closeCode) {
  const session = await readSession();
  if (closeCode === SESSION_ENDED || session?.state === "ended") return ended(session);
  retries += 1;
  if (mode === "control") {
    if (closeCode === CONTROL_ENDED) return onlyWatch("Live. Control was handed back.");
    const isTaken = session?.controller === "human" && retries >= (hadControl ? CONTROL_TRIES : 1);
    if (isTaken) return onlyWatch("Live. Another person is in control.");
  }
  const delay = BACKOFF_MS[Math.min(retries, BACKOFF_MS.length) - 1] * (0.8 + Math.random() * 0.4);
  show("reconnecting", `Reconnecting (${retries})…`);
  retryTimer = setTimeout(connect, delay);
}

/** Back to watching, and why, once the picture is there again. */
async function onlyWatch(why) {
  mode = "view";
  remark = why;
  hadControl = false;
  show("connecting", why);
  await connect();
}

async function refused(problem) {
  if (problem.status === 401) return askForKey();
  if (problem.code === "session.ended") return ended(await readSession());
  if (problem.status === 403 && mode === "control") return onlyWatch("Live. Your role or link only allows watching.");
  if (problem.status === 404 || problem.status === 403) return fail(problem);
  await dropped(0);
}

function fail(problem) {
  disconnect();
  show("failed", "Not available");
  const text = problem.status === 404 ? "There is no such session, or it is not yours to see." : problem.message;
  notice(card("Nothing to show", text, element("p", {}, element("a", { href: "/" }, "Open the console"))));
}

function ended(session) {
  clearTimeout(retryTimer);
  keepLastPicture(byId("screen").querySelector("canvas"));
  generation += 1;
  disconnect();
  show("ended", "The session has ended");
  const reason = session?.endReason ? `Reason: ${session.endReason}` : "Its desktop has been destroyed.";
  notice(card("The session has ended", reason, element("p", {}, element("a", { href: "/" }, "Open the console"))));
}

function askForKey() {
  disconnect();
  show("connecting", "Sign in to watch");
  notice(
    signInForm({
      title: "Watch this desktop",
      text: "A link works once and for seconds. Ask for a new one, or sign in with an API key of the same tenant.",
      onSignedIn: () => {
        notice();
        show("connecting", "Connecting…");
        connect();
      },
    }),
  );
}

async function readSession() {
  try {
    return await call("GET", base);
  } catch {
    // No answer is no news: the caller goes on trying.
    return null;
  }
}

/** Who is in control, and an end that the socket did not tell of. */
async function pollSession() {
  if (state() !== "live") return;
  const session = await readSession();
  if (session === null || state() !== "live") return;
  if (session.state === "ended") return ended(session);
  showController(mode === "control" ? "you" : session.controller, session.state);
}

function showController(who, sessionState = "active") {
  const label = { you: "You are in control", human: "A person is in control", agent: "The agent is in control" }[who];
  byId("controller").textContent = sessionState === "active" ? label : `${label}, session ${sessionState}`;
  byId("controller").dataset.who = who;
  byId("controller").hidden = false;
}

/** noVNC takes its canvas away when it disconnects; a copy of it stays. */
function keepLastPicture(canvas) {
  if (canvas === null || canvas.width === 0) return;
  const last = byId("last");
  last.width = canvas.width;
  last.height = canvas.height;
  last.getContext("2d").drawImage(canvas, 0, 0);
  last.hidden = false;
}

function switchMode(next) {
  if (next === mode) return;
  mode = next;
  hadControl = false;
  show("connecting", next === "control" ? "Taking control…" : "Connecting…");
  connect();
}

byId("mode-view").addEventListener("click", () => switchMode("view"));
byId("mode-control").addEventListener("click", () => switchMode("control"));
byId("fit").addEventListener("click", () => {
  isFitted = !isFitted;
  byId("fit").setAttribute("aria-pressed", String(isFitted));
  if (rfb === null) return;
  rfb.scaleViewport = isFitted;
  rfb.clipViewport = !isFitted;
  rfb.dragViewport = !isFitted && mode === "view";
});
byId("full-screen").addEventListener("click", () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else byId("stage").requestFullscreen();
});
// In control every key belongs to the desktop, so this one way out is caught before noVNC sees it.
document.addEventListener(
  "keydown",
  (event) => {
    if (!(event.ctrlKey && event.altKey && event.shiftKey && event.code === "KeyL")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    rfb?.blur();
    byId("mode-view").focus();
  },
  true,
);

start();
