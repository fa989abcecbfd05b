/**
 * The folder with the binaries of several versions. It is the folder of setup-envtest, so both share their downloads:
 *
 *     ~/.local/share/kubebuilder-envtest/k8s/1.30.0-linux-amd64/{etcd,kube-apiserver,kubectl}
 *
 * Programs are unpacked under a temporary name and renamed once they are complete, so an interrupted download leaves no files.
 */
import { createHash } from "node:crypto";
import { chmod, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Random } from "@kubewright/async";
import { EnvironmentError } from "../errors.ts";
import { compareItems, itemName, parseItemName } from "./item.ts";
import type { BinariesItem } from "./item.ts";
import { unpackPrograms } from "./unpack.ts";

export interface BinariesStore {
  /** The folder of an item, installed or not: the value for KUBEBUILDER_ASSETS. */
  folderOf(item: BinariesItem): string;
  /** Newest first. Empty if the store does not exist yet. */
  list(): Promise<readonly BinariesItem[]>;
  /**
   * Installs the programs in the archive, and replaces the installed version.
   *
   * @throws {EnvironmentError} if the checksum differs, or the archive is rejected. The installed version then stays.
   */
  add(item: BinariesItem, archive: AsyncIterable<Uint8Array>, options: AddBinariesOptions): Promise<void>;
  remove(item: BinariesItem): Promise<void>;
  /** Removes the remains of killed installations. Running installations fail. */
  removeIncomplete(): Promise<void>;
}

export interface AddBinariesOptions {
  /** For the name of the unfinished folder. */
  readonly random: Random;
  /** The expected SHA-512 of the archive, hexadecimal. Absent: any archive is accepted. */
  readonly sha512?: string;
  readonly signal?: AbortSignal | undefined;
}

/** The archives have about 100 MB. */
const packedBytesMax = 1024 ** 3;
const incomplete = ".incomplete-";

/** A store in `root`, which is created when a version is added. */
export function openBinariesStore(root: string): BinariesStore {
  const base = path.join(root, "k8s");
  const folderOf = (item: BinariesItem): string => path.join(base, itemName(item));
  return {
    folderOf,
    async list() {
      return (await foldersIn(base)).flatMap((name) => parseItemName(name) ?? []).toSorted(compareItems);
    },
    async add(item, archive, { random, sha512, signal }) {
      await createFolder(base);
      const name = `${incomplete}${itemName(item)}-${Buffer.from(random.bytes(6)).toString("hex")}`;
      const work = path.join(base, name);
      await mkdir(work);
      try {
        const packed = path.join(work, "archive.tar.gz");
        await save(archive, packed, sha512, signal);
        const programs = path.join(work, "programs");
        await mkdir(programs);
        await unpackPrograms(packed, programs, signal);
        await replace(folderOf(item), programs, path.join(work, "old"));
        await chmod(folderOf(item), 0o555); // As setup-envtest leaves it. A folder that cannot be written to cannot be moved everywhere.
      } finally {
        await rm(work, { recursive: true, force: true });
      }
    },
    remove: (item) => removeFolder(folderOf(item)),
    async removeIncomplete() {
      const names = (await foldersIn(base)).filter((name) => name.startsWith(incomplete));
      for (const name of names) await removeFolder(path.join(base, name));
    },
  };
}

/**
 * The folder of setup-envtest on this system.
 *
 * @throws {EnvironmentError} if the variable of the folder is not set.
 */
export function defaultStoreFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  switch (platform) {
    case "win32":
      return path.join(set(env, "LocalAppData"), "kubebuilder-envtest");
    case "darwin":
      return path.join(set(env, "HOME"), "Library/Application Support", "io.kubebuilder.envtest");
    default:
      return path.join(env["XDG_DATA_HOME"] || path.join(set(env, "HOME"), ".local/share"), "kubebuilder-envtest");
  }
}

function set(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (value !== undefined && value !== "") return value;
  throw new EnvironmentError(
    `Cannot find the folder with the binaries: ${name} is not set: set it, or pass the folder (--bin-dir)`,
  );
}

/** Creates a folder and those above it. Node's recursive `mkdir` never returns for a path in /proc. */
async function createFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  const above = path.dirname(folder);
  if (above !== folder) await createFolder(above);
  try {
    await mkdir(folder);
  } catch (error) {
    if (!(await isFolder(folder))) throw error; // Another installation may have created it meanwhile.
  }
}

async function isFolder(file: string): Promise<boolean> {
  return await stat(file).then(
    (found) => found.isDirectory(),
    () => false, // Created, or an error of mkdir.
  );
}

async function foldersIn(base: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(base, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    if (isCode(error, "ENOENT")) return [];
    throw error;
  }
}

async function save(
  archive: AsyncIterable<Uint8Array>,
  file: string,
  sha512: string | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const hash = createHash("sha512");
  let bytes = 0;
  await using target = await open(file, "wx", 0o600);
  for await (const chunk of archive) {
    signal?.throwIfAborted();
    bytes += chunk.length;
    if (bytes > packedBytesMax) {
      throw new EnvironmentError(`Cannot install the binaries: the archive has more than ${packedBytesMax} bytes`);
    }
    hash.update(chunk);
    await target.writeFile(chunk);
  }
  const found = hash.digest("hex");
  if (sha512 === undefined || found === sha512) return;
  throw new EnvironmentError(
    `Cannot install the binaries: the archive's SHA-512 is ${found}, expected ${sha512}: it is damaged, or not the published archive`,
  );
}

/** Moves `fresh` to `folder` in one step. The previous content moves to `aside`, or stays if that fails. */
async function replace(folder: string, fresh: string, aside: string): Promise<void> {
  let hadOne = true;
  try {
    await chmod(folder, 0o755);
    await rename(folder, aside);
  } catch (error) {
    if (!isCode(error, "ENOENT")) throw error;
    hadOne = false;
  }
  try {
    await rename(fresh, folder);
  } catch (error) {
    if (hadOne) await rename(aside, folder);
    throw error;
  }
}

async function removeFolder(folder: string): Promise<void> {
  try {
    await chmod(folder, 0o755);
  } catch (error) {
    if (isCode(error, "ENOENT")) return;
    throw error;
  }
  await rm(folder, { recursive: true, force: true });
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
