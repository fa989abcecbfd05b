/**
 * Scaffolds a project with a given version of the command. The version of the command that runs does this in the process; another version is installed with
 * npm, without install scripts, and its own `alpha generate` runs.
 */
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";

import { failureOf } from "./programs.ts";
import type { RunProgram } from "./programs.ts";
import { UpdateError } from "./update-error.ts";
import type { UpdateHost } from "./update-host.ts";

export interface ScaffoldVersionOptions {
  readonly host: UpdateHost;
  /** A folder that is removed after the update. */
  readonly temporary: string;
}

/**
 * Scaffolds the project in the folder `project` into the folder `target`, which the scaffold creates, with `version`.
 *
 * @throws {UpdateError} when npm does not find the version, or the version cannot read the project.
 */
export async function scaffoldVersion(
  version: string,
  project: string,
  target: string,
  { host, temporary }: ScaffoldVersionOptions,
): Promise<void> {
  if (version === host.version) {
    await host.scaffold({ inputDir: project, outputDir: target });
    return;
  }
  host.out(`Fetching kubewright ${version} with npm\n`);
  const program = await install(version, project, path.join(temporary, version), host.runProgram);
  const args = [program, "alpha", "generate", "--input-dir", project, "--output-dir", target];
  const result = await host.runProgram(process.execPath, args, { cwd: temporary });
  if (result.code === 0) return;
  throw new UpdateError(
    `Cannot scaffold the project with kubewright ${version}: its alpha generate failed: ${failureOf(result)}`,
  );
}

/** Installs the program into a separate folder and returns its path. npm uses the .npmrc of the project, which may set another registry. */
async function install(version: string, project: string, folder: string, runProgram: RunProgram): Promise<string> {
  await mkdir(folder);
  await writeFile(path.join(folder, "package.json"), '{ "private": true }\n');
  const settings = await readFile(path.join(project, ".npmrc")).catch(() => undefined); // Most projects have no .npmrc.
  if (settings !== undefined) await writeFile(path.join(folder, ".npmrc"), settings);
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", `kubewright@${version}`];
  const result = await runProgram("npm", args, { cwd: folder });
  if (result.code !== 0) {
    throw new UpdateError(`Cannot fetch kubewright ${version}: npm install failed: ${failureOf(result)}`);
  }
  const program = path.join(folder, "node_modules", "kubewright", "bin", "kubewright.js");
  const isThere = await stat(program).then(
    () => true,
    () => false,
  );
  if (isThere) return program;
  throw new UpdateError(`Cannot use kubewright ${version}: the installed package has no bin/kubewright.js`);
}
