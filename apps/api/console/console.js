import { call } from "./api.js";
import { byId, element } from "./dom.js";
import { approvalsPanel, batchesPanel, capacityPanel, sessionsPanel, tasksPanel } from "./panels.js";
import { signInForm } from "./sign-in.js";

/** Lists of one tenant, kept fresh by the event stream: an event only says that something changed, the lists are read again. */
const REFRESH_MS_MIN = 400;
const REFRESH_MS_MAX = 15_000;
const ROLES = ["viewer", "operator", "approver", "admin"];

let who = null;
let events = null;
let refreshTimer = 0;
let isRefreshing = false;
let isStale = false;

const hasRole = (role) => ROLES.indexOf(who.role) >= ROLES.indexOf(role);

async function start() {
  try {
    signedIn(await call("GET", "/v1/console/session"));
  } catch (problem) {
    if (problem.status === 401) return askForKey();
    byId("main").replaceChildren(element("p", { class: "error", role: "alert" }, problem.message));
  }
}

function askForKey() {
  events?.close();
  events = null;
  clearTimeout(refreshTimer);
  byId("account").hidden = true;
  byId("live").hidden = true;
  const form = signInForm({
    title: "Sign in to Deskfleet",
    text: "With an API key of your tenant. The first one, for the administrator, was printed by npm start.",
    onSignedIn: signedIn,
  });
  byId("main").replaceChildren(element("div", { class: "welcome" }, form));
}

function signedIn(session) {
  who = session.principal;
  byId("who").textContent = `${who.name} · ${who.role}`;
  byId("account").hidden = false;
  connectEvents();
  refresh();
}

function connectEvents() {
  events?.close();
  events = new EventSource("/v1/events");
  const live = byId("live");
  const say = (state, text) => {
    live.dataset.state = state;
    live.replaceChildren(element("span", { class: "dot", "aria-hidden": "true" }), text);
    live.hidden = false;
  };
  events.onopen = () => say("live", "Live");
  events.onerror = () => say("lost", "Reconnecting…");
  // The stream names each event by its type; one handler serves every type the API lists.
  for (const type of EVENT_TYPES) events.addEventListener(type, () => soon());
}

const EVENT_TYPES = [
  ...["task.queued", "task.started", "task.waiting_approval", "task.retried", "task.finished"],
  ...["batch.updated", "batch.finished", "approval.requested", "approval.answered", "approval.expired"],
  ...["session.started", "session.paused", "session.resumed", "session.controlled", "session.stopped", "session.ended"],
];

/** Many events in a burst cost one reading. */
function soon() {
  if (isRefreshing) {
    isStale = true;
    return;
  }
  clearTimeout(refreshTimer);
  refreshTimer = setTimeout(refresh, REFRESH_MS_MIN);
}

async function refresh() {
  clearTimeout(refreshTimer);
  isRefreshing = true;
  isStale = false;
  try {
    const [capacity, approvals, sessions, batches, tasks] = await Promise.all([
      call("GET", "/v1/capacity"),
      call("GET", "/v1/approvals?state=pending"),
      call("GET", "/v1/sessions?live=true&limit=100"),
      call("GET", "/v1/batches?limit=20"),
      call("GET", "/v1/tasks?limit=50"),
    ]);
    render({
      capacity,
      approvals: approvals.items,
      sessions: sessions.items,
      batches: batches.items,
      tasks: tasks.items,
    });
  } catch (problem) {
    if (problem.status === 401) return askForKey();
    announce(problem.message);
  } finally {
    isRefreshing = false;
  }
  refreshTimer = setTimeout(refresh, isStale ? REFRESH_MS_MIN : REFRESH_MS_MAX);
}

function render({ capacity, approvals, sessions, batches, tasks }) {
  const main = byId("main");
  const scrolled = [...main.querySelectorAll(".scroll")].map((node) => [
    node.getAttribute("aria-label"),
    node.scrollTop,
  ]);
  const focused = focusPath(main);
  const panels = [
    element("h1", { class: "visually-hidden" }, "Console"),
    approvalsPanel(approvals, { canAnswer: hasRole("approver"), answer }),
    capacityPanel(capacity),
    element(
      "div",
      { class: "pair" },
      sessionsPanel(sessions, { canControl: hasRole("operator"), stop, resume, close }),
      batchesPanel(batches),
    ),
    tasksPanel(tasks),
  ];
  main.replaceChildren(...panels.filter((panel) => panel !== null));
  for (const [label, top] of scrolled) {
    const node = main.querySelector(`.scroll[aria-label="${label}"]`);
    if (node !== null) node.scrollTop = top;
  }
  focused?.();
}

/** Redrawing must not take the keyboard away: remembers which control of the page had it, by position and text. */
function focusPath(main) {
  const active = document.activeElement;
  if (active === null || !main.contains(active)) return null;
  const same = (node) => node.tagName === active.tagName && node.textContent === active.textContent;
  const index = [...main.querySelectorAll(active.tagName)].filter(same).indexOf(active);
  return () => [...main.querySelectorAll(active.tagName)].filter(same)[index]?.focus();
}

async function answer(approval, choice) {
  let code = null;
  if (approval.isCodeRequired && choice !== "no") {
    code = prompt("The confirmation code, which whoever asked was shown:");
    if (code === null) return;
  }
  const body = code === null ? { answer: choice } : { answer: choice, code };
  await attempt(() => call("POST", `/v1/approvals/${approval.id}/answer`, body));
}

async function stop(session) {
  await attempt(() => call("POST", `/v1/sessions/${session.id}/stop`, {}));
}

async function resume(session) {
  await attempt(() => call("POST", `/v1/sessions/${session.id}/resume`, {}));
}

async function close(session) {
  if (confirm("Close this session? Its desktop is destroyed."))
    await attempt(() => call("POST", `/v1/sessions/${session.id}/close`, {}));
}

async function attempt(work) {
  try {
    await work();
  } catch (problem) {
    announce(problem.message);
  }
  await refresh();
}

function announce(text) {
  const old = byId("message");
  const message = element("p", { id: "message", class: "error", role: "alert" }, text);
  if (old === null) byId("main").prepend(message);
  else old.replaceWith(message);
}

byId("sign-out").addEventListener("click", async () => {
  try {
    await call("POST", "/v1/console/sign-out", {});
  } catch (problem) {
    // The cookie is still good: a page that looked signed out would leave it to whoever comes next.
    if (problem.code !== "auth.required") return announce(`Not signed out: ${problem.message}`);
  }
  askForKey();
});

start();
