import { expect, it } from "vitest";
import { placePage } from "./console-pages.ts";

const HTML = '<meta name="deskfleet-root" content="./" /><script src="./assets/index-abc.js"></script>';

it.each([
  ["/", "./"],
  ["/tasks", "./"],
  ["/tasks/0198", "../"],
  ["/settings/webhooks/0198", "../../"],
  ["/v1/sessions/0198/view", "../../../"],
])("a page at %s finds the root at %s", (path, root) => {
  expect(placePage(HTML, path)).toBe(
    `<meta name="deskfleet-root" content="${root}" /><script src="${root}console/assets/index-abc.js"></script>`,
  );
});

it("takes nothing of an address but its depth", () => {
  expect(placePage(HTML, '/tasks/"><script>alert(1)</script>')).not.toContain("alert");
});
