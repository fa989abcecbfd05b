/** Starts the compiler of TypeScript's API as a child process, which ends without output. */
import childProcess from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import process from "node:process";
import { API } from "typescript/unstable/sync";
import type { APIOptions } from "typescript/unstable/sync";

/**
 * The compiler prints "context canceled" when it receives SIGINT or SIGTERM. A terminal sends the SIGINT of Ctrl-C to the whole process
 * group, so the compiler gets another group, except on Windows, where that would open a window. The API ends it with SIGTERM, which
 * is replaced by SIGKILL; it also ends with this process, because its standard input ends. The API has no options for this, so `spawn` is
 * replaced during the call, which is synchronous.
 */
export function startCompiler(options: APIOptions): API {
  const { spawn } = childProcess;
  const spawnQuiet = (command: string, args: readonly string[], more: object): ChildProcess => {
    const child = spawn(command, args, { ...more, detached: process.platform !== "win32" });
    const kill = child.kill.bind(child);
    return Object.assign(child, { kill: () => kill("SIGKILL") });
  };
  try {
    Object.assign(childProcess, { spawn: spawnQuiet });
    syncBuiltinESMExports();
    return new API(options);
  } finally {
    Object.assign(childProcess, { spawn });
    syncBuiltinESMExports();
  }
}
