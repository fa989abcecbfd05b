/** Follows the chapters of a book in one project, and checks that each chapter ends with a commit. */
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";

import { followTutorial } from "./follow-tutorial.ts";
import type { Newcomer } from "./newcomer.ts";
import { tutorialSteps } from "./tutorial.ts";
import type { TutorialStep } from "./tutorial.ts";

export interface BookChapter {
  /** The name of the file. */
  readonly name: string;
  readonly steps: readonly TutorialStep[];
}

/** Reads the chapters of a folder: files such as `03-status.md`, in the order of their numbers. */
export async function readBook(folder: string): Promise<readonly BookChapter[]> {
  const names = globSync("[0-9][0-9]-*.md", { cwd: folder }).toSorted();
  return await Promise.all(
    names.map(async (name) => ({ name, steps: tutorialSteps(await readFile(path.join(folder, name), "utf8")) })),
  );
}

export interface FollowBookOptions {
  /** The folder of the project, which the first chapter creates in the newcomer's folder. */
  readonly project: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Called when a chapter has ended. */
  readonly onChapter?: (name: string) => void;
}

/**
 * Follows the chapters to the end.
 *
 * @throws an Error that names the chapter and the line of the step that failed, or the files that the chapter has not committed.
 */
export async function followBook(
  newcomer: Newcomer,
  chapters: readonly BookChapter[],
  { project, env = {}, onChapter }: FollowBookOptions,
): Promise<void> {
  const author = { GIT_AUTHOR_NAME: "reader", GIT_AUTHOR_EMAIL: "reader@example.com" };
  const committer = { GIT_COMMITTER_NAME: "reader", GIT_COMMITTER_EMAIL: "reader@example.com" };
  const terminalEnv = { ...env, ...author, ...committer };
  const firstTerminal = newcomer.terminal(terminalEnv);
  for (const [index, { name, steps }] of chapters.entries()) {
    try {
      await followTutorial(newcomer, steps, { project, env: terminalEnv, firstTerminal });
      const uncommitted = await firstTerminal.type("git status --porcelain");
      if (uncommitted !== "") throw new Error(`Not committed:\n${uncommitted}`);
      const commits = Number(await firstTerminal.type("git rev-list --count HEAD"));
      if (commits !== index + 1) throw new Error(`${commits} commits, expected one for each chapter: ${index + 1}`);
    } catch (error) {
      throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
    onChapter?.(name);
  }
}
