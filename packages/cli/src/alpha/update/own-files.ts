/**
 * PROJECT and package.json in the two scaffolds. A merge by lines would find conflicts where there are none: dependencies of the user stand between those
 * of the template. So these two files are merged by their fields, and written into the scaffolds so that nothing but what the versions do differently is left
 * for git to merge.
 */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import { printProject } from "../../project/print-project.ts";
import { projectFile, readProject } from "../../project/read-project.ts";
import { alignManifests } from "./align-manifests.ts";

export interface ThreeFolders {
  /** The project as it is. */
  readonly project: string;
  /** As the old version lays it out. */
  readonly ancestor: string;
  /** As the new one does. */
  readonly upgrade: string;
}

/** Writes both files into both scaffolds. */
export async function alignOwnFiles(folders: ThreeFolders, toVersion: string): Promise<void> {
  await alignProject(folders, toVersion);
  await alignManifest(folders);
}

/** Both sides were made from the user's PROJECT: what the new version says in another way is all that there is to merge. */
async function alignProject({ project, ancestor, upgrade }: ThreeFolders, toVersion: string): Promise<void> {
  const text = await readFile(path.join(project, projectFile), "utf8");
  const renewed = readProject(await readFile(path.join(upgrade, projectFile), "utf8"));
  await writeFile(path.join(ancestor, projectFile), text);
  await writeFile(path.join(upgrade, projectFile), printProject({ ...renewed, cliVersion: toVersion }, text));
}

async function alignManifest({ project, ancestor, upgrade }: ThreeFolders): Promise<void> {
  const files = [project, ancestor, upgrade].map((folder) => path.join(folder, "package.json"));
  const [mine, before, after] = await Promise.all(files.map((file) => readFile(file, "utf8").catch(() => undefined))); // Some have none.
  if (mine === undefined || before === undefined || after === undefined) return;
  const aligned = alignManifests(mine, before, after);
  if (aligned === undefined) return;
  await writeFile(path.join(ancestor, "package.json"), aligned.before);
  await writeFile(path.join(upgrade, "package.json"), aligned.after);
}
