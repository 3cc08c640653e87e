import { describe, expect, it } from "vitest";
import { redactAlike } from "./redact-alike.ts";

const token = `ghp_${"a1B2".repeat(9)}`;

describe("texts that tell of the same thing", () => {
  it.each([
    ["what one gives away is masked in the others", ["Password: hunter2go", "hunter2go!"], ["Password: •••", "•••!"]],
    ["in whichever order they come", ["so hunter2go it is", "pwd=hunter2go"], ["so ••• it is", "pwd=•••"]],
    ["a token stands for itself", [`copy ${token}`, "copy"], ["copy •••", "copy"]],
    ["a short value is masked where it is said to be one only", ["pwd: main", "main menu"], ["pwd: •••", "main menu"]],
    ["a part of another", ["pwd: secret1", "pwd: secret12", "secret12"], ["pwd: •••", "pwd: •••", "•••"]],
    ["nothing is found in nothing", ["", "Save"], ["", "Save"]],
  ])("%s", (_name, texts, expected) => {
    expect(redactAlike(texts).texts).toEqual(expected);
  });

  it("say which kinds were found, each once", () => {
    expect(redactAlike([token, token, "Password: hunter2go"]).kinds).toEqual(["password", "token"]);
    expect(redactAlike(["Save"]).kinds).toEqual([]);
  });
});
