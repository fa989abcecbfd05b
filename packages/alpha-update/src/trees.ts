/**
 * The merge, on git objects: two scaffolds as commits, and the user's branch as a third.
 *
 *     scaffold of the old version ── scaffold of the new version
 *                  └── the user's files ────────┴── merged
 */
import { UpdateError } from "./update-error.ts";
import { failureOf } from "./programs.ts";
import type { Git } from "./git.ts";
import type { Base } from "./repository.ts";

/** A file that was changed on both sides. */
export interface Conflict {
  /** Relative to the root of the repository. */
  readonly file: string;
  /** The type of conflict in git's terms: `contents`, `modify/delete`. */
  readonly kind: string;
}

export interface Merged {
  readonly tree: string;
  readonly conflicts: readonly Conflict[];
}

/** Writes the project's files from the branch into a folder, at their path in the repository. */
export async function checkOut(git: Git, base: Base, folder: string): Promise<void> {
  const input = await git(["ls-tree", "-r", "-z", "--full-tree", "--name-only", base.commit, "--", base.prefix || "."]);
  await git(["read-tree", base.commit], { workTree: folder });
  await git(["checkout-index", "--force", "-z", "--stdin"], { workTree: folder, input });
}

/** The tree of the branch with the project replaced by the content of `folder`. */
export async function treeOf(git: Git, { commit, prefix }: Base, folder: string): Promise<string> {
  await git(["read-tree", commit], { workTree: folder });
  await git(["add", "--all", "--force", "--", prefix === "" ? "." : prefix], { workTree: folder });
  return (await git(["write-tree"], { workTree: folder })).trim();
}

/** A commit without a branch; if it stays, it is signed like the user's commits. */
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

/** @throws {UpdateError} when the branch exists, or the name of another branch is a prefix of its path. */
export async function createBranch(git: Git, branch: string, at: string): Promise<void> {
  await git(["update-ref", "-m", "kubewright alpha update", `refs/heads/${branch}`, at, "0".repeat(at.length)]);
}

/** One side of a merge: a commit, and its label in conflict markers. */
export interface Side {
  readonly commit: string;
  readonly label: string;
}

/** @throws {UpdateError} when git cannot merge them. */
export async function merge(git: Git, ours: Side, theirs: Side, folder: string): Promise<Merged> {
  const sides = await Promise.all([ours, theirs].map((side) => labelled(git, side)));
  const args = ["merge-tree", "--write-tree", "-z", "--name-only", "--messages", ...sides];
  const result = await git.attempt(args, { workTree: folder }); // In the user's folder, git would print paths relative to it.
  const [tree, ...rest] = result.stdout.split("\0");
  if (result.code > 1 || tree === undefined || tree === "") {
    throw new UpdateError(`Cannot merge: ${failureOf(result)}`);
  }
  const files = result.code === 0 ? [] : rest.slice(0, rest.indexOf(""));
  const kinds = kindsIn(rest.slice(rest.indexOf("") + 1));
  return { tree, conflicts: files.map((file) => ({ file, kind: kinds.get(file) ?? "contents" })) };
}

/** Conflict markers show the name in the command; git accepts `any-name-0-g<commit>` as a commit, as printed by `git describe`. */
async function labelled(git: Git, side: Side): Promise<string> {
  return `${side.label}-0-g${(await git(["rev-parse", "--short", side.commit])).trim()}`;
}

/** Each message is a number of paths, these paths, a type, and a text. */
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

/** `merged` with these paths as on the branch, without conflicts in them. */
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

/** The entries at a path of the branch, as printed by `git ls-tree`; empty when the path does not exist. */
export async function entriesAt(git: Git, { commit: from }: Base, file: string): Promise<string> {
  return await git(["ls-tree", "-r", "-z", "--full-tree", from, "--", file]);
}

/** The files in which two trees differ. */
export async function filesBetween(git: Git, from: string, to: string): Promise<readonly string[]> {
  const text = await git(["diff-tree", "-r", "-z", "--no-renames", "--name-only", from, to]);
  return text.split("\0").filter((file) => file !== "");
}
