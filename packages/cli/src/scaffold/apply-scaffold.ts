/** Applies or shows a plan, and prints the result. All commands write to projects with this function. */
import { unifiedDiff } from "@kubewright/gen";

import type { Io } from "../io.ts";
import { planScaffold } from "./plan-scaffold.ts";
import type { PlannedWrite, ScaffoldPlan } from "./plan-scaffold.ts";
import { openProjectFolder } from "./project-folder.ts";
import type { ProjectFolder } from "./project-folder.ts";
import type { Scaffold } from "./scaffold-file.ts";

export interface ApplyOptions {
  readonly io: Io;
  /** Overwrite existing files, and continue if lines cannot be inserted. Default: false. */
  readonly force?: boolean;
  /** Write nothing, and show what would be written. Default: false. */
  readonly dryRun?: boolean;
  /** Print each file. Default: many files are summarized. */
  readonly verbose?: boolean | undefined;
  /** Adds further changes to the plan. Default: none. */
  readonly extend?: ExtendPlan | undefined;
}

/** Returns a plan with further changes. */
export type ExtendPlan = (
  plan: ScaffoldPlan,
  folder: ProjectFolder,
  options: { readonly force: boolean },
) => Promise<ScaffoldPlan>;

/**
 * Writes files and inserts lines. Nothing is written before everything has been checked.
 *
 * @returns The paths of the files that were written, or would be.
 * @throws {CommandError} when files exist, lines cannot be inserted, or a path is outside the folder.
 */
export async function applyScaffold(
  root: string,
  scaffold: Scaffold,
  { io, force = false, dryRun = false, verbose = false, extend }: ApplyOptions,
): Promise<readonly string[]> {
  const folder = await openProjectFolder(root);
  const planned = await planScaffold(folder, scaffold, { force });
  const { writes, kept, byHand } = extend === undefined ? planned : await extend(planned, folder, { force });
  for (const write of writes) {
    if (dryRun) show(write, io);
    else await folder.write(write.path, write.content, { executable: write.executable });
  }
  if (!dryRun) io.out(verbose || writes.length <= listedMax ? listOf(writes) : summaryOf(writes));
  for (const path of kept) io.out(`kept ${path}, which belongs to you\n`);
  if (writes.length === 0) io.out("Nothing to write: all files exist already\n");
  for (const text of byHand) io.err(`warning: ${text}\n`);
  return writes.map(({ path }) => path);
}

/** The number of files that are printed one by one. */
const listedMax = 10;

function listOf(writes: readonly PlannedWrite[]): string {
  return writes.map(({ path, before }) => `${before === undefined ? "wrote" : "changed"} ${path}\n`).join("");
}

/** The number of new files with the folders at the top, and each changed file. */
function summaryOf(writes: readonly PlannedWrite[]): string {
  const fresh = writes.filter(({ before }) => before === undefined);
  const folders = new Set(fresh.map(({ path }) => (path.includes("/") ? `${path.split("/", 1)[0]}/` : ".")));
  const changed = listOf(writes.filter(({ before }) => before !== undefined));
  const places = [...folders].toSorted().join(", ");
  return `wrote ${fresh.length} files in ${places} (--verbose lists them)\n${changed}`;
}

/** Shows a new file by its name, because its content is long, and a change as a diff. */
function show({ path, before, content }: PlannedWrite, io: Io): void {
  if (before === undefined) io.out(`would write ${path}\n`);
  else io.out(`would change ${path}\n${unifiedDiff(path, before, content)}`);
}
