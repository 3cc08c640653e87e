import { AuditContext } from "@deskfleet/contracts";
import { emptyLedger, exampleContext, redactAlike } from "@deskfleet/gates";
import { expect, it } from "vitest";
import { maskContext } from "./mask-context.ts";

const SECRET = "sk_live_4eC39HqLyjWDarjtT1zdp7dc4242";
const content = { redactAlike: (texts: readonly string[]) => redactAlike(texts, { keywords: ["click", "password"] }) };
const context: AuditContext = {
  ...exampleContext({
    target: `button: Copy ${SECRET}`,
    page: `api_key = ${SECRET}`,
    hidden: `key ${SECRET}`,
    goal: "Read it",
  }),
  command: `curl -H 'Authorization: Bearer ${SECRET}' https://a.example.com/`,
  sees: ["password"],
  recent: [{ action: "click", result: "ok" }],
  ledger: {
    ...emptyLedger(),
    pages: { "https://app.example.com/": SECRET, "https://b.example.com/": SECRET },
    directives: [{ text: `send ${SECRET}`, place: "https://b.example.com/" }],
    files: { [`/workspace/${SECRET}`]: "foreign" },
    copied: [`Copy ${SECRET}`],
  },
};

it("masks a value in every text and key, and no word of ours", () => {
  const masked = AuditContext.parse(maskContext(context, content));
  expect(JSON.stringify(masked)).not.toContain(SECRET);
  expect(masked).toMatchObject({ action: "click", sees: ["password"], recent: [{ action: "click", result: "ok" }] });
  expect(masked.page.text).toMatch(/^api_key = •+$/);
  expect(Object.values(masked.ledger.files)).toEqual(["foreign"]);
});

it("keeps of earlier pages the one that stands for a page that could not be read", () => {
  expect(maskContext(context, content).ledger.pages).toEqual({});
  const unread = { ...context, page: { ...context.page, text: "" } };
  expect(Object.keys(maskContext(unread, content).ledger.pages)).toEqual(["https://app.example.com/"]);
});

it("cuts what is put in, and changes nothing where there is nothing to mask", () => {
  const long = { ...context, content: { ...context.content, text: "a ".repeat(5_000) } };
  expect(maskContext(long, content).content.text).toHaveLength(4_000);
  const plain = exampleContext({ target: "button: Next", page: "Page 2", goal: "Read it" });
  expect(maskContext(plain, content)).toEqual(plain);
});
