/** Packs a later release from the packages of this one, with another version and changed templates. */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

export interface NextRelease {
  /** The version of all packages of the repository. */
  readonly version: string;
  /** Replaced text in the bundle of the command. */
  readonly words: readonly (readonly [now: string, then: string])[];
}

/** Repacks packages of `npm pack` in a new folder below `folder`, and returns the new files. */
export async function packNextRelease(
  packed: readonly string[],
  folder: string,
  release: NextRelease,
): Promise<readonly string[]> {
  return await Promise.all(packed.map((file) => repack(file, folder, release)));
}

async function repack(file: string, folder: string, { version, words }: NextRelease): Promise<string> {
  const target = await mkdtemp(path.join(folder, "next-"));
  await promisify(execFile)("tar", ["-xzf", file, "-C", target]);
  const at = path.join(target, "package");
  await change(path.join(at, "package.json"), (text) => withVersion(text, version));
  if (path.basename(file).startsWith("kubewright-0")) await changeBundle(path.join(at, "dist", "bundle"), words);
  const repacked = path.join(target, path.basename(file));
  await promisify(execFile)("tar", ["-czf", repacked, "-C", target, "package"]);
  return repacked;
}

/** Packages of one release depend on each other with exact versions. */
function withVersion(text: string, version: string): string {
  const manifest = JSON.parse(text) as { readonly version: string };
  const ours = new RegExp(
    `^(\\s*"(?:version|kubewright|@kubewright/[a-z-]+)": )"${manifest.version.replaceAll(".", "\\.")}"`,
    "gmu",
  );
  return text.replaceAll(ours, `$1"${version}"`);
}

async function changeBundle(bundle: string, words: NextRelease["words"]): Promise<void> {
  const files = (await readdir(bundle)).filter((name) => name.endsWith(".js"));
  const texts = await Promise.all(files.map((name) => readFile(path.join(bundle, name), "utf8")));
  for (const [now, then] of words) {
    const found = texts.findIndex((text) => text.includes(now));
    if (found === -1) throw new Error(`No template contains ${JSON.stringify(now)}`);
    texts[found] = (texts[found] ?? "").replaceAll(now, then);
  }
  await Promise.all(files.map((name, index) => writeFile(path.join(bundle, name), texts[index] ?? "")));
}

async function change(file: string, by: (text: string) => string): Promise<void> {
  await writeFile(file, by(await readFile(file, "utf8")));
}
