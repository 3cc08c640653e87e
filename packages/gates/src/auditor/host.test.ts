import { describe, expect, it } from "vitest";
import { hostOf, hostOfUrl, hostsIn, isDeceptive, relate } from "./host.ts";
import { decodePunycode } from "./punycode.ts";

describe("a host against the expected one", () => {
  it.each([
    ["https://bank.example.org/login", "bank.example.org", "same"],
    ["https://login.bank.example.org/", "bank.example.org", "same"],
    ["https://www.acme.co.uk/", "acme.co.uk", "same"],
    ["https://other.co.uk/", "acme.co.uk", "foreign"],
    ["https://mine.github.io/", "yours.github.io", "foreign"],
    ["https://museum.example.org/", "bank.example.org", "foreign"],
    ["https://bank.example.org.evil.test/", "bank.example.org", "imitates"],
    ["https://bank-example-org.test/", "bank.example.org", "imitates"],
    ["https://harb0ur.test/", "harbour.test", "imitates"],
    ["https://rnuseum.test/", "museum.test", "imitates"],
    ["https://harbuor.test/", "harbour.test", "imitates"],
    ["https://harbour.shop/", "harbour.test", "imitates"],
    ["https://brоkerage.example/", "brokerage.example", "imitates"],
    ["https://xn--80ak6aa92e.com/", "apple.com", "imitates"],
    ["https://leads.partner.test/", "gym.example.net", "foreign"],
  ])("%s, where %s is meant: %s", (url, expected, relation) => {
    const host = hostOfUrl(url);
    expect(host && relate(host, hostOf(expected))).toBe(relation);
  });
  it("is a deception with a user part, or with letters of two scripts", () => {
    expect(
      ["https://bank.example.org@evil.test/", "https://gооgle.test/", "https://google.test/"].map((url) =>
        isDeceptive(hostOfUrl(url) ?? hostOf("")),
      ),
    ).toEqual([true, true, false]);
  });
  it.each(["app://reports", "about:blank", "file:///etc", "reports"])("%s has none", (url) => {
    expect(hostOfUrl(url)).toBeNull();
  });
  it("is found in a text, file names and mail addresses left out", () => {
    expect(
      hostsIn("Copy report.pdf from crm.example.com to lee@mail.example.org, see https://a.b.test/x").map(
        ({ name }) => name,
      ),
    ).toEqual(["crm.example.com", "a.b.test"]);
  });
});

it("punycode is read as RFC 3492 writes it", () => {
  expect(["80ak6aa92e", "mnchen-3ya", "fiqs8s", "!"].map(decodePunycode)).toEqual(["аррӏе", "münchen", "中国", null]);
});
