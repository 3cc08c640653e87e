import { element } from "./dom.js";
import { ago, shortId, stateBadge } from "./format.js";

const key = '"Authorization: Bearer $DESKFLEET_KEY"';

function panel(title, count, ...content) {
  const id = `panel-${title.toLowerCase().replaceAll(" ", "-")}`;
  return element(
    "section",
    { class: "panel", "aria-labelledby": id },
    element("header", {}, element("h2", { id }, title), element("span", { class: "muted" }, count)),
    ...content,
  );
}

function table(columns, rows) {
  const head = columns.map(([name, isTight]) => element("th", { scope: "col", class: isTight ? "tight" : null }, name));
  const body = rows.map((cells) =>
    element(
      "tr",
      {},
      ...cells.map((cell, index) => element("td", { class: columns[index][1] ? "tight" : null }, cell)),
    ),
  );
  const content = element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...body));
  return element(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": columns.map(([n]) => n).join(", ") },
    content,
  );
}

function empty(text, command) {
  return element("div", { class: "empty" }, element("p", {}, text), element("pre", {}, command));
}

export function capacityPanel({ used, free, queued, workers, refusals }) {
  const facts = { "Desktops in use": used, "Free now": free, "Tasks queued": queued, Workers: workers.length };
  const list = element(
    "dl",
    { class: "facts" },
    ...Object.entries(facts).map(([name, value]) =>
      element("div", {}, element("dt", {}, name), element("dd", {}, String(value))),
    ),
  );
  const unconfined = workers.filter(({ confinement }) => confinement?.kind === "none").map(({ id }) => id);
  const reasons = refusals.map(({ reason }) => reason);
  if (unconfined.length > 0) reasons.push(`Commands cannot be confined on ${unconfined.join(", ")}`);
  const notes = reasons.map((reason) => element("p", {}, reason));
  return panel("Capacity", "", list, notes.length > 0 && element("div", { class: "refusals" }, ...notes));
}

/** One answer answers every gate that asks, so all of them are said. */
const whyAsked = ({ verdicts }) =>
  verdicts
    .filter(({ outcome }) => outcome === "ask")
    .map(({ reason }) => reason)
    .join("; ");

/** Only answers that mean something here: a lasting one needs a consent to give, "always" one that policy lets be kept. */
const choicesFor = ({ offers }) => [
  ["once", "Allow once"],
  ...(offers.length > 0 ? [["session", "For this session"]] : []),
  ...(offers.some(({ isKeepable }) => isKeepable) ? [["always", "Always"]] : []),
  ["no", "Deny"],
];

const offerText = ({ grant, isKeepable }, at) => [
  at > 0 && ", ",
  element("code", {}, grant),
  !isKeepable && " (this session only)",
];

/** `answer(approval, choice)` sends it. */
export function approvalsPanel(approvals, { canAnswer, answer }) {
  if (approvals.length === 0) return null;
  const items = approvals.map((approval) => {
    const buttons = choicesFor(approval).map(([choice, label]) =>
      element(
        "button",
        {
          type: "button",
          class: choice === "no" ? "danger" : choice === "once" ? "primary" : null,
          disabled: !canAnswer,
          onClick: () => answer(approval, choice),
        },
        label,
      ),
    );
    return element(
      "article",
      { class: "approval" },
      element(
        "p",
        {},
        element("strong", {}, approval.tool),
        " in session ",
        shortId(approval.sessionId),
        ", ",
        ago(approval.createdAt),
      ),
      element("p", { class: "muted" }, `${whyAsked(approval.evaluation)} (${approval.evaluation.risk})`),
      ...approval.warnings.map(({ text }) => element("p", { class: "warning" }, text)),
      Object.keys(approval.params).length > 0 && element("pre", {}, JSON.stringify(approval.params, null, 1)),
      approval.offers.length > 0 &&
        element("p", { class: "muted" }, "A lasting answer gives: ", ...approval.offers.flatMap(offerText)),
      element("div", { class: "answers" }, ...buttons),
      !canAnswer && element("p", { class: "muted" }, "Your role may not answer; it needs approver."),
    );
  });
  const made = panel("Waiting for an answer", String(approvals.length), ...items);
  made.classList.add("attention");
  return made;
}

