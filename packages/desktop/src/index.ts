export { RpcFailure } from "./bridge/rpc-failure.ts";
export type { DesktopLimits } from "./docker/container-options.ts";
export { createDockerDriver, type DockerDriverOptions } from "./docker/docker-driver.ts";
export * from "./driver.ts";
export type { FakeElement } from "./fake/fake-app-state.ts";
export { createFakeDriver, type FakeDriver } from "./fake/fake-driver.ts";
export type { FakeContext, FakeMachine, FakeTool, FakeWindow } from "./fake/fake-machine.ts";
export type { Logger } from "./logger.ts";
export {
  encodeFrame,
  fillRectangles,
  isPicture,
  type MaskedFrame,
  maskFrame,
  rectanglesInFrame,
} from "./mask-frame.ts";
export { DesktopPool, type PoolOptions, type PoolStats } from "./pool/desktop-pool.ts";
export { type Reaper, type ReaperOptions, startReaper } from "./reaper.ts";
