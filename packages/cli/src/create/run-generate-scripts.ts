/** Installs new packages and generates files after a command has written code, with the scripts of the project, because it may have changed them. */
import { stat } from "node:fs/promises";
import path from "node:path";

import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";

export interface GenerateOptions {
  /** Whether to run anything: `--make`. */
  readonly make: boolean;
  /** Whether the command has added packages to package.json. */
  readonly hasNewPackages: boolean;
}

/**
 * Runs `npm install` if there are new packages, then the scripts `manifests` and `generate`. It runs nothing if the project was never
 * installed. Returns the step that remains for the user.
 *
 * @throws {CommandError} when one of them fails.
 */
export async function runGenerateScripts({ cwd, run }: Io, { make, hasNewPackages }: GenerateOptions): Promise<string> {
  const isInstalled = await stat(path.join(cwd, "node_modules")).then(
    () => true,
    () => false, // The dependencies are not installed.
  );
  if (!make || !run || !isInstalled) {
    return isInstalled && !hasNewPackages
      ? "run make manifests generate"
      : "run npm install, then make manifests generate";
  }
  if (hasNewPackages && (await run("npm", ["install", "--no-audit", "--no-fund"], cwd)) !== 0) {
    throw new CommandError(
      "Cannot install the new packages of package.json: run npm install, then make manifests generate",
    );
  }
  for (const script of ["manifests", "generate"]) {
    const code = await run("npm", ["run", "--silent", script], cwd);
    if (code !== 0) throw new CommandError(`Cannot generate: npm run ${script} exited with code ${code}`);
  }
  return "after changes to types or markers, run make manifests generate";
}
