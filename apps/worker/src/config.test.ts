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

const model = {
  DESKFLEET_MODEL_PROTOCOL: "openai",
  DESKFLEET_MODEL_URL: "https://models.example.com/v1",
  DESKFLEET_MODEL_KEY: "sk-hunter2",
  DESKFLEET_MODEL_NAME: "eye-1",
};

it("takes a model with what it has to say about time and prices, or its defaults", () => {
  const given = { protocol: "openai", url: "https://models.example.com/v1", key: "sk-hunter2", name: "eye-1" };
  expect(readConfig({ ...good, ...model }).model).toEqual({ ...given, timeoutMs: 4_000, priceIn: 0, priceOut: 0 });
  const more = {
    ...{ DESKFLEET_MODEL_TIMEOUT_MS: "2500", DESKFLEET_MODEL_PRICE_IN: "0.25", DESKFLEET_MODEL_PRICE_OUT: "2" },
  };
  expect(readConfig({ ...good, ...model, ...more }).model).toEqual({
    ...{ ...given, timeoutMs: 2_500, priceIn: 0.25, priceOut: 2 },
  });
});

it.each(Object.keys(model))("a model without its %s is a fault, named with what a model needs", (name) => {
  const needed = Object.keys(model).join(", ");
  expect(() => readConfig({ ...good, ...model, [name]: "" })).toThrow(
    `The environment is not valid. ${name}: is missing; a model needs ${needed}`,
  );
});

it.each([
  ["DESKFLEET_MODEL_PROTOCOL", "grpc"],
  ["DESKFLEET_MODEL_URL", "file:///etc/hunter2"],
  ["DESKFLEET_MODEL_URL", "https://hunter2:hunter2@models.example.com"],
  ["DESKFLEET_MODEL_KEY", "sk-hunter2\nX-Other: 1"],
  ["DESKFLEET_MODEL_NAME", "two hunter2"],
  ["DESKFLEET_MODEL_TIMEOUT_MS", "0"],
  ["DESKFLEET_MODEL_PRICE_IN", "-1"],
])("refuses a wrong %s of a model (%j) and repeats no value", (name, value) => {
  expect(() => readConfig({ ...good, ...model, [name]: value })).toThrow(
    new RegExp(`^The environment is not valid. ${name}: `),
  );
  expect(() => readConfig({ ...good, ...model, [name]: value })).not.toThrow(/hunter2/);
});
