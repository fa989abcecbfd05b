/**
 * Git for an update. It works on objects and a separate index. The working tree, the index and the branches of the user do not change until the new
 * branch is created at the end. A failure before that leaves unreachable objects, which git removes by itself. No hook of the project runs.
 */
import path from "node:path";

import { UpdateError } from "./update-error.ts";
import { failureOf } from "./programs.ts";
import type { ProgramResult, RunProgram } from "./programs.ts";

export interface GitOptions {
  readonly runProgram: RunProgram;
  /** The current folder. */
  readonly cwd: string;
  /** `name=value` settings for every call. */
  readonly config: readonly string[];
  /** A folder that is removed after the update. */
  readonly temporary: string;
}

export interface CallOptions {
  /** A folder used as the working tree, with an index separate from the user's. */
  readonly workTree?: string;
  readonly input?: string;
  /** Default: no hooks run. */
  readonly hooks?: boolean;
}

export interface Git {
  /** Returns the standard output. @throws {UpdateError} when the exit code is not 0. */
  (args: readonly string[], options?: CallOptions): Promise<string>;
  /** Returns the result for any exit code. */
  readonly attempt: (args: readonly string[], options?: CallOptions) => Promise<ProgramResult>;
}

export function createGit({ runProgram, cwd, config, temporary }: GitOptions): Git {
  let gitDirectory: Promise<string> | undefined;
  const quiet = ["core.fsmonitor=false", "core.sparseCheckout=false", "core.safecrlf=false"];

  const attempt: Git["attempt"] = async (args, { workTree, input, hooks = false } = {}) => {
    const settings = [...config, ...quiet, ...(hooks ? [] : [`core.hooksPath=${path.join(temporary, "no-hooks")}`])];
    const env = {
      GIT_TERMINAL_PROMPT: "0",
      GIT_OPTIONAL_LOCKS: "0",
      GIT_LITERAL_PATHSPECS: "1",
      GIT_LFS_SKIP_SMUDGE: "1",
      LC_ALL: "C",
      ...(workTree !== undefined && {
        GIT_DIR: await (gitDirectory ??= git(["rev-parse", "--absolute-git-dir"]).then((found) => found.trim())),
        GIT_WORK_TREE: workTree,
        GIT_INDEX_FILE: path.join(temporary, "index"),
      }),
    };
    return await runProgram("git", [...settings.flatMap((each) => ["-c", each]), ...args], {
      cwd: workTree ?? cwd,
      env,
      ...(input !== undefined && { input }),
    });
  };
  const git = async (args: readonly string[], options: CallOptions = {}): Promise<string> => {
    const result = await attempt(args, options);
    if (result.code === 0) return result.stdout;
    throw new UpdateError(`Cannot update: git ${args[0] ?? ""} failed: ${failureOf(result)}`);
  };
  return Object.assign(git, { attempt });
}

/** Settings of every update, unless --git-config has `disable`. They find any number of moved files. */
const defaultSettings = ["merge.renameLimit=999999", "diff.renameLimit=999999", "merge.conflictStyle=merge"];

/**
 * The settings of --git-config, after the defaults.
 *
 * @throws {UpdateError} when a setting is not `section.name=value`.
 */
export function settingsOf(flags: readonly string[]): readonly string[] {
  const given = flags.filter((flag) => flag !== "disable");
  for (const flag of given) {
    if (!/^[A-Za-z][A-Za-z0-9-]*\.(?:[^=\0\n]+\.)?[A-Za-z][A-Za-z0-9-]*=[^\0]*$/.test(flag)) {
      throw new UpdateError(
        `Cannot use --git-config: ${JSON.stringify(flag)}: expected a setting such as rerere.enabled=true, or disable`,
      );
    }
  }
  return flags.includes("disable") ? given : [...defaultSettings, ...given];
}
