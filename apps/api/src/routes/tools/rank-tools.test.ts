import { TOOLS } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import { rankTools } from "./rank-tools.ts";

const tools = [...TOOLS.values()];
const find = (query: string) => rankTools(tools, query).map(({ id }) => id);

describe("tool search", () => {
  it("select: answers the named tools in that order, each once, and nothing else", () => {
    expect(find("select:computer_window_size, computer_file_copy,COMPUTER_WINDOW_SIZE,nothing")).toEqual([
      "computer_window_size",
      "computer_file_copy",
    ]);
  });
  it.each([
    ["copy", "computer_file_copy"],
    ["end a program", "computer_process_terminate"],
    ["window size", "computer_window_size"],
    ["clipboard", "computer_clipboard_paste"],
  ])("%s finds %s first", (query, id) => {
    expect(find(query)[0]).toBe(id);
  });
  it("+word must be there; other words only rank", () => {
    const found = find("+file move");
    expect(found[0]).toBe("computer_file_move");
    expect(found.length).toBeGreaterThan(3);
    expect(found.filter((id) => !/file/.test(JSON.stringify(TOOLS.get(id))))).toEqual([]);
  });
  it("two required words must both be there", () => {
    expect(find("+window +position")).toEqual(expect.arrayContaining(["computer_window_position"]));
    expect(find("+clipboard +window")).toEqual([]);
  });
  it.each(["", "   ", "+", "select:", "xyzzy", "+xyzzy file", "[a-z", "\\"])(
    "%j finds nothing, without an error",
    (query) => {
      expect(find(query)).toEqual([]);
    },
  );
});
