/** Follows a tutorial step by step in the terminals of a newcomer. */
import { readFile } from "node:fs/promises";
import path from "node:path";

import type { Newcomer } from "./newcomer.ts";
import type { Terminal } from "./terminal.ts";
import type { TutorialStep } from "./tutorial.ts";

export interface FollowOptions {
  /** Below the newcomer's folder: the folder of the tutorial's files, in which other terminals start. */
  readonly project: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Called before each step. */
  readonly onStep?: (step: TutorialStep) => void;
  /** Terminal 1, which an earlier page has opened. Default: a new one, in the newcomer's folder. */
  readonly firstTerminal?: Terminal;
}

/**
 * Follows the steps to the end.
 *
 * @throws an Error with the line of the failed step and its output.
 */
export async function followTutorial(
  newcomer: Newcomer,
  steps: readonly TutorialStep[],
  { project, env = {}, onStep, firstTerminal }: FollowOptions,
): Promise<void> {
  const terminals = new Map<number, Terminal>(firstTerminal && [[1, firstTerminal]]);
  const terminal = async (number: number): Promise<Terminal> => {
    const known = terminals.get(number);
    if (known !== undefined) return known;
    const opened = newcomer.terminal(env);
    terminals.set(number, opened);
    if (number > 1) await opened.type(`cd ${project}`);
    return opened;
  };

  let printed = "";

  async function take(step: TutorialStep): Promise<void> {
    switch (step.kind) {
      case "see": {
        const unseen = step.lines.filter((line) => !patternOf(line).test(printed));
        if (unseen.length > 0) throw new Error(`Not printed:\n${unseen.join("\n")}\nbut:\n${printed}`);
        return;
      }
      case "write":
        return newcomer.write(path.join(project, step.file), step.text);
      case "change": {
        const target = path.join(newcomer.folder, project, step.file);
        const [head, ...tails] = (await readFile(target, "utf8")).split(step.before);
        if (tails.length !== 1) throw new Error(`${step.file} has these lines ${tails.length} times:\n${step.before}`);
        return newcomer.write(path.join(project, step.file), [head, ...tails].join(step.after));
      }
      case "interrupt":
        await terminals.get(step.terminal)?.interrupt();
        terminals.delete(step.terminal);
        return;
      case "type": {
        const at = await terminal(step.terminal);
        printed = "";
        for (const [index, command] of step.commands.entries()) {
          const isLast = index === step.commands.length - 1;
          printed +=
            isLast && step.until !== undefined
              ? await at.typeUntil(command, step.until)
              : await at.type(command, isLast ? step.exit : 0);
        }
      }
    }
  }

  for (const step of steps) {
    onStep?.(step);
    await take(step).catch((error: unknown) => {
      throw new Error(`Line ${step.line}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    });
  }
}

/** Matches a line of a document with any amount of white space; … matches anything. */
export function patternOf(line: string): RegExp {
  const parts = line.split("…").map((part) =>
    part
      .split(/\s+/)
      .map((word) => RegExp.escape(word))
      .join("\\s+"),
  );
  return new RegExp(parts.join(".*"));
}
