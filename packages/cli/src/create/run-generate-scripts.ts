/** Generates files from new types, with the scripts of the project, because the project may have changed them. */
import { stat } from "node:fs/promises";
import path from "node:path";

import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";

/**
 * Runs the scripts `manifests` and `generate` if the dependencies of the project are installed. Returns whether it ran them.
 *
 * @throws {CommandError} when a script fails.
 */
export async function runGenerateScripts({ cwd, run }: Io): Promise<boolean> {
  const isInstalled = await stat(path.join(cwd, "node_modules")).then(
    () => true,
    () => false, // The dependencies are not installed.
  );
  if (!run || !isInstalled) return false;
  for (const script of ["manifests", "generate"]) {
    const code = await run("npm", ["run", "--silent", script], cwd);
    if (code !== 0) throw new CommandError(`Cannot generate: npm run ${script} exited with code ${code}`);
  }
  return true;
}
