import type { Page } from "playwright-core";
import { expect, vi } from "vitest";
import { PATIENT } from "./console-page.ts";
import type { RealFleet } from "./real-fleet.ts";

const LONG = { ...PATIENT, timeout: 60_000 };

interface Element {
  readonly title: string;
  readonly role: string;
  readonly value: string;
  readonly frame: { x: number; y: number; width: number; height: number } | null;
}

/** A session of its own with the sample application on its desktop. */
export interface OrderDesk {
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails when it is not there
  act(tool: string, params?: Record<string, unknown>): Promise<any>;
  /** The tool's result. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  result(tool: string, params?: Record<string, unknown>): Promise<any>;
  /** Sets a field by its label. */
  set(label: string, value: string): Promise<unknown>;
  valueOf(label: string): Promise<string>;
  /** Middle of a field, in pixels of the screen: the form has its fields at other places every time. */
  placeOf(label: string): Promise<{ x: number; y: number }>;
}

/** What the tests' principals may do without being asked, beside the rules given. */
export const policyWith = (rules: readonly unknown[], more: Record<string, unknown> = {}) => ({
  document: {
    grants: ["computer_use", "screen", "write", "titles"],
    grantable: ["computer_use", "screen", "write", "titles", "app(*)"],
    rules: [{ effect: "allow", match: "app(*)" }, ...rules],
    ...more,
  },
});

export async function openOrderDesk(fleet: RealFleet): Promise<OrderDesk> {
  const { id } = await fleet.call("POST", "/v1/sessions", {});
  const act: OrderDesk["act"] = (tool, params = {}) =>
    fleet.call("POST", `/v1/sessions/${id}/actions`, { tool, params });
  const result: OrderDesk["result"] = async (tool, params) => (await act(tool, params)).result;
  const elementOf = async (label: string): Promise<Element> => {
    const { elements } = (await result("get_app_state", { app: "order-desk" })) as { elements: Element[] };
    const found = elements.find(({ title, frame, role }) => title === label && frame !== null && role !== "text");
    if (found === undefined) throw new Error(`no field ${label} among ${elements.map(({ title }) => title)}`);
    return found;
  };
  await act("computer_process_start", { app: "order-desk" });
  await vi.waitFor(async () => {
    const { windows } = await result("computer_window_list");
    expect(windows.map(({ title }: { title: string }) => title)).toContain("Order desk");
  }, LONG);
  // The window is there before its fields are.
  await vi.waitFor(() => elementOf("Notes"), LONG);
  return {
    ...{ id, act, result },
    set: (label, value) => act("set_value", { element: { label }, value }),
    valueOf: async (label) => (await elementOf(label)).value,
    placeOf: async (label) => {
      const { window } = await result("get_app_state", { app: "order-desk" });
      const { frame } = await elementOf(label);
      if (frame === null) throw new Error(`${label} has no place`);
      const { x, y, width, height } = frame;
      return { x: window.frame.x + x + Math.round(width / 2), y: window.frame.y + y + Math.round(height / 2) };
    },
  };
}

export const status = (page: Page) => page.locator("#status").textContent();

/** Clicks a place of the desktop on the live picture. */
export async function clickDesktop(page: Page, place: { x: number; y: number }): Promise<void> {
  const canvas = page.locator("#screen canvas");
  const box = await canvas.boundingBox();
  const width = Number(await canvas.getAttribute("width"));
  if (box === null || width === 0) throw new Error("there is no picture");
  const scale = box.width / width;
  await canvas.click({ position: { x: place.x * scale, y: place.y * scale } });
}

/** What the server answers to the page's own cookie, whatever the page offers. */
export const statusOfCall = (page: Page, method: string, path: string, body: unknown = {}): Promise<number> => {
  const request = JSON.stringify({
    ...{ method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
  });
  return page.evaluate(`fetch(${JSON.stringify(path)}, ${request}).then((response) => response.status)`);
};
