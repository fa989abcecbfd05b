/** Executes a plan: creates both scaffolds, merges them with the branch, and creates the commit for the new branch. */
import { mkdir } from "node:fs/promises";
import path from "node:path";

import { scaffoldVersion } from "./scaffold-version.ts";
import type { ScaffoldVersionOptions } from "./scaffold-version.ts";
import type { Git } from "./git.ts";
import { alignOwnFiles } from "./own-files.ts";
import type { UpdatePlan } from "./plan-update.ts";
import { checkOut, commit, merge, restore, treeOf } from "./trees.ts";
import type { Conflict } from "./trees.ts";

export interface MakeCommitOptions extends ScaffoldVersionOptions {
  readonly git: Git;
  /** Keep the scaffolds as commits that the result merges. */
  readonly showCommits: boolean;
  /** The commit messages, without and with conflicts. */
  readonly mergeMessage?: string;
  readonly conflictMessage?: string;
}

export interface UpdateCommit {
  readonly commit: string;
  readonly conflicts: readonly Conflict[];
}

/** @throws {UpdateError} when a version is not available, or cannot scaffold the project. */
export async function makeCommit(plan: UpdatePlan, options: MakeCommitOptions): Promise<UpdateCommit> {
  const { git, showCommits } = options;
  const { from, to, base, restored } = plan;
  const folders = await scaffoldBoth(plan, options);
  const before = await commit(git, await treeOf(git, base, folders.ancestor), [], `Scaffold of kubewright ${from}`);
  const after = await commit(git, await treeOf(git, base, folders.upgrade), [before], `Scaffold of kubewright ${to}`);
  // Git merges commits: the user's files become a commit whose parent is the scaffold of the old version.
  const mine = await commit(git, `${base.commit}^{tree}`, [before], base.branch);
  const sides = [
    { commit: mine, label: base.branch },
    { commit: after, label: `kubewright-${to}` },
  ] as const;
  const merged = await merge(git, ...sides, folders.project);
  const { tree, conflicts } = await restore(git, merged, restored, base, folders.project);
  const parents = showCommits ? [base.commit, after] : [base.commit];
  const message = conflicts.length === 0 ? mergeMessage(plan, options) : conflictMessage(plan, options);
  return { commit: await commit(git, tree, parents, message, { isSigned: true }), conflicts };
}

interface Folders {
  readonly project: string;
  readonly ancestor: string;
  readonly upgrade: string;
}

/** Three folders with the root of the repository, and the project at its place in it. */
async function scaffoldBoth({ from, to, base }: UpdatePlan, options: MakeCommitOptions): Promise<Folders> {
  const { git, host, temporary } = options;
  const roots = folders((name) => path.join(temporary, name));
  await mkdir(roots.project);
  await checkOut(git, base, roots.project);
  const inside = folders((name) => path.join(roots[name], base.prefix));
  host.out(`Scaffolding the project with ${from} and with ${to}\n`);
  await scaffoldVersion(from, inside.project, inside.ancestor, options);
  await scaffoldVersion(to, inside.project, inside.upgrade, options);
  await alignOwnFiles(inside, to, host);
  return roots;
}

function folders(at: (name: keyof Folders) => string): Folders {
  return { project: at("project"), ancestor: at("ancestor"), upgrade: at("upgrade") };
}

function mergeMessage({ from, to }: UpdatePlan, { mergeMessage: given }: MakeCommitOptions): string {
  return given ?? `chore(kubewright): update scaffold ${from} -> ${to}`;
}

function conflictMessage({ from, to }: UpdatePlan, { conflictMessage: given }: MakeCommitOptions): string {
  return given ?? `chore(kubewright): update scaffold ${from} -> ${to} (with unresolved conflicts)`;
}
