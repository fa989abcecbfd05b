/**
 * Decides what a scaffold does to a folder, before any of it is done: which files are new, which change, which are left alone, and why it cannot be done at
 * all. So a command that fails has written nothing.
 */
import { CommandError } from "../io.ts";
import { hasPlaceForLines, insertBlock } from "./insert-block.ts";
import type { ProjectFolder } from "./project-folder.ts";
import type { Insertion, Scaffold } from "./scaffold-file.ts";

/** A file that will be written. */
export interface PlannedWrite {
  readonly path: string;
  /** Undefined when the file is new. */
  readonly before: string | undefined;
  readonly content: string;
  readonly executable: boolean;
}

export interface ScaffoldPlan {
  /** In the order of their paths. */
  readonly writes: readonly PlannedWrite[];
  /** Files that are there with other content, and stay. Those that lines are put into are not among them: they grow with the project. */
  readonly kept: readonly string[];
  /** What the user must do by hand, where `force` went on without it: one text each. */
  readonly byHand: readonly string[];
}

export interface PlanOptions {
  /** Write over files that are there, and go on where lines have no place. Default: false. */
  readonly force?: boolean;
}

/** @throws {CommandError} that lists every file that is in the way and all lines that have no place. */
export async function planScaffold(
  folder: ProjectFolder,
  scaffold: Scaffold,
  { force = false }: PlanOptions = {},
): Promise<ScaffoldPlan> {
  const plan = new Map<string, PlannedWrite>();
  const kept: string[] = [];
  const inTheWay: string[] = [];
  for (const { path, content, ifExists, executable = false } of scaffold.files) {
    if (plan.has(path)) throw new Error(`Two templates write "${path}"`);
    const before = await folder.read(path);
    if (before === undefined || before === content || ifExists === "replace" || (ifExists === "refuse" && force)) {
      plan.set(path, { path, before, content, executable });
    } else {
      plan.set(path, { path, before, content: before, executable });
      if (ifExists === "refuse") inTheWay.push(path);
      else if (!hasPlaceForLines(content)) kept.push(path);
    }
  }
  const byHand: string[] = [];
  for (const { path, change, noPlace, isOptional } of changesOf(scaffold)) {
    const before = plan.get(path)?.before ?? (await folder.read(path));
    const content = plan.get(path)?.content ?? before;
    const changed = content === undefined ? undefined : change(content);
    if (changed === undefined) byHand.push(...(isOptional ? [] : [noPlace(content !== undefined)]));
    else plan.set(path, { path, before, content: changed, executable: plan.get(path)?.executable ?? false });
  }
  refuse(inTheWay, force ? [] : byHand);
  const writes = [...plan.values()].filter(({ before, content }) => before !== content);
  return { writes: writes.toSorted((a, b) => (a.path < b.path ? -1 : 1)), kept, byHand };
}

/** A change to a file that is there, or is written by the same scaffold. */
interface Change {
  readonly path: string;
  readonly change: (text: string) => string | undefined;
  /** What the user is told where there is no place for it, in a file that is there or not. */
  readonly noPlace: (isThere: boolean) => string;
  readonly isOptional: boolean;
}

function changesOf({ insertions, edits = [] }: Scaffold): readonly Change[] {
  return [
    ...insertions.map((insertion) => ({
      path: insertion.path,
      change: (text: string) => insertBlock(text, insertion),
      noPlace: (isThere: boolean) => noPlaceFor(insertion, isThere),
      isOptional: insertion.isOptional ?? false,
    })),
    ...edits.map(({ path, change, byHand }) => ({
      path,
      change,
      noPlace: () => `${path}: ${byHand}`,
      isOptional: false,
    })),
  ];
}

function refuse(inTheWay: readonly string[], byHand: readonly string[]): void {
  const reasons = [
    ...(inTheWay.length === 0
      ? []
      : [`${inTheWay.join(", ")}: there with other content: expected not to be there; --force writes over it`]),
    ...byHand,
  ];
  if (reasons.length > 0) throw new CommandError(`Cannot write, and nothing was written:\n${reasons.join("\n")}`);
}

function noPlaceFor({ path, marker, lines }: Insertion, isThere: boolean): string {
  const found = isThere ? `has no comment "+kubebuilder:scaffold:${marker}"` : "is not there";
  return `${path} ${found}: put it back, or put in these lines yourself:\n${lines.map((line) => `    ${line}`).join("\n")}`;
}
