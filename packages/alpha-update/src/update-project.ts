/**
 * Merges the changes of a newer version's scaffold into a project. The old and the new version scaffold the
 * project from the same PROJECT. Git merges their difference with the changes since then, and the result is a branch. The checkout is not
 * changed, and no code of the project runs.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { createGit, settingsOf } from "./git.ts";
import { makeCommit } from "./make-commit.ts";
import type { UpdateCommit } from "./make-commit.ts";
import { planUpdate } from "./plan-update.ts";
import type { UpdatePlan } from "./plan-update.ts";
import { push } from "./repository.ts";
import { createBranch, filesBetween } from "./trees.ts";
import type { Conflict } from "./trees.ts";
import { UpdateError } from "./update-error.ts";
import type { UpdateHost } from "./update-host.ts";
import type { UpdateOptions } from "./update-options.ts";

/**
 * Merges the changes between two scaffolds of a project into a new branch of its repository, as `kubebuilder alpha update` does, and prints
 * the next steps. The working tree, the index and other branches do not change. Prints a message and creates nothing when the versions are
 * equal, or `origin` has the branch already and `push` is set.
 *
 * https://book.kubebuilder.io/reference/commands/alpha_update
 *
 * @throws {UpdateError} when an option is invalid, a program or version is missing, or there are conflicts and `force` is false.
 */
export async function updateProject(options: UpdateOptions, host: UpdateHost): Promise<void> {
  const config = settingsOf(options.gitConfig ?? []);
  await using stack = new AsyncDisposableStack();
  const temporary = await mkdtemp(path.join(tmpdir(), "kubewright-update-"));
  stack.defer(() => rm(temporary, { recursive: true, force: true, maxRetries: 3 }));
  const git = createGit({ runProgram: host.runProgram, cwd: host.cwd, config, temporary });
  const plan = await planUpdate(options, { git, host });
  if (plan === undefined) return;

  const made = await makeCommit(plan, { ...options, git, host, temporary });
  if (made.conflicts.length > 0 && !options.force) throw new UpdateError(conflictText(plan, made.conflicts));
  await createBranch(git, plan.output, made.commit);
  const files = await filesBetween(git, plan.base.commit, made.commit);
  host.out(textOf(plan, made, files.length));

  if (options.push) {
    await push(git, plan.output);
    host.out("Pushed the branch to origin\n");
  }
  if (plan.issues) {
    const { url, isNew } = await plan.issues.propose({
      from: plan.from,
      to: plan.to,
      baseBranch: plan.base.branch,
      outputBranch: plan.output,
      conflicts: made.conflicts.map(({ file }) => file),
    });
    host.out(isNew ? `Opened the issue ${url}\n` : `The issue is open already: ${url}\n`);
  }
}

function conflictText({ from, to }: UpdatePlan, conflicts: readonly Conflict[]): string {
  const files = conflicts.length === 1 ? "a file was" : `${conflicts.length} files were`;
  return `Cannot update from ${from} to ${to}: ${files} changed here and by the new version:
${listOf(conflicts)}Nothing was written. With --force, the branch is created with conflict markers in these files`;
}

function textOf({ output, base, project }: UpdatePlan, { conflicts }: UpdateCommit, files: number): string {
  const differs = `${files} ${files === 1 ? "file differs" : "files differ"} from "${base.branch}"`;
  const conflicting =
    conflicts.length === 0
      ? ""
      : `, and ${conflicts.length === 1 ? "one is" : `${conflicts.length} are`} in conflict:\n${listOf(conflicts).trimEnd()}`;
  const steps = [
    `git switch ${output}`,
    ...(conflicts.length === 0 ? [] : ["git grep -n -e '^<<<<<<<' -e '^>>>>>>>'   # resolve these, and commit"]),
    "npm install",
    "make manifests generate lint-fix test",
    ...(project.plugins?.[chart] === undefined
      ? []
      : [`make build-installer && npx kubewright edit --plugins ${chart}`]),
  ];
  return `Created the branch "${output}": ${differs}${conflicting}\nNext:\n${steps.map((step) => `  $ ${step}\n`).join("")}`;
}

/** The chart is generated from the build output of the project, which only the user creates. */
const chart = "helm.kubewright.dev/v1";

function listOf(conflicts: readonly Conflict[]): string {
  return conflicts.map(({ file, kind }) => `  ${file} (${kind})\n`).join("");
}
