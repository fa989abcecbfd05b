// `npm run pack`: builds and packs every package, checks what would be published, and prints a table.
//
//   npm run pack                        checks, and keeps nothing.
//   npm run pack -- --out=packed        also writes the packages, SHA256SUMS and sbom.cdx.json into a new folder.
//   npm run pack -- --twice             also builds in a second folder, and fails if a file differs
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import type { LockFile } from "../checks/lock-file.ts";
import type { Problem } from "../checks/problems.ts";
import { packages, root } from "../source/workspace.ts";
import { buildAndPack } from "./build-and-pack.ts";
import { buildProblems, contentProblems, dependencyProblems, typeProblems } from "./package-problems.ts";
import { installedWith } from "./installed.ts";

import { sbomOf } from "./sbom.ts";
import { copyUnbuilt } from "./second-build.ts";
import { readPacked } from "./tarball.ts";
import type { PackedPackage } from "./tarball.ts";

const { values: flags } = parseArgs({ options: { out: { type: "string" }, twice: { type: "boolean" } } });
const folder = await mkdtemp(path.join(tmpdir(), "kubewright-pack-"));
try {
  process.exitCode = await main();
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function main(): Promise<number> {
  process.stderr.write("building and packing\n");
  const files = await buildAndPack(root, folder);
  const packed = await Promise.all(files.map(readPacked));
  for (const each of packed) {
    const size = `${(each.bytes.length / 1024).toFixed(0)} KiB`;
    console.log(
      `${each.name.padEnd(28)} ${each.version} ${String(each.files.length).padStart(5)} files ${size.padStart(9)}`,
    );
  }
  const lock = JSON.parse(await readFile(path.join(root, "package-lock.json"), "utf8")) as LockFile;
  const folders = packages().map(({ folder: each }) => each);
  const installed = installedWith(folders, lock);
  process.stderr.write("checking contents, licences and types\n");
  const problems: Problem[] = [
    ...packed.flatMap(contentProblems),
    ...dependencyProblems(installed),
    ...(await Promise.all(packed.map(typeProblems))).flat(),
    ...(flags.twice === true ? buildProblems(packed, await packAgain()) : []),
  ];
  for (const { at, message } of problems) console.error(`${at}: ${message}`);
  if (problems.length > 0) return 1;
  if (flags.out !== undefined) {
    await publishTo(path.resolve(flags.out), files, packed);
    await writeFile(path.join(flags.out, "sbom.cdx.json"), sbomOf(packed, installed));
  }
  console.log(`${packed.length} packages, no problem`);
  return 0;
}

async function packAgain(): Promise<readonly PackedPackage[]> {
  process.stderr.write("building again in another folder\n");
  const copy = path.join(folder, "second");
  copyUnbuilt(root, copy);
  return await Promise.all((await buildAndPack(copy, copy)).map(readPacked));
}

/** Writes the packages and their digests. */
async function publishTo(target: string, files: readonly string[], packed: readonly PackedPackage[]): Promise<void> {
  await mkdir(target);
  const sums = files.map((file, index) => `${packed[index]?.digest ?? ""}  ${path.basename(file)}\n`);
  for (const file of files) await copyFile(file, path.join(target, path.basename(file)));
  await writeFile(path.join(target, "SHA256SUMS"), sums.join(""));
}
