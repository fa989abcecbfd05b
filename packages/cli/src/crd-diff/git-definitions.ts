/**
 * The CRDs of a commit, read from git without changing the working tree. Git is called without a shell. The user's argument can only be a
 * revision, not an option or a path.
 */
import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { promisify } from "node:util";
import type { Definition } from "@kubewright/gen/definitions";

import { definitionsIn } from "../definitions/read-definitions.ts";
import { isManifest } from "../manifests/manifest-texts.ts";
import { CommandError } from "../io.ts";

const action = "compare";

/**
 * The CRDs of a folder or file in `revision`, a branch, a tag or a commit.
 *
 * @throws {CommandError} when git, the revision, or the CRDs are missing.
 */
export async function gitDefinitions(
  revision: string,
  target: string,
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<readonly Definition[]> {
  assertRevision(revision);
  if (!(await isFolder(cwd)))
    throw new CommandError(`Cannot ${action}: the folder "${cwd}" does not exist: expected the folder of a project`);
  const git = (...args: readonly string[]): Promise<string> => runGit(args, cwd, env);
  const commit = await commitOf(revision, git);
  const listed = await git("ls-tree", "-r", "-z", "--name-only", commit, "--", target);
  const files = listed.split("\0").filter((file) => isManifest(file));
  if (files.length === 0) {
    throw new CommandError(
      `Cannot ${action} with "${revision}": it has no CRDs in "${target}": expected the output of \`kubewright generate\` (--path sets another folder)`,
    );
  }
  const texts = await Promise.all(
    files.map(async (file) => ({
      origin: `"${file}" of "${revision}"`,
      text: await git("show", `${commit}:./${file}`),
    })),
  );
  return definitionsIn(texts, action);
}

/** Without this check, the error would be that git is not installed. */
async function isFolder(target: string): Promise<boolean> {
  return await stat(target).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Rejects options, ranges, and paths within a commit, which git would also accept. */
function assertRevision(revision: string): void {
  const isName = /^[^\s~^:?*[\\-][^\s:?*[\\]*$/.test(revision);
  if (isName && !revision.includes("..") && ![...revision].some((character) => character < " ")) return;
  throw new CommandError(
    `Cannot ${action}: --against is ${JSON.stringify(revision)}: expected a branch, a tag or a commit, such as main or v1.2.0`,
  );
}

async function commitOf(revision: string, git: (...args: readonly string[]) => Promise<string>): Promise<string> {
  try {
    return (await git("rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`)).trim();
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    throw new CommandError(
      `Cannot ${action}: --against is "${revision}": the repository has no such branch, tag or commit`,
      { cause },
    );
  }
}

async function runGit(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)("git", args, {
      cwd,
      env: { ...env, GIT_TERMINAL_PROMPT: "0", GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C" },
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  } catch (cause) {
    if (isMissing(cause)) {
      throw new CommandError(`Cannot ${action}: --against needs git, which is not installed`, { cause });
    }
    throw cause;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
