/** Does to a folder what a plan says, or shows it, and tells the user. The one way by which commands write into a project. */
import { unifiedDiff } from "@kubewright/gen";

import type { Io } from "../io.ts";
import { planScaffold } from "./plan-scaffold.ts";
import type { PlannedWrite, ScaffoldPlan } from "./plan-scaffold.ts";
import { openProjectFolder } from "./project-folder.ts";
import type { ProjectFolder } from "./project-folder.ts";
import type { Scaffold } from "./scaffold-file.ts";

export interface ApplyOptions {
  readonly io: Io;
  /** Write over files that are there, and go on where lines have no place. Default: false. */
  readonly force?: boolean;
  /** Write nothing, and show what would be written. Default: false. */
  readonly dryRun?: boolean;
  /** Decides what is written besides. Default: nothing. */
  readonly extend?: ExtendPlan | undefined;
}

/** Gives a plan with more in it. */
export type ExtendPlan = (
  plan: ScaffoldPlan,
  folder: ProjectFolder,
  options: { readonly force: boolean },
) => Promise<ScaffoldPlan>;

/**
 * Writes the files and puts in the lines. Nothing is written before everything has been checked.
 *
 * @returns The paths of the files that were written, or would be.
 * @throws {CommandError} when files are in the way, lines have no place, or a path leads out of the folder.
 */
export async function applyScaffold(
  root: string,
  scaffold: Scaffold,
  { io, force = false, dryRun = false, extend }: ApplyOptions,
): Promise<readonly string[]> {
  const folder = await openProjectFolder(root);
  const planned = await planScaffold(folder, scaffold, { force });
  const { writes, kept, byHand } = extend === undefined ? planned : await extend(planned, folder, { force });
  for (const write of writes) {
    if (dryRun) show(write, io);
    else await folder.write(write.path, write.content, { executable: write.executable });
    if (!dryRun) io.out(`${write.before === undefined ? "wrote" : "changed"} ${write.path}\n`);
  }
  for (const path of kept) io.out(`kept ${path}, which is yours\n`);
  if (writes.length === 0) io.out("Nothing to write: everything is there\n");
  for (const text of byHand) io.err(`warning: ${text}\n`);
  return writes.map(({ path }) => path);
}

/** A new file by its name: its content is a screenful that nobody asked for. A change as a diff. */
function show({ path, before, content }: PlannedWrite, io: Io): void {
  if (before === undefined) io.out(`would write ${path}\n`);
  else io.out(`would change ${path}\n${unifiedDiff(path, before, content)}`);
}
