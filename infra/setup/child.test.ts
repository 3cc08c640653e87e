import { expect, it } from "vitest";
import { urlOfReadyLine } from "./child.ts";

it.each([
  ["the ready line", '{"level":30,"msg":"ready","url":"http://127.0.0.1:8080"}', "http://127.0.0.1:8080"],
  ["another line", '{"msg":"starting","url":"http://127.0.0.1:8080"}', null],
  ["a ready line without an address", '{"msg":"ready"}', null],
  ["half of it", '{"msg":"ready","url":"http://127.0.0.1:8', null],
  ["a stack that quotes it", 'Error: {"msg":"ready","url":"http://x"}', null],
  ["braces that are not JSON", "{msg: ready}", null],
])("reads %s", (_name, line, url) => {
  expect(urlOfReadyLine(line)).toBe(url);
});
