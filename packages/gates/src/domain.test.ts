import { expect, it } from "vitest";
import { isOwnableDomain, matchesDomain } from "./domain.ts";

it.each([
  ["example.com", "example.com", true],
  ["example.com", "EXAMPLE.com.", true],
  ["example.com", "www.example.com", false],
  ["example.com", "evil-example.com", false],
  ["example.com", "example.com.evil.test", false],
  ["*.example.com", "www.example.com", true],
  ["*.example.com", "a.b.example.com", true],
  ["*.example.com", "example.com", false],
  ["*.example.com", "evilexample.com", false],
  ["*.example.com", "evil.test/.example.com", false],
  ["*.example.com", "evil.test#.example.com", false],
  ["*.example.com", "user@www.example.com", false],
  ["*.example.com", "www.example.com:8080", false],
  ["*.0.0.1", "127.0.0.1", false],
  ["*", "example.com", true],
  ["*", "not a host", false],
  ["ex*.com", "example.com", false],
  ["example.com", "exаmple.com", false], // a Cyrillic letter
])("domain(%s) against %j: %s", (pattern, host, matches) => {
  expect(matchesDomain(pattern, host)).toBe(matches);
});

it.each([
  ["example.com", true],
  ["*.example.com", true],
  ["*.example.co.uk", true],
  ["localhost", true],
  ["127.0.0.1", true],
  ["*.com", false],
  ["*.co.uk", false],
  ["*.github.io", false],
  ["*.0.0.1", false],
  ["*", false],
  ["*.", false],
  ["*.*.example.com", false],
  ["Example.com", false],
  ["example.com/path", false],
])("%s as a consent that a caller may hold: %s", (pattern, isOwnable) => {
  expect(isOwnableDomain(pattern)).toBe(isOwnable);
});
