/** Our packages as they would be published. */
import { execFile } from "node:child_process";
import { copyFile, mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

/**
 * Builds everything, packs each package into a new folder `packed` of `folder` as `npm publish` would, and returns the files, sorted. Each package contains
 * the licence of the repository.
 */
export async function buildAndPack(repository: string, folder: string): Promise<readonly string[]> {
  const packed = path.join(folder, "packed");
  await mkdir(packed);
  const names = await readdir(path.join(repository, "packages"));
  const npm = (words: readonly string[]): Promise<unknown> =>
    promisify(execFile)("npm", words, { cwd: repository, maxBuffer: 64 << 20 });
  await npm(["run", "--silent", "build"]);
  const licences = names.map((name) => path.join(repository, "packages", name, "LICENSE"));
  await Promise.all(licences.map((file) => copyFile(path.join(repository, "LICENSE"), file)));
  try {
    const workspaces = names.map((name) => `--workspace=packages/${name}`);
    await npm(["pack", "--silent", "--ignore-scripts", `--pack-destination=${packed}`, ...workspaces]);
  } finally {
    await Promise.all(licences.map((file) => rm(file, { force: true })));
  }
  return (await readdir(packed)).toSorted().map((name) => path.join(packed, name));
}
