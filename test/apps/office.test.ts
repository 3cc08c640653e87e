import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Desk, element, openDesk } from "./desk.ts";

/** LibreOffice, drawn by GTK 3: cells by their address, a letter, both saved and read from outside. */

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk?.close());

/** Text of a document, converted by a second LibreOffice with a profile of its own. */
async function converted(file: string, to: string): Promise<string> {
  const program = "libreoffice -env:UserInstallation=file:///tmp/convert --headless";
  await desk.shell(`${program} --convert-to '${to}' --outdir /tmp/converted ${file} >/dev/null`);
  return desk.shell(`cat /tmp/converted/*.${to.split(":")[0]}`);
}

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

  /** The Name Box says nothing about itself but the address that it holds; it has to be clicked before Return counts there. */
  async function goTo(address: string): Promise<void> {
    const { elements = [] } = await desk.state(app);
    const nameBox = elements.find(({ role, value }) => role === "text field" && /^[A-Z]+\d+(:[A-Z]+\d+)?$/.test(value));
    await desk.tool("click", { app, element_index: nameBox?.index });
    await desk.tool("type_text", { app, text: address });
    await desk.tool("press_key", { app, key: "Return" });
  }
  async function enter(value: string): Promise<void> {
    await desk.tool("type_text", { app, text: value });
    await desk.tool("press_key", { app, key: "Return" });
  }

  it("takes a range of cells by the Name Box, and a sum", async () => {
    await desk.state(app, ({ window }) => window?.title.includes("Calc") === true);
    await goTo("A1:B2");
    // Return stays inside of a range: down the first column, then the second.
    for (const value of ["Miete", "東京", "950", "1200.5"]) await enter(value);
    await goTo("B3");
    await enter("=SUM(B1:B2)");
    expect(element(await desk.state(app), "cell", "B3").value).toBe("2150.5");
  });

  it("takes the value of a cell by set_value, and what was computed from it follows", async () => {
    const { before, after } = await desk.tool("set_value", {
      app,
      element_index: element(await desk.state(app), "cell", "B1").index,
      value: "1000",
    });
    expect({ before, after }).toEqual({ before: "950", after: "1000" });
    await saveAs(app, "/workspace/rent.ods");
    expect(await converted("rent.ods", "csv:Text - txt - csv (StarCalc):44,34,76")).toBe(
      "Miete,1000\n東京,1200.5\n,2200.5\n",
    );
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
