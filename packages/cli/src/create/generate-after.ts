/** Generates what follows from new types, by the project's own scripts: they may be other than those it began with. */
import { stat } from "node:fs/promises";
import path from "node:path";

import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";

/**
 * Runs the scripts `manifests` and `generate`, once the project's dependencies are installed. Gives whether it has.
 *
 * @throws {CommandError} when a script fails.
 */
export async function generateAfter({ cwd, run }: Io): Promise<boolean> {
  const isInstalled = await stat(path.join(cwd, "node_modules")).then(
    () => true,
    () => false, // Not there, and nothing else matters.
  );
  if (!run || !isInstalled) return false;
  for (const script of ["manifests", "generate"]) {
    const code = await run("npm", ["run", "--silent", script], cwd);
    if (code !== 0) throw new CommandError(`Cannot generate: npm run ${script} ended with ${code}`);
  }
  return true;
}
