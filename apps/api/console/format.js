import { element } from "./dom.js";

const TONES = {
  good: ["succeeded", "active", "finished"],
  busy: ["running", "starting"],
  warn: ["waiting_approval", "human_control", "paused", "stopped"],
  bad: ["failed", "expired"],
};

/** A state as a word with a dot: the colour only repeats what the word says. */
export function stateBadge(state) {
  const tone = Object.keys(TONES).find((name) => TONES[name].includes(state)) ?? "none";
  const dot = element("span", { class: "dot", "aria-hidden": "true" });
  return element("span", { class: "state", "data-tone": tone }, dot, state.replaceAll("_", " "));
}

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });

/** `3 min. ago`, with the exact time as a tooltip. */
export function ago(timestamp) {
  const seconds = (Date.parse(timestamp) - Date.now()) / 1_000;
  const [unit, size] = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ].find(([, limit]) => Math.abs(seconds) >= limit) ?? ["second", 1];
  const text = relative.format(Math.round(seconds / size), unit);
  return element("time", { datetime: timestamp, title: new Date(timestamp).toLocaleString() }, text);
}

/** The last part of a uuid v7 is its random one: eight characters tell ids apart, the first ones are only the time. */
export const shortId = (id) => element("span", { class: "mono", title: id }, id.slice(-8));
