/**
 * The merge itself, on git's objects: two scaffolds as commits, the user's branch between them.
 *
 *     scaffold of the old version ── scaffold of the new version
 *                  └── the user's files ────────┴── merged
 */
import { CommandError } from "../../io.ts";
import { complaintOf } from "./programs.ts";
import type { Git } from "./git.ts";
import type { Base } from "./repository.ts";

/** A file that was changed on both sides. */
export interface Conflict {
  /** From the root of the repository. */
  readonly file: string;
  /** Git's word for it: `contents`, `modify/delete`. */
  readonly kind: string;
}

export interface Merged {
  readonly tree: string;
  readonly conflicts: readonly Conflict[];
}

/** Writes the project's files, as the branch has them, into a folder, where they are in the repository. */
export async function checkOut(git: Git, base: Base, folder: string): Promise<void> {
  const input = await git(["ls-tree", "-r", "-z", "--full-tree", "--name-only", base.commit, "--", base.prefix || "."]);
  await git(["read-tree", base.commit], { workTree: folder });
  await git(["checkout-index", "--force", "-z", "--stdin"], { workTree: folder, input });
}

/** The tree of the branch with another project in it: what is in `folder`, where the project is in the repository. */
export async function treeOf(git: Git, { commit, prefix }: Base, folder: string): Promise<string> {
  await git(["read-tree", commit], { workTree: folder });
  await git(["add", "--all", "--force", "--", prefix === "" ? "." : prefix], { workTree: folder });
  return (await git(["write-tree"], { workTree: folder })).trim();
}

/** A commit without a branch; signed, when it is to stay, as the user's commits are. */
export async function commit(
  git: Git,
  tree: string,
  parents: readonly string[],
  message: string,
  { isSigned = false }: { readonly isSigned?: boolean } = {},
): Promise<string> {
  const sign = isSigned && (await signs(git)) ? ["--gpg-sign"] : [];
  const args = ["commit-tree", ...sign, ...parents.flatMap((parent) => ["-p", parent]), tree];
  return (await git(args, { input: `${message}\n` })).trim();
}

async function signs(git: Git): Promise<boolean> {
  return (await git.attempt(["config", "--type=bool", "commit.gpgSign"])).stdout.trim() === "true";
}

/** @throws {CommandError} when it is there, or another branch's name is the beginning of its name. */
export async function createBranch(git: Git, branch: string, at: string): Promise<void> {
  await git(["update-ref", "-m", "kubewright alpha update", `refs/heads/${branch}`, at, "0".repeat(at.length)]);
}

/** One side of a merge: a commit, and what conflict markers call it. */
export interface Side {
  readonly commit: string;
  readonly label: string;
}

/** @throws {CommandError} when git cannot merge them at all. */
export async function merge(git: Git, ours: Side, theirs: Side, folder: string): Promise<Merged> {
  const sides = await Promise.all([ours, theirs].map((side) => labelled(git, side)));
  const args = ["merge-tree", "--write-tree", "-z", "--name-only", "--messages", ...sides];
  const result = await git.attempt(args, { workTree: folder }); // Where the user stands, it would name files from there.
  const [tree, ...rest] = result.stdout.split("\0");
  if (result.code > 1 || tree === undefined || tree === "") {
    throw new CommandError(`Cannot merge: ${complaintOf(result)}`);
  }
  const files = result.code === 0 ? [] : rest.slice(0, rest.indexOf(""));
  const kinds = kindsIn(rest.slice(rest.indexOf("") + 1));
  return { tree, conflicts: files.map((file) => ({ file, kind: kinds.get(file) ?? "contents" })) };
}

/** Markers say what stands in the command, and git takes `any-name-0-g<commit>` for a commit, as `git describe` prints it. */
async function labelled(git: Git, side: Side): Promise<string> {
  return `${side.label}-0-g${(await git(["rev-parse", "--short", side.commit])).trim()}`;
}

/** Messages are: a number of paths, these paths, a type, a text. */
function kindsIn(words: readonly string[]): ReadonlyMap<string, string> {
  const kinds = new Map<string, string>();
  for (let at = 0; at < words.length;) {
    const count = Number(words[at]);
    const [, kind] = /^CONFLICT \((.+)\)$/.exec(words[at + count + 1] ?? "") ?? [];
    if (kind !== undefined) for (const file of words.slice(at + 1, at + 1 + count)) kinds.set(file, kind);
    at += count + 3;
  }
  return kinds;
}

/** `merged` with these paths as they are in the branch, and without conflicts in them. */
export async function restore(
  git: Git,
  merged: Merged,
  paths: readonly string[],
  base: Base,
  folder: string,
): Promise<Merged> {
  if (paths.length === 0) return merged;
  await git(["read-tree", merged.tree], { workTree: folder });
  for (const each of paths) {
    const there = await git(["ls-tree", "-r", "-z", "--full-tree", "--name-only", merged.tree, "--", each]);
    const removed = there.replaceAll(/[^\0]+\0/g, `0 ${"0".repeat(merged.tree.length)}\t$&`);
    const input = removed + (await entriesAt(git, base, each));
    await git(["update-index", "-z", "--index-info"], { workTree: folder, input });
  }
  const tree = (await git(["write-tree"], { workTree: folder })).trim();
  const isRestored = (file: string): boolean => paths.some((each) => file === each || file.startsWith(`${each}/`));
  return { tree, conflicts: merged.conflicts.filter(({ file }) => !isRestored(file)) };
}

/** What the branch has at a path, as `git ls-tree` prints it; empty when there is nothing. */
export async function entriesAt(git: Git, { commit: from }: Base, file: string): Promise<string> {
  return await git(["ls-tree", "-r", "-z", "--full-tree", from, "--", file]);
}

/** The files in which two trees differ. */
export async function filesBetween(git: Git, from: string, to: string): Promise<readonly string[]> {
  const text = await git(["diff-tree", "-r", "-z", "--no-renames", "--name-only", from, to]);
  return text.split("\0").filter((file) => file !== "");
}
