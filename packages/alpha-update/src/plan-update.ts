/** The plan of an update, after all checks that are possible before it begins. */
import path from "node:path/posix";

import type { Git } from "./git.ts";
import { openIssueTracker } from "./issue.ts";
import type { IssueTracker } from "./issue.ts";
import { projectFile } from "./own-files.ts";
import { checkOutputBranch, isPushed, openBase } from "./repository.ts";
import type { Base } from "./repository.ts";
import { entriesAt } from "./trees.ts";
import { UpdateError } from "./update-error.ts";
import type { ProjectSettings, UpdateHost } from "./update-host.ts";
import type { UpdateOptions } from "./update-options.ts";
import { checkVersion, compareVersions } from "./versions.ts";

/** Updates to the newest version. The package must have the version of the command. */
const latestCommand =
  "npx --package kubewright@latest --package @kubewright/alpha-update@latest kubewright alpha update";

export interface UpdatePlan {
  readonly from: string;
  readonly to: string;
  readonly base: Base;
  /** From PROJECT on the branch. */
  readonly project: ProjectSettings;
  /** The branch to create. */
  readonly output: string;
  /** Paths relative to the root of the repository. */
  readonly restored: readonly string[];
  /** Absent unless an issue is requested. */
  readonly issues?: IssueTracker;
}

export interface PlanUpdateOptions {
  readonly git: Git;
  readonly host: UpdateHost;
}

/**
 * Returns undefined, after a message, when there is nothing to do.
 *
 * @throws {UpdateError} when an option is invalid, or something is missing.
 */
export async function planUpdate(
  options: UpdateOptions,
  { git, host }: PlanUpdateOptions,
): Promise<UpdatePlan | undefined> {
  checkOptions(options);
  const base = await openBase(git, options.fromBranch);
  const project = await projectOf(git, base, host);
  const { from, to } = versionsOf(options, project, host.version);
  if (from === to) {
    host.out(`Nothing to update: the project was scaffolded by ${to}. For a newer version: ${latestCommand}\n`);
    return undefined;
  }
  const output = options.outputBranch ?? `kubewright-update-from-${from}-to-${to}`;
  await checkOutputBranch(git, output);
  const restored = await restoredPaths(git, base, options.restorePath ?? []);
  if (options.push && (await isPushed(git, output))) {
    host.out(`Nothing to update: origin has the branch "${output}" already: merge it, or delete it\n`);
    return undefined;
  }
  const issues = options.openGhIssue ? await openIssueTracker(host.runProgram, host.cwd) : undefined;
  return { from, to, base, project, output, restored, ...(issues && { issues }) };
}

function checkOptions({ showCommits, restorePath = [], openGhIssue, push }: UpdateOptions): void {
  if (showCommits && restorePath.length > 0) {
    throw new UpdateError(
      "Cannot use --restore-path with --show-commits: a merge commit would mark their changes as merged: expected one of the two",
    );
  }
  if (openGhIssue && !push) {
    throw new UpdateError("Cannot use --open-gh-issue without --push: the issue links to the branch on GitHub");
  }
}

async function projectOf(git: Git, { commit, branch, prefix }: Base, host: UpdateHost): Promise<ProjectSettings> {
  const { code, stdout } = await git.attempt(["cat-file", "blob", `${commit}:${prefix}${projectFile}`]);
  if (code === 0) return host.readProject(stdout);
  throw new UpdateError(
    `Cannot find a project here: the branch "${branch}" has no ${prefix}${projectFile}: run the command in the folder of a committed project`,
  );
}

function versionsOf(
  { fromVersion, toVersion }: UpdateOptions,
  { cliVersion }: ProjectSettings,
  running: string,
): { readonly from: string; readonly to: string } {
  if (fromVersion === undefined && cliVersion === undefined) {
    throw new UpdateError(
      "Cannot update: PROJECT has no cliVersion: expected --from-version, the version that scaffolded the project",
    );
  }
  const from =
    fromVersion === undefined
      ? checkVersion(cliVersion ?? "", "cliVersion of PROJECT")
      : checkVersion(fromVersion, "--from-version");
  const to = toVersion === undefined ? running : checkVersion(toVersion, "--to-version");
  if (compareVersions(from, to) <= 0) return { from, to };
  throw new UpdateError(
    `Cannot update from ${from} to ${to}, which is older: expected a newer version; the newest is that of "${latestCommand}"`,
  );
}

/** @throws {UpdateError} when a path is outside the project, or does not exist on the branch. */
async function restoredPaths(git: Git, base: Base, paths: readonly string[]): Promise<readonly string[]> {
  const restored: string[] = [];
  for (const each of paths) {
    const normal = path.normalize(each).replace(/\/$/, "");
    if (each === "" || normal === "." || normal.startsWith("..") || path.isAbsolute(normal) || normal.includes("\0")) {
      throw new UpdateError(
        `Cannot use --restore-path: ${JSON.stringify(each)}: expected a file or folder of the project`,
      );
    }
    if ((await entriesAt(git, base, base.prefix + normal)) === "") {
      throw new UpdateError(`Cannot use --restore-path: "${each}": the branch "${base.branch}" does not have it`);
    }
    restored.push(base.prefix + normal);
  }
  return restored;
}
