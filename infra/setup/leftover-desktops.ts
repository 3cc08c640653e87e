import { runProgram } from "./run-command.ts";

/**
 * Removes the desktops of this fleet that are still there once its worker has ended: none, unless it was killed. While a
 * fleet runs its workers' reaper does this; after its end nobody else would.
 * @returns how many there were; 0 when the engine does not answer, which the next start's reaper makes good.
 */
export async function removeLeftoverDesktops(fleetId: string, dockerHost: string): Promise<number> {
  const env = { ...process.env, DOCKER_HOST: dockerHost };
  const listed = await runProgram(["docker", "ps", "-aq", "--filter", `label=deskfleet.fleet=${fleetId}`], { env });
  const ids = listed.stdout.split("\n").filter((id) => /^[0-9a-f]+$/.test(id));
  if (listed.exitCode !== 0 || ids.length === 0) return 0;
  await runProgram(["docker", "rm", "-f", "-v", ...ids], { env });
  return ids.length;
}
