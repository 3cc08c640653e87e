import { describeDriver } from "../conformance.ts";
import { createFakeDriver } from "./fake-driver.ts";

const driver = createFakeDriver();
describeDriver("the fake driver", {
  driver: () => driver,
  kill: async (id) => driver.kill(id),
  image: "fake",
  display: "xvnc",
});
