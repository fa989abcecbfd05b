/**
 * Plans the changes of a scaffold in a folder before any of them is made: new files, changed files, kept files, and errors. So a command
 * that fails has written nothing.
 */
import { append } from "@kubewright/apimachinery";
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
  /** Sorted by path. */
  readonly writes: readonly PlannedWrite[];
  /** Existing files with other content, which are kept. Files into which lines are inserted are not among them. */
  readonly kept: readonly string[];
  /** Instructions for changes that `force` has skipped and the user must make. */
  readonly byHand: readonly string[];
}

export interface PlanOptions {
  /** Overwrite existing files, and continue if lines cannot be inserted. Default: false. */
  readonly force?: boolean;
}

/** @throws {CommandError} that lists all existing files and all lines that cannot be inserted. */
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
    if (changed === undefined) append(byHand, isOptional ? [] : [noPlace(content !== undefined)]);
    else plan.set(path, { path, before, content: changed, executable: plan.get(path)?.executable ?? false });
  }
  refuse(inTheWay, force ? [] : byHand);
  const writes = [...plan.values()].filter(({ before, content }) => before !== content);
  return { writes: writes.toSorted((a, b) => (a.path < b.path ? -1 : 1)), kept, byHand };
}

/** A change of a file that exists, or is written by the same scaffold. */
interface Change {
  readonly path: string;
  readonly change: (text: string) => string | undefined;
  /** The message if the change is not possible, in an existing file or not. */
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
      : [`${inTheWay.join(", ")}: other content exists: expected a new file; --force overwrites it`]),
    ...byHand,
  ];
  if (reasons.length > 0) throw new CommandError(`Cannot write, and nothing was written:\n${reasons.join("\n")}`);
}

function noPlaceFor({ path, marker, lines }: Insertion, isThere: boolean): string {
  const found = isThere ? `has no comment "+kubebuilder:scaffold:${marker}"` : "does not exist";
  return `${path} ${found}: restore it, or insert these lines:\n${lines.map((line) => `    ${line}`).join("\n")}`;
}
