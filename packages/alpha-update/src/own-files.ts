/**
 * PROJECT and package.json in the two scaffolds. A merge by lines would report false conflicts, because the user's dependencies are between
 * those of the template. So these two files are merged by fields: they are written into the scaffolds in a form in which only the
 * differences between the versions remain for git.
 */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import { alignManifests } from "./align-manifests.ts";
import type { UpdateHost } from "./update-host.ts";

/** The name of the file with the settings of a project, in its folder. */
export const projectFile = "PROJECT";

export interface ThreeFolders {
  /** The current project. */
  readonly project: string;
  /** The scaffold of the old version. */
  readonly ancestor: string;
  /** The scaffold of the new version. */
  readonly upgrade: string;
}

/** Writes both files into both scaffolds. */
export async function alignOwnFiles(
  folders: ThreeFolders,
  toVersion: string,
  host: Pick<UpdateHost, "printProject">,
): Promise<void> {
  await alignProject(folders, toVersion, host);
  await alignManifest(folders);
}

/** Both scaffolds have the user's PROJECT, so only the differences between the versions are merged. */
async function alignProject(
  { project, ancestor, upgrade }: ThreeFolders,
  toVersion: string,
  host: Pick<UpdateHost, "printProject">,
): Promise<void> {
  const before = await readFile(path.join(project, projectFile), "utf8");
  const scaffolded = await readFile(path.join(upgrade, projectFile), "utf8");
  await writeFile(path.join(ancestor, projectFile), before);
  const renewed = host.printProject(scaffolded, { before, cliVersion: toVersion });
  await writeFile(path.join(upgrade, projectFile), renewed);
}

async function alignManifest({ project, ancestor, upgrade }: ThreeFolders): Promise<void> {
  const files = [project, ancestor, upgrade].map((folder) => path.join(folder, "package.json"));
  const [mine, before, after] = await Promise.all(files.map((file) => readFile(file, "utf8").catch(() => undefined))); // Some projects have no package.json.
  if (mine === undefined || before === undefined || after === undefined) return;
  const aligned = alignManifests(mine, before, after);
  if (aligned === undefined) return;
  await writeFile(path.join(ancestor, "package.json"), aligned.before);
  await writeFile(path.join(upgrade, "package.json"), aligned.after);
}
