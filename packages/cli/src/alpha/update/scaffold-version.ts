/**
 * Scaffolds a project with a given version of the command. The running version does this in the process; another version is installed with
 * npm, without install scripts, and its own `alpha generate` runs.
 */
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";

import { CommandError } from "../../io.ts";
import type { Io } from "../../io.ts";
import { runAlphaGenerate } from "../alpha-generate-command.ts";
import { failureOf } from "./programs.ts";
import type { RunProgram } from "./programs.ts";

export interface ScaffoldVersionOptions {
  readonly io: Io;
  /** The running version. */
  readonly running: string;
  readonly runProgram: RunProgram;
  /** A folder that is removed after the update. */
  readonly temporary: string;
}

/**
 * Scaffolds the project in the folder `project` into the folder `target`, with `version`.
 *
 * @throws {CommandError} when npm does not find the version, or the version cannot read the project.
 */
export async function scaffoldVersion(
  version: string,
  project: string,
  target: string,
  { io, running, runProgram, temporary }: ScaffoldVersionOptions,
): Promise<void> {
  await mkdir(target, { recursive: true });
  if (version === running) {
    const silent = { ...io, out: () => {}, err: () => {} };
    await runAlphaGenerate({ inputDir: project, outputDir: target }, silent, version);
    return;
  }
  io.out(`Fetching kubewright ${version} with npm\n`);
  const program = await install(version, project, path.join(temporary, version), runProgram);
  const args = [program, "alpha", "generate", "--input-dir", project, "--output-dir", target];
  const result = await runProgram(process.execPath, args, { cwd: temporary });
  if (result.code === 0) return;
  throw new CommandError(
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
    throw new CommandError(`Cannot fetch kubewright ${version}: npm install failed: ${failureOf(result)}`);
  }
  const program = path.join(folder, "node_modules", "kubewright", "bin", "kubewright.js");
  const isThere = await stat(program).then(
    () => true,
    () => false,
  );
  if (isThere) return program;
  throw new CommandError(`Cannot use kubewright ${version}: the installed package has no bin/kubewright.js`);
}
