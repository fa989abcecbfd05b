/**
 * A project as one version of the command lays it out. This version does it in the process; another one is brought by npm, without scripts of installation,
 * and asked by its own `alpha generate`.
 */
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";

import { CommandError } from "../../io.ts";
import type { Io } from "../../io.ts";
import { runAlphaGenerate } from "../alpha-generate-command.ts";
import { complaintOf } from "./programs.ts";
import type { RunProgram } from "./programs.ts";

export interface LayOutOptions {
  readonly io: Io;
  /** The version that runs. */
  readonly running: string;
  readonly runProgram: RunProgram;
  /** A folder that goes after the update. */
  readonly temporary: string;
}

/**
 * Lays out the project of the folder `project` in the folder `target`, as `version` does it.
 *
 * @throws {CommandError} when npm does not find the version, or it cannot read the project.
 */
export async function layOut(
  version: string,
  project: string,
  target: string,
  { io, running, runProgram, temporary }: LayOutOptions,
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
    `Cannot lay out the project as kubewright ${version} does: its alpha generate failed: ${complaintOf(result)}`,
  );
}

/** The file of the program, in a separate folder. npm uses the .npmrc of the project, which may name another registry. */
async function install(version: string, project: string, folder: string, runProgram: RunProgram): Promise<string> {
  await mkdir(folder);
  await writeFile(path.join(folder, "package.json"), '{ "private": true }\n');
  const settings = await readFile(path.join(project, ".npmrc")).catch(() => undefined); // Most projects have none.
  if (settings !== undefined) await writeFile(path.join(folder, ".npmrc"), settings);
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", `kubewright@${version}`];
  const result = await runProgram("npm", args, { cwd: folder });
  if (result.code !== 0) {
    throw new CommandError(`Cannot fetch kubewright ${version}: npm install failed: ${complaintOf(result)}`);
  }
  const program = path.join(folder, "node_modules", "kubewright", "bin", "kubewright.js");
  const isThere = await stat(program).then(
    () => true,
    () => false,
  );
  if (isThere) return program;
  throw new CommandError(`Cannot use kubewright ${version}: npm has installed it, and it has no bin/kubewright.js`);
}
