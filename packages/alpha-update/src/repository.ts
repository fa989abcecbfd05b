/** The repository of a project, and the checks before an update begins. */
import { UpdateError } from "./update-error.ts";
import { failureOf } from "./programs.ts";
import type { Git } from "./git.ts";

/** A branch with the current project. */
export interface Base {
  readonly branch: string;
  readonly commit: string;
  /** The path of the project in the repository: empty, or `operators/shop/`. */
  readonly prefix: string;
}

/** The version that introduced `git merge-tree --write-tree`. */
const gitVersionMin = [2, 38] as const;

/** @throws {UpdateError} without git, a repository, a clean working tree, or the branch. */
export async function openBase(git: Git, fromBranch: string | undefined): Promise<Base> {
  await checkGit(git);
  const place = await git.attempt(["rev-parse", "--show-prefix"]);
  if (place.code !== 0) {
    throw new UpdateError(
      place.stderr.includes("not a git repository")
        ? 'Cannot update: this folder is not in a git repository: commit the project first: "git init", "git add .", "git commit"'
        : `Cannot update: git cannot use this repository: ${failureOf(place)}`,
    );
  }
  const changes = (await git(["status", "--porcelain", "-z", "--", "."])).split("\0").filter((line) => line !== "");
  if (changes.length > 0) {
    throw new UpdateError(
      `Cannot update: ${changes.length} ${changes.length === 1 ? "file is" : "files are"} not committed, beginning with "${changes[0]?.slice(3) ?? ""}": commit or stash ${changes.length === 1 ? "it" : "them"} first, because git merges commits`,
    );
  }
  const branch = fromBranch ?? (await currentBranch(git));
  const commit = await commitOf(git, branch);
  if (commit === undefined) {
    throw new UpdateError(
      fromBranch === undefined
        ? `Cannot update: the branch "${branch}" has no commits yet: commit the project first`
        : `Cannot use --from-branch: "${branch}": the repository has no such branch: "git branch" lists them`,
    );
  }
  await checkIdentity(git);
  return { branch, commit, prefix: place.stdout.replace(/\n$/, "") };
}

async function checkGit(git: Git): Promise<void> {
  const text = await git(["version"]);
  const [, major, minor] = /(\d+)\.(\d+)/.exec(text) ?? [];
  const [wantedMajor, wantedMinor] = gitVersionMin;
  if (Number(major) > wantedMajor || (Number(major) === wantedMajor && Number(minor) >= wantedMinor)) return;
  throw new UpdateError(`Cannot update: this is ${text.trim()}: expected ${gitVersionMin.join(".")} or newer`);
}

async function currentBranch(git: Git): Promise<string> {
  const { code, stdout } = await git.attempt(["symbolic-ref", "--quiet", "--short", "HEAD"]);
  if (code === 0) return stdout.trim();
  throw new UpdateError("Cannot update: no branch is checked out: expected --from-branch, or a branch");
}

async function checkIdentity(git: Git): Promise<void> {
  for (const who of ["GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT"]) {
    if ((await git.attempt(["var", who])).code === 0) continue;
    throw new UpdateError(
      'Cannot update: git has no name and e-mail for commits: set them with "git config user.name …" and "git config user.email …"',
    );
  }
}

/** Undefined when the branch does not exist here. */
async function commitOf(git: Git, branch: string): Promise<string | undefined> {
  if ((await git.attempt(["check-ref-format", `refs/heads/${branch}`])).code !== 0) return undefined;
  const { code, stdout } = await git.attempt([
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    `refs/heads/${branch}^{commit}`,
  ]);
  return code === 0 ? stdout.trim() : undefined;
}

/** @throws {UpdateError} if the name is invalid or taken. */
export async function checkOutputBranch(git: Git, branch: string): Promise<void> {
  const isName = /^[A-Za-z0-9][\w./+-]*$/.test(branch);
  if (!isName || (await git.attempt(["check-ref-format", `refs/heads/${branch}`])).code !== 0) {
    throw new UpdateError(
      `Cannot use --output-branch: ${JSON.stringify(branch)}: expected the name of a branch, of letters, digits and any of ._/+-`,
    );
  }
  if ((await commitOf(git, branch)) !== undefined) {
    throw new UpdateError(
      `Cannot update: the branch "${branch}" exists already: merge it, delete it ("git branch -D ${branch}"), or name another one with --output-branch`,
    );
  }
}

/**
 * Whether origin already has the branch, from an earlier run.
 *
 * @throws {UpdateError} when there is no origin, or it does not respond.
 */
export async function isPushed(git: Git, branch: string): Promise<boolean> {
  const result = await git.attempt(["ls-remote", "--heads", "origin", `refs/heads/${branch}`]);
  if (result.code === 0) return result.stdout.trim() !== "";
  throw new UpdateError(`Cannot use --push: git cannot reach the remote "origin": ${failureOf(result)}`);
}

/** @throws {UpdateError} when the push fails, with the command to retry. */
export async function push(git: Git, branch: string): Promise<void> {
  const result = await git.attempt(["push", "--set-upstream", "origin", `refs/heads/${branch}`], { hooks: true });
  if (result.code === 0) return;
  throw new UpdateError(
    `Cannot push: the branch "${branch}" exists only locally, because git push failed: ${failureOf(result)}\nTry again with: git push --set-upstream origin ${branch}`,
  );
}
