/** The plan of an update, after all checks that are possible before it begins. */
import path from "node:path/posix";

import { CommandError } from "../../io.ts";
import type { Io } from "../../io.ts";
import type { Project } from "../../project/project.ts";
import { projectFile, readProject } from "../../project/read-project.ts";
import type { Git } from "./git.ts";
import { openIssueTracker } from "./issue.ts";
import type { IssueTracker } from "./issue.ts";
import type { RunProgram } from "./programs.ts";
import { checkOutputBranch, isPushed, openBase } from "./repository.ts";
import type { Base } from "./repository.ts";
import { entriesAt } from "./trees.ts";
import { checkVersion, compareVersions } from "./versions.ts";

export interface AlphaUpdateFlags {
  readonly fromVersion?: string;
  readonly toVersion?: string;
  readonly fromBranch?: string;
  readonly outputBranch?: string;
  readonly force: boolean;
  readonly showCommits: boolean;
  readonly restorePath?: readonly string[];
  readonly push: boolean;
  readonly openGhIssue: boolean;
  readonly mergeMessage?: string;
  readonly conflictMessage?: string;
  readonly gitConfig?: readonly string[];
}

export interface UpdatePlan {
  readonly from: string;
  readonly to: string;
  readonly base: Base;
  /** From PROJECT on the branch. */
  readonly project: Project;
  /** The branch to create. */
  readonly output: string;
  /** Paths relative to the root of the repository. */
  readonly restored: readonly string[];
  /** Absent unless an issue is requested. */
  readonly issues?: IssueTracker;
}

export interface PlanUpdateOptions {
  readonly git: Git;
  readonly io: Io;
  /** The running version. */
  readonly running: string;
  readonly runProgram: RunProgram;
}

/**
 * Returns undefined, after a message, when there is nothing to do.
 *
 * @throws {CommandError} when a flag is invalid, or something is missing.
 */
export async function planUpdate(
  flags: AlphaUpdateFlags,
  { git, io, running, runProgram }: PlanUpdateOptions,
): Promise<UpdatePlan | undefined> {
  checkFlags(flags);
  const base = await openBase(git, flags.fromBranch);
  const project = await projectOf(git, base);
  const { from, to } = versionsOf(flags, project, running);
  if (from === to) {
    io.out(
      `Nothing to update: the project was scaffolded by ${to}. For a newer version: npx kubewright@latest alpha update\n`,
    );
    return undefined;
  }
  const output = flags.outputBranch ?? `kubewright-update-from-${from}-to-${to}`;
  await checkOutputBranch(git, output);
  const restored = await restoredPaths(git, base, flags.restorePath ?? []);
  if (flags.push && (await isPushed(git, output))) {
    io.out(`Nothing to update: origin has the branch "${output}" already: merge it, or delete it\n`);
    return undefined;
  }
  const issues = flags.openGhIssue ? await openIssueTracker(runProgram, io.cwd) : undefined;
  return { from, to, base, project, output, restored, ...(issues && { issues }) };
}

function checkFlags({ showCommits, restorePath = [], openGhIssue, push }: AlphaUpdateFlags): void {
  if (showCommits && restorePath.length > 0) {
    throw new CommandError(
      "Cannot use --restore-path with --show-commits: a merge commit would mark their changes as merged: expected one of the two",
    );
  }
  if (openGhIssue && !push) {
    throw new CommandError("Cannot use --open-gh-issue without --push: the issue links to the branch on GitHub");
  }
}

async function projectOf(git: Git, { commit, branch, prefix }: Base): Promise<Project> {
  const { code, stdout } = await git.attempt(["cat-file", "blob", `${commit}:${prefix}${projectFile}`]);
  if (code === 0) return readProject(stdout);
  throw new CommandError(
    `Cannot find a project here: the branch "${branch}" has no ${prefix}${projectFile}: run the command in the folder of a committed project`,
  );
}

function versionsOf(
  { fromVersion, toVersion }: AlphaUpdateFlags,
  { cliVersion }: Project,
  running: string,
): { readonly from: string; readonly to: string } {
  if (fromVersion === undefined && cliVersion === undefined) {
    throw new CommandError(
      "Cannot update: PROJECT has no cliVersion: expected --from-version, the version that scaffolded the project",
    );
  }
  const from =
    fromVersion === undefined
      ? checkVersion(cliVersion ?? "", "cliVersion of PROJECT")
      : checkVersion(fromVersion, "--from-version");
  const to = toVersion === undefined ? running : checkVersion(toVersion, "--to-version");
  if (compareVersions(from, to) <= 0) return { from, to };
  throw new CommandError(
    `Cannot update from ${from} to ${to}, which is older: expected a newer version; the newest is that of "npx kubewright@latest alpha update"`,
  );
}

/** @throws {CommandError} when a path is outside the project, or does not exist on the branch. */
async function restoredPaths(git: Git, base: Base, paths: readonly string[]): Promise<readonly string[]> {
  const restored: string[] = [];
  for (const each of paths) {
    const normal = path.normalize(each).replace(/\/$/, "");
    if (each === "" || normal === "." || normal.startsWith("..") || path.isAbsolute(normal) || normal.includes("\0")) {
      throw new CommandError(
        `Cannot use --restore-path: ${JSON.stringify(each)}: expected a file or folder of the project`,
      );
    }
    if ((await entriesAt(git, base, base.prefix + normal)) === "") {
      throw new CommandError(`Cannot use --restore-path: "${each}": the branch "${base.branch}" does not have it`);
    }
    restored.push(base.prefix + normal);
  }
  return restored;
}