/** Until a person lets it go on. */
const isHeld = ({ state }) => state === "stopped" || state === "paused";

/** `stop`, `resume` and `close` take the session. */
export function sessionsPanel(sessions, { canControl, stop, resume, close }) {
  const button = (label, act) => element("button", { type: "button", onClick: act }, label);
  const content =
    sessions.length === 0
      ? empty(
          "No desktop is in use. Tasks start theirs themselves; for one of your own:",
          `curl -X POST ${location.origin}/v1/sessions -H ${key} -H "Content-Type: application/json" -d '{}'`,
        )
      : table(
          [["Session", true], ["State", true], ["Control", true], ["For"], ["Since", true], ["Actions", true]],
          sessions.map((session) => [
            shortId(session.id),
            stateBadge(session.state),
            session.controller === "human" ? "a person" : "agent",
            session.taskId === null ? "interactive" : element("span", {}, "task ", shortId(session.taskId)),
            ago(session.createdAt),
            element(
              "span",
              { class: "answers" },
              element("a", { href: `/v1/sessions/${session.id}/view`, target: "_blank", rel: "noopener" }, "Watch"),
              canControl && session.state === "active" && button("Stop", () => stop(session)),
              canControl && isHeld(session) && button("Resume", () => resume(session)),
              canControl && session.taskId === null && button("Close", () => close(session)),
            ),
          ]),
        );
  return panel("Sessions", sessions.length > 0 ? `${sessions.length} live` : "", content);
}

export function batchesPanel(batches) {
  const content =
    batches.length === 0
      ? empty(
          "No batch yet. A batch runs a workflow over the rows of a CSV:",
          `curl -X POST "${location.origin}/v1/batches?reference=first&workflow=NAME" -H ${key} -H "Content-Type: text/csv" --data-binary @rows.csv`,
        )
      : table(
          [["Batch"], ["State", true], ["Progress"], ["Results", true]],
          batches.map((batch) => [
            element("span", {}, batch.reference, element("br"), element("span", { class: "muted" }, batch.workflow)),
            stateBadge(batch.state),
            progress(batch),
            element("a", { href: `/v1/batches/${batch.id}/results.csv`, download: `${batch.reference}.csv` }, "CSV"),
          ]),
        );
  return panel("Batches", "", content);
}

function progress({ rows, counts }) {
  const good = counts.succeeded ?? 0;
  const bad = (counts.failed ?? 0) + (counts.expired ?? 0) + (counts.cancelled ?? 0);
  const busy = rows - good - bad - (counts.queued ?? 0);
  const parts = Object.entries({ good, bad, busy }).filter(([, count]) => count > 0);
  const text = `${good} of ${rows} succeeded${bad > 0 ? `, ${bad} failed` : ""}${busy > 0 ? `, ${busy} running` : ""}`;
  const spans = parts.map(([name, count]) => {
    const span = element("span", { class: name });
    span.style.width = `${(100 * count) / rows}%`;
    return span;
  });
  return element(
    "div",
    {},
    element("div", { class: "bar", "aria-hidden": "true" }, ...spans),
    element("span", { class: "muted" }, text),
  );
}

export function tasksPanel(tasks) {
  const content =
    tasks.length === 0
      ? empty(
          "No task yet. This one reads the size of a desktop's screen:",
          `curl -X POST ${location.origin}/v1/tasks -H ${key} -H "Content-Type: application/json" -d '{"steps":[{"id":"look","do":"computer_screen_size","save":{"size":"result"}}],"output":{"size":"steps.look.size"},"grants":["computer_use"]}'`,
        )
      : table(
          [["Task", true], ["State", true], ["What"], ["Outcome"], ["Created", true]],
          tasks.map((task) => [
            shortId(task.id),
            stateBadge(task.state),
            element(
              "span",
              {},
              task.workflow ?? "inline steps",
              task.row !== null && element("span", { class: "muted" }, ` row ${task.row}`),
              task.reference !== null && element("span", { class: "muted" }, ` ${task.reference}`),
            ),
            element("span", { class: "muted" }, task.waitingFor ?? task.reason ?? task.outcome ?? ""),
            ago(task.createdAt),
          ]),
        );
  return panel("Tasks", tasks.length > 0 ? "newest first" : "", content);
}
