/**
 * `kubewright alpha update`: merges the changes of a newer version's scaffold into a project. The old and the new version scaffold the
 * project from the same PROJECT. Git merges their difference with the changes since then, and the result is a branch. The checkout is not
 * changed, and no code of the project runs.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { stopOnSignals } from "@kubewright/runtime";

import type { CommandContext } from "../command.ts";
import { CommandError } from "../io.ts";
import { createGit, settingsOf } from "./update/git.ts";
import { makeCommit } from "./update/make-commit.ts";
import type { UpdateCommit } from "./update/make-commit.ts";
import { planUpdate } from "./update/plan-update.ts";
import type { AlphaUpdateFlags, UpdatePlan } from "./update/plan-update.ts";
import { createRunProgram } from "./update/programs.ts";
import type { RunProgram } from "./update/programs.ts";
import { push } from "./update/repository.ts";
import { createBranch, filesBetween } from "./update/trees.ts";
import type { Conflict } from "./update/trees.ts";

export type { AlphaUpdateFlags } from "./update/plan-update.ts";

/** @throws {CommandError} when something is missing, or there are conflicts and no --force. */
export async function runAlphaUpdate(
  flags: AlphaUpdateFlags,
  { io, version, signals }: CommandContext,
  createPrograms: (env: NodeJS.ProcessEnv, signal: AbortSignal) => RunProgram = createRunProgram,
): Promise<void> {
  const config = settingsOf(flags.gitConfig ?? []);
  await using stack = new AsyncDisposableStack();
  const runProgram = createPrograms(io.env, stack.use(stopOnSignals(signals)).signal);
  const temporary = await mkdtemp(path.join(tmpdir(), "kubewright-update-"));
  stack.defer(() => rm(temporary, { recursive: true, force: true, maxRetries: 3 }));
  const git = createGit({ runProgram, cwd: io.cwd, config, temporary });
  const plan = await planUpdate(flags, { git, io, running: version, runProgram });
  if (plan === undefined) return;

  const made = await makeCommit(plan, { ...flags, git, io, running: version, runProgram, temporary });
  if (made.conflicts.length > 0 && !flags.force) throw new CommandError(conflictText(plan, made.conflicts));
  await createBranch(git, plan.output, made.commit);
  const files = await filesBetween(git, plan.base.commit, made.commit);
  io.out(textOf(plan, made, files.length));

  if (flags.push) {
    await push(git, plan.output);
    io.out("Pushed the branch to origin\n");
  }
  if (plan.issues) {
    const { url, isNew } = await plan.issues.propose({
      from: plan.from,
      to: plan.to,
      baseBranch: plan.base.branch,
      outputBranch: plan.output,
      conflicts: made.conflicts.map(({ file }) => file),
    });
    io.out(isNew ? `Opened the issue ${url}\n` : `The issue is open already: ${url}\n`);
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
