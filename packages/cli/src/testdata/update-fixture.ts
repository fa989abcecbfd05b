/**
 * @internal A project in a repository for tests of `alpha update`, scaffolded by version 1.1.0, which is this version with a few lines of
 * the templates
 * changed. Git is real; npm, gh and version 1.1.0 are simulated.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createRunProgram, UpdateError } from "@kubewright/alpha-update";
import type { ProgramResult, RunProgram, UpdateOptions } from "@kubewright/alpha-update";

import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";
import { programFor, run } from "../program.ts";
import { runAlphaGenerate } from "../alpha/alpha-generate-command.ts";
import { runAlphaUpdate } from "../alpha/alpha-update-command.ts";

/** Simulates a program: its response to arguments, in the folder in which it was started. */
type Player = (args: readonly string[], folder: string) => Promise<Partial<ProgramResult>>;

export interface UpdateFixture extends AsyncDisposable {
  /** The folder of the project. */
  readonly folder: string;
  /** The programs that the command has started, with their arguments. */
  readonly calls: readonly (readonly string[])[];
  /** The folders in which the command has started programs. */
  readonly folders: ReadonlySet<string>;
  /** Runs `alpha update` of version 1.2.3. Returns its error message, or an empty string. */
  update(...flags: readonly string[]): Promise<string>;
  /** The printed output. */
  output(): string;
  /** The output of git, without the trailing line feed. */
  git(...args: readonly string[]): Promise<string>;
  put(file: string, change: string | ((text: string) => string)): Promise<void>;
  /** Commits all changes. */
  commit(message: string): Promise<void>;
  /** A file on the branch of the update. */
  made(file: string): Promise<string>;
  /** Replaces the responses of a program. */
  play(command: string, player: Player): void;
}

/** The branch of the update. */
export const madeBranch = "kubewright-update-from-1.1.0-to-1.2.3";

/** @param place The path of the project in the repository. Default: its root. */
export async function startUpdateFixture(place = "."): Promise<UpdateFixture> {
  const root = await mkdtemp(path.join(tmpdir(), "kubewright-cli-"));
  const folder = path.join(root, place);
  await mkdir(folder, { recursive: true });
  const printed: string[] = [];
  const io: Io = { cwd: folder, env: environment, isTty: false, out: (text) => void printed.push(text), err: () => {} };
  const real = createRunProgram(environment, new AbortController().signal);
  const calls: string[][] = [];
  const folders = new Set<string>();
  const players = new Map<string, Player>([
    ["npm", fakeNpm],
    [process.execPath, (args) => fakeOlderVersion(args, io)],
    ["gh", () => Promise.reject(new UpdateError("Cannot start gh: it is not installed"))],
  ]);
  const runProgram: RunProgram = async (command, args, options) => {
    calls.push([command, ...args]);
    folders.add(options.cwd);
    const answer = await players.get(command)?.(args, options.cwd);
    return answer ? { code: 0, stdout: "", stderr: "", ...answer } : await real(command, args, options);
  };
  const git = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await real("git", args, { cwd: folder });
    if (code !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
    return stdout.trimEnd();
  };
  const commit = async (message: string): Promise<void> => {
    await git("add", "--all");
    await git("commit", "-qm", message);
  };
  await scaffoldOlder(io);
  await git("init", "-q", "-b", "main", root);
  await commit("scaffold of 1.1.0");

  return {
    folder,
    calls,
    folders,
    git,
    commit,
    output: () => printed.join(""),
    put: (file, change) => changeFile(path.join(folder, file), change),
    made: (file) => git("show", `${madeBranch}:./${file}`),
    play: (command, player) => void players.set(command, player),
    update: (...flags) => update(flags, io, runProgram),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

/** The environment of git, without the settings of the user who runs the tests. */
const environment: NodeJS.ProcessEnv = {
  PATH: process.env["PATH"],
  HOME: "/nowhere",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "test",
  GIT_AUTHOR_EMAIL: "test@example.com",
  GIT_COMMITTER_NAME: "test",
  GIT_COMMITTER_EMAIL: "test@example.com",
};

const signals = { on: () => {}, off: () => {}, exit: () => {} };

/** Parses the arguments with the program. */
async function update(flags: readonly string[], io: Io, runProgram: RunProgram): Promise<string> {
  const program = programFor({ version: "1.2.3", io, signals });
  const alpha = program.commands.find((command) => command.name() === "alpha");
  const command = alpha?.commands.find((each) => each.name() === "update");
  command?.action(
    async (read: UpdateOptions) => await runAlphaUpdate(read, { io, version: "1.2.3", signals }, () => runProgram),
  );
  try {
    await program.parseAsync(["alpha", "update", ...flags], { from: "user" });
    return "";
  } catch (error) {
    if (error instanceof CommandError && error.exitCode === 1) return error.message;
    throw error;
  }
}

async function scaffoldOlder(io: Io): Promise<void> {
  const words = [
    ["init", "--project-name", "shop", "--domain", "example.com", "--fetch-deps=false"],
    ["create", "api", "--group", "shop", "--version", "v1", "--kind", "Widget", "--make=false"],
  ];
  for (const args of words) await run({ args, version: "1.1.0", io: { ...io, out: () => {} }, signals });
  await changeToOlder(io.cwd);
}

/** Changes lines to those of version 1.1.0. */
async function changeToOlder(folder: string): Promise<void> {
  const change = (file: string, now: string | RegExp, then: string): Promise<void> =>
    changeFile(path.join(folder, file), (text) => text.replace(now, then));
  await change("Makefile", "CONTAINER_TOOL ?= docker", "CONTAINER_TOOL ?= podman");
  await change("tsconfig.json", '"target": "esnext"', '"target": "es2020"');
  await change(".github/workflows/lint.yml", "timeout-minutes: 30", "timeout-minutes: 10");
  await change("package.json", /"rolldown": "[^"]*"/u, '"rolldown": "1.0.0"');
  await rm(path.join(folder, ".github/workflows/test.yml"));
}

async function changeFile(file: string, change: string | ((text: string) => string)): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, typeof change === "string" ? change : change(await readFile(file, "utf8")));
}

/** Simulates npm with only version 1.1.0. */
async function fakeNpm(args: readonly string[], folder: string): Promise<Partial<ProgramResult>> {
  const wanted = args.at(-1) ?? "";
  if (wanted !== "kubewright@1.1.0") return { code: 1, stderr: `npm error notarget No matching version: ${wanted}\n` };
  await changeFile(path.join(folder, "node_modules/kubewright/bin/kubewright.js"), "// Played by the test.\n");
  return { stdout: "added 1 package\n" };
}

async function fakeOlderVersion(args: readonly string[], io: Io): Promise<Partial<ProgramResult>> {
  const [, alpha, generate, , inputDir = "", , outputDir = ""] = args;
  if (alpha !== "alpha" || generate !== "generate") return { code: 2, stderr: "unknown command" };
  await runAlphaGenerate({ inputDir, outputDir }, { ...io, out: () => {} }, "1.1.0");
  await changeToOlder(outputDir);
  return {};
}
