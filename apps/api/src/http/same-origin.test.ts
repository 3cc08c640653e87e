import { expect, it } from "vitest";
import { isSameOrigin } from "./same-origin.ts";

const judge = (headers: Record<string, string>, publicUrl: string | null = null) =>
  isSameOrigin(new Headers({ host: "fleet.example:8080", ...headers }), publicUrl);

it.each([
  ["nothing that a browser sends", {}],
  ["another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
  ["a sibling domain", { "sec-fetch-site": "same-site", origin: "https://other.example" }],
  ["an address typed in", { "sec-fetch-site": "none" }],
  ["a foreign Origin that claims to be ours", { "sec-fetch-site": "same-origin", origin: "https://evil.example" }],
  ["another port", { origin: "http://fleet.example:9090" }],
  ["an opaque origin", { origin: "null" }],
  ["a host that ends alike", { origin: "http://evil-fleet.example:8080" }],
])("%s is not our page", (_name, headers) => {
  expect(judge(headers)).toBe(false);
});

it.each([
  ["a current browser's GET-like write", { "sec-fetch-site": "same-origin" }],
  ["a current browser", { "sec-fetch-site": "same-origin", origin: "http://fleet.example:8080" }],
  ["an old browser", { origin: "http://fleet.example:8080" }],
])("%s is", (_name, headers) => {
  expect(judge(headers)).toBe(true);
});

it("behind a proxy the public address counts", () => {
  const headers = { "sec-fetch-site": "same-origin", origin: "https://fleet.example" };
  expect(judge(headers)).toBe(false);
  expect(judge(headers, "https://fleet.example/")).toBe(true);
});
