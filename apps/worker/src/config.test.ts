import { expect, it } from "vitest";
import { readConfig } from "./config.ts";

const good = {
  DATABASE_URL: "postgres://user:hunter2@host/db",
  DESKFLEET_SECRET: "ab".repeat(32),
  DESKFLEET_IMAGE: "deskfleet/desktop:0123456789ab",
};

it("fills in the defaults, and takes an empty variable for an absent one", () => {
  expect(readConfig({ ...good, REDIS_URL: "", DESKFLEET_WORKER_ID: "w" })).toEqual({
    databaseUrl: good.DATABASE_URL,
    redisUrl: undefined,
    secret: good.DESKFLEET_SECRET,
    logLevel: "info",
    workerId: "w",
    fleetId: "default",
    hostname: "127.0.0.1",
    port: 0,
    advertisedUrl: undefined,
    image: good.DESKFLEET_IMAGE,
    slots: 4,
    warm: 2,
    display: "xvnc",
    appArmorProfile: undefined,
    allowPrivateWebhooks: false,
    dockerHost: undefined,
    model: null,
  });
});

it("takes the name of an AppArmor profile", () => {
  expect(readConfig({ ...good, DESKFLEET_APPARMOR: "deskfleet-desktop" }).appArmorProfile).toBe("deskfleet-desktop");
});

it.each([
  ["DATABASE_URL", "mysql://x"],
  ["DESKFLEET_SECRET", "short"],
  ["DESKFLEET_IMAGE", "--privileged"],
  ["DESKFLEET_SLOTS", "many"],
  ["DESKFLEET_DISPLAY", "wayland"],
  ["DESKFLEET_APPARMOR", "none,seccomp=unconfined"],
  ["DESKFLEET_WEBHOOK_ALLOW_PRIVATE", "yes"],
  ["DESKFLEET_WORKER_URL", "ftp://x"],
])("refuses a wrong %s by its name and repeats no value", (name, value) => {
  expect(() => readConfig({ ...good, [name]: value })).toThrow(new RegExp(`^The environment is not valid. ${name}: `));
  expect(() => readConfig({ ...good, [name]: value })).not.toThrow(/hunter2|abab/);
});
