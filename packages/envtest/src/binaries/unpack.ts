/**
 * Unpacks programs from an archive into a folder. Only files with the names of the programs are written, under these names, so that an
 * archive cannot choose a path on the disk.
 */
import { createReadStream } from "node:fs";
import { open, readdir } from "node:fs/promises";
import path from "node:path";
import { createGunzip } from "node:zlib";
import { EnvironmentError } from "../errors.ts";
import { readTar } from "./tar.ts";
import type { TarMember } from "./tar.ts";

const wanted = ["etcd", "kube-apiserver", "kubectl"] as const;
const needed = ["etcd", "kube-apiserver"] as const;

/** kube-apiserver, the largest, has about 100 MB. */
const programBytesMax = 1024 ** 3;
/** Of all members, including skipped ones: otherwise an archive of a few MB could take hours. */
const archiveBytesMax = 4 * 1024 ** 3;

/**
 * Unpacks the programs into `folder`, which exists and is empty.
 *
 * @throws {EnvironmentError} if it is not such an archive, is damaged or too large, or has links or paths outside of it.
 */
export async function unpackPrograms(archive: string, folder: string, signal?: AbortSignal): Promise<void> {
  const packed = createReadStream(archive, signal ? { signal } : {});
  const unpacked = createGunzip();
  packed.once("error", (error) => unpacked.destroy(error)).pipe(unpacked);
  let bytes = 0;
  try {
    for await (const member of readTar(unpacked)) {
      checkPath(member.name);
      bytes += member.size;
      if (bytes > archiveBytesMax) throw refused(`it holds more than ${archiveBytesMax} bytes`);
      const name = path.posix.basename(member.name);
      if (member.kind === "file" && wanted.some((program) => isNamed(name, program))) await write(folder, name, member);
    }
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof Error && "code" in cause && String(cause.code).startsWith("Z_")) {
      throw refused(`it is not a gzip file, or damaged (${cause.message})`, cause);
    }
    throw cause;
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
  const found = await readdir(folder);
  const missing = needed.filter((program) => !found.some((name) => isNamed(name, program)));
  if (missing.length > 0) throw refused(`there is no ${missing.join(" and no ")} in it`);
}

function isNamed(name: string, program: string): boolean {
  return name === program || name === `${program}.exe`;
}

/** Files are not written by their paths, but an archive with such paths is not a release. */
function checkPath(name: string): void {
  const isOutside = name.startsWith("/") || name.includes("\\") || name.split("/").includes("..");
  if (isOutside || /\p{Cc}/u.test(name)) throw refused(`the path ${JSON.stringify(name)} leads out of it`);
}

async function write(folder: string, name: string, { size, content }: TarMember): Promise<void> {
  if (size > programBytesMax) throw refused(`"${name}" has ${size} bytes, more than ${programBytesMax}`);
  let file;
  try {
    file = await open(path.join(folder, name), "wx", 0o555);
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "EEXIST") {
      throw refused(`"${name}" is in it twice`, cause);
    }
    throw cause;
  }
  await using target = file;
  for await (const chunk of content) await target.writeFile(chunk);
  await target.sync(); // The folder gets its name afterwards; behind that name nothing is ever incomplete.
}

function refused(found: string, cause?: unknown): EnvironmentError {
  return new EnvironmentError(`Cannot unpack the archive: ${found}: expected a tar.gz with etcd and kube-apiserver`, {
    cause,
  });
}
