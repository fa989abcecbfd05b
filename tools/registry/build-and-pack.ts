/** Our packages as they would be published. */
import { execFile } from "node:child_process";
import { mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

/** Builds everything, packs each package into a new folder `packed` of `folder` as `npm publish` would, and gives the files. */
export async function buildAndPack(repository: string, folder: string): Promise<readonly string[]> {
  const packed = path.join(folder, "packed");
  await mkdir(packed);
  const packages = (await readdir(path.join(repository, "packages"))).map((name) => `--workspace=packages/${name}`);
  const npm = (words: readonly string[]): Promise<unknown> =>
    promisify(execFile)("npm", words, { cwd: repository, maxBuffer: 64 << 20 });
  await npm(["run", "--silent", "build"]);
  await npm(["pack", "--silent", "--ignore-scripts", `--pack-destination=${packed}`, ...packages]);
  return (await readdir(packed)).map((name) => path.join(packed, name));
}
