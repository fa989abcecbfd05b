/** From a plan to a commit: both scaffolds, their merge with the branch, and the commit that the new branch will point to. */
import { mkdir } from "node:fs/promises";
import path from "node:path";

import { layOut } from "./lay-out.ts";
import type { LayOutOptions } from "./lay-out.ts";
import type { Git } from "./git.ts";
import { alignOwnFiles } from "./own-files.ts";
import type { UpdatePlan } from "./plan-update.ts";
import { checkOut, commit, merge, restore, treeOf } from "./trees.ts";
import type { Conflict } from "./trees.ts";

export interface MakeCommitOptions extends LayOutOptions {
  readonly git: Git;
  /** Keep the scaffolds as commits, of which the result is a merge. */
  readonly showCommits: boolean;
  /** The messages of the commit, without and with conflicts. */
  readonly mergeMessage?: string;
  readonly conflictMessage?: string;
}

export interface UpdateCommit {
  readonly commit: string;
  readonly conflicts: readonly Conflict[];
}

/** @throws {CommandError} when a version cannot be had, or does not lay the project out. */
export async function makeCommit(plan: UpdatePlan, options: MakeCommitOptions): Promise<UpdateCommit> {
  const { git, showCommits } = options;
  const { from, to, base, restored } = plan;
  const folders = await layOutBoth(plan, options);
  const before = await commit(git, await treeOf(git, base, folders.ancestor), [], `Scaffold of kubewright ${from}`);
  const after = await commit(git, await treeOf(git, base, folders.upgrade), [before], `Scaffold of kubewright ${to}`);
  // Git merges commits, and this one says where the user's files come from: the scaffold of the old version.
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

/** Three folders that stand for the root of the repository, with the project where it is in there. */
async function layOutBoth({ from, to, base }: UpdatePlan, options: MakeCommitOptions): Promise<Folders> {
  const { git, io, temporary } = options;
  const roots = folders((name) => path.join(temporary, name));
  await mkdir(roots.project);
  await checkOut(git, base, roots.project);
  const inside = folders((name) => path.join(roots[name], base.prefix));
  io.out(`Scaffolding the project with ${from} and with ${to}\n`);
  await layOut(from, inside.project, inside.ancestor, options);
  await layOut(to, inside.project, inside.upgrade, options);
  await alignOwnFiles(inside, to);
  return roots;
}

function folders(at: (name: keyof Folders) => string): Folders {
  return { project: at("project"), ancestor: at("ancestor"), upgrade: at("upgrade") };
}

function mergeMessage({ from, to }: UpdatePlan, { mergeMessage: given }: MakeCommitOptions): string {
  return given ?? `chore(kubewright): update scaffold ${from} -> ${to}`;
}

function conflictMessage({ from, to }: UpdatePlan, { conflictMessage: given }: MakeCommitOptions): string {
  return given ?? `chore(kubewright): update scaffold ${from} -> ${to} (conflicts are left to be resolved)`;
}
