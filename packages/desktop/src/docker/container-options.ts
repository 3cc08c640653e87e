import type { ContainerCreateOptions } from "dockerode";
import { type DesktopStart, type Isolation, LABELS } from "../driver.ts";

/** What one desktop may use of its host. */
export interface DesktopLimits {
  readonly memoryBytes: number;
  /** Cores; fractions allowed. */
  readonly cpus: number;
  readonly pids: number;
  readonly sharedMemoryBytes: number;
  /** Each of the writable places, in memory and counted in `memoryBytes`. */
  readonly tmpfsBytes: number;
}

const MIB = 1_048_576;
export const DEFAULT_LIMITS: DesktopLimits = {
  memoryBytes: 2_048 * MIB,
  cpus: 2,
  pids: 512,
  sharedMemoryBytes: 256 * MIB,
  tmpfsBytes: 512 * MIB,
};

/** OCI runtime by isolation; undefined is the engine's default, which every engine has. */
export const RUNTIMES: Record<Isolation, string | undefined> = { container: undefined, gvisor: "runsc", vm: "kata" };

/**
 * The hardened container: no network, no capability, no new privileges, a closed seccomp profile, a read-only root, and
 * limits on memory, processor, processes and descriptors. Of a caller's words only numbers and the parsed image name get here.
 */
export function containerOptions(
  spec: DesktopStart,
  settings: { name: string; seccomp: string; appArmorProfile?: string | undefined; limits: DesktopLimits },
): ContainerCreateOptions & { name: string } {
  const { limits, appArmorProfile } = settings;
  const runtime = RUNTIMES[spec.isolation];
  const owned = "uid=1000,gid=1000";
  return {
    name: settings.name,
    Image: spec.image,
    Hostname: "desktop",
    User: "1000:1000",
    Entrypoint: ["/usr/local/bin/deskfleet-desktop"],
    Cmd: [],
    WorkingDir: "/workspace",
    Env: [`DESKFLEET_DISPLAY=${spec.display}`, `DESKFLEET_SCREEN=${spec.width}x${spec.height}`, "HOME=/home/agent"],
    Labels: {
      [LABELS.fleet]: spec.fleetId,
      [LABELS.worker]: spec.workerId,
      [LABELS.expiresAt]: String(Math.ceil(spec.expiresAt.getTime() / 1_000)),
    },
    AttachStdin: false,
    AttachStdout: false,
    AttachStderr: false,
    HostConfig: {
      ...(runtime ? { Runtime: runtime } : {}),
      Init: true,
      NetworkMode: "none",
      ReadonlyRootfs: true,
      Tmpfs: {
        // Docker mounts these noexec unless told otherwise; people's programs run from home and workspace.
        "/tmp": `rw,exec,nosuid,nodev,mode=1777,size=${limits.tmpfsBytes}`,
        "/run": `rw,noexec,nosuid,nodev,mode=755,${owned},size=${32 * MIB}`,
        "/home/agent": `rw,exec,nosuid,nodev,mode=700,${owned},size=${limits.tmpfsBytes}`,
        "/workspace": `rw,exec,nosuid,nodev,mode=700,${owned},size=${limits.tmpfsBytes}`,
      },
      CapDrop: ["ALL"],
      Privileged: false,
      SecurityOpt: [
        "no-new-privileges:true",
        `seccomp=${settings.seccomp}`,
        ...(appArmorProfile === undefined ? [] : [`apparmor=${appArmorProfile}`]),
      ],
      Memory: limits.memoryBytes,
      MemorySwap: limits.memoryBytes,
      NanoCpus: Math.round(limits.cpus * 1e9),
      PidsLimit: limits.pids,
      ShmSize: limits.sharedMemoryBytes,
      Ulimits: [
        { Name: "nofile", Soft: 1_024, Hard: 4_096 },
        { Name: "core", Soft: 0, Hard: 0 },
      ],
      IpcMode: "private",
      // Only what the entrypoint says, so that a death has a reason; the desktop never waits for it, nor fills the disk with it.
      LogConfig: {
        Type: "local",
        Config: {
          "max-size": "256k",
          "max-file": "1",
          compress: "false",
          mode: "non-blocking",
          "max-buffer-size": "256k",
        },
      },
      RestartPolicy: { Name: "no" },
    },
  };
}
