import { describe, expect, it } from "vitest";
import { postgresUser } from "./postgres-user.ts";

describe.runIf(process.getuid?.() === 0)("under root, Postgres runs as", () => {
  const nobody = "nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n";
  it.each([
    [
      "Debian's postgres before nobody",
      `${nobody}postgres:x:101:104::/var/lib/postgresql:/bin/bash\n`,
      { uid: 101, gid: 104 },
    ],
    ["nobody where there is no postgres", nobody, { uid: 65534, gid: 65534 }],
    ["never a second root", `postgres:x:0:0::/:/bin/sh\n${nobody}`, { uid: 65534, gid: 65534 }],
  ])("%s", (_name, passwd, user) => {
    expect(postgresUser(() => passwd)).toEqual(user);
  });

  it("nobody at all: it says what to do", () => {
    expect(() => postgresUser(() => "root:x:0:0::/root:/bin/sh\n")).toThrow(/neither a user/);
  });
});
