import { expect, it } from "vitest";
import { keysymsOf } from "./keysyms.ts";

it.each([
  ["nothing for controls and half signs", "\u0000\u0007\u007f\u0085\ud800", []],
  [
    "Return once for a line's end, however it is written",
    "a\r\nb\nc\rd",
    [0x61, 0xff0d, 0x62, 0xff0d, 0x63, 0xff0d, 0x64],
  ],
  ["Tab for a tab", "\t", [0xff09]],
  ["Latin-1 as it is", "aß ÿ", [0x61, 0xdf, 0x20, 0xff]],
  ["every other script by its Unicode", "€王😀", [0x0100_20ac, 0x0100_738b, 0x0101_f600]],
])("a text's keys are %s", (_name, text, keysyms) => expect(keysymsOf(text)).toEqual(keysyms));
