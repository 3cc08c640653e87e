import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Desk, element, openDesk } from "./desk.ts";

/** LibreOffice, drawn by GTK 3: cells by their address, a letter, both saved and read from outside. */

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk?.close());

/** Text of a document, converted by a second LibreOffice with a profile of its own. */
const converted = (file: string, to: string) =>
  desk.shell(
    `libreoffice -env:UserInstallation=file:///tmp/convert --headless --convert-to ${to} --outdir /tmp/converted ${file} >/dev/null && cat /tmp/converted/*.${to.split(":")[0]}`,
  );

/** Saves under a name by the dialog of GTK 3. */
async function saveAs(app: string, path: string): Promise<void> {
  await desk.tool("press_key", { app, key: "ctrl+shift+s" });
  const dialog = await desk.state(app, ({ window }) => window?.title.startsWith("Save") === true);
  await desk.tool("set_value", { app, element_index: element(dialog, "text field", "Name:").index, value: path });
  await desk.tool("press_key", { app, key: "Return" });
  const name = path.split("/").at(-1) ?? "";
  await desk.state(app, ({ window }) => window?.title.includes(name) === true);
}

describe("LibreOffice Calc", () => {
  const app = "libreoffice-calc";

  it("takes a range of cells by the Name Box and computes a sum", async () => {
    await desk.state(app, ({ window }) => window?.title.includes("Calc") === true);
    const cells = { A1: "Miete", B1: "950", A2: "東京", B2: "1200.5", B3: "=SUM(B1:B2)" };
    for (const [address, value] of Object.entries(cells)) {
      const state = await desk.state(app);
      // The Name Box says nothing about itself but the address that it holds.
      const nameBox = state.elements?.find(({ role, value: held }) => role === "text field" && /^[A-Z]\d$/.test(held));
      await desk.tool("set_value", { app, element_index: nameBox?.index, value: address });
      await desk.tool("press_key", { app, key: "Return" });
      await desk.tool("type_text", { app, text: value });
      await desk.tool("press_key", { app, key: "Return" });
    }
    await saveAs(app, "/workspace/rent.ods");
    expect(await converted("rent.ods", "csv")).toBe("Miete,950\n東京,1200.5\n,2150.5\n");
  });
});

describe("LibreOffice Writer", () => {
  const app = "libreoffice-writer";

  it("writes a letter and saves it", async () => {
    await desk.state(app, ({ window }) => window?.title.includes("Writer") === true);
    await desk.tool("type_text", { app, text: "Grüße aus Köln\n東京, नमस्ते\n" });
    await saveAs(app, "/workspace/letter.odt");
    expect((await converted("letter.odt", "txt:Text")).replace(/^\uFEFF/, "")).toBe("Grüße aus Köln\n東京, नमस्ते\n\n");
  });
});
