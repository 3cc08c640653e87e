import { expect, it } from "vitest";
import { actionResult } from "../testing/fake-worker.ts";
import { decodeFramed } from "./framed.ts";

const reply = (payloadBytes: number, payload = "") =>
  Buffer.concat([
    Buffer.from(
      `${JSON.stringify({ outcome: "done", result: actionResult("computer_screen_size", {}), payloadBytes })}\n`,
    ),
    Buffer.from(payload, "latin1"),
  ]);

it.each([
  ["no line feed", Buffer.from("{}")],
  ["a header that is not JSON", Buffer.from("x\n")],
  ["a frame that is cut", reply(10, "123")],
  ["bytes too many", reply(1, "123")],
  ["an unknown outcome", Buffer.from('{"outcome":"perhaps"}\n')],
])("%s is not handed on", (_name, body) => {
  expect(() => decodeFramed(body)).toThrow();
});

it("keeps line feeds inside the frame", () => {
  expect(decodeFramed(reply(4, "\n\x00\n\xff")).image).toEqual(Buffer.from("\n\x00\n\xff", "latin1"));
});

it("has no image where there are no bytes", () => {
  expect(decodeFramed(reply(0)).image).toBeNull();
});
