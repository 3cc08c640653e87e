export { ExecutorBridge } from "./bridge/executor-bridge.ts";
export { Replies } from "./bridge/replies.ts";
export { RpcFailure } from "./bridge/rpc-failure.ts";
export { createDockerDriver, type DockerDriverOptions } from "./docker/docker-driver.ts";
export * from "./driver.ts";
export { createFakeDriver, type FakeDriver } from "./fake/fake-driver.ts";
export type { FakeContext, FakeMachine, FakeTool, FakeWindow } from "./fake/fake-machine.ts";
export type { Logger } from "./logger.ts";
