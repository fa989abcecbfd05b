/** A file that only its owner can read, for as long as a scope needs it. */
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { CommandError } from "../io.ts";

export interface PrivateFile extends AsyncDisposable {
  readonly path: string;
}

export interface PrivateFileOptions {
  readonly text: string;
  /** Whether a file that is there already may be replaced, by its text. */
  readonly isOurs: (text: string) => boolean;
}

/**
 * Writes the file with mode 0600, in a folder with mode 0700 if it has to be made. Disposing removes it, unless somebody has written another
 * one meanwhile.
 *
 * @throws {CommandError} when there is a file that is not ours, or the place cannot be written to.
 */
export async function writePrivately(file: string, { text, isOurs }: PrivateFileOptions): Promise<PrivateFile> {
  const existing = await textOf(file);
  if (existing !== undefined && !isOurs(existing)) {
    throw new CommandError(`Cannot write "${file}": a file of another program exists: choose another name`);
  }
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    // A new file that takes the old one's place: the old one might be readable for others, or a link to somewhere else.
    const fresh = `${file}.${process.pid}`;
    await rm(fresh, { force: true });
    await writeFile(fresh, text, { mode: 0o600, flag: "wx" });
    await rename(fresh, file);
  } catch (cause) {
    throw new CommandError(`Cannot write "${file}": ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
  return {
    path: file,
    async [Symbol.asyncDispose]() {
      if ((await textOf(file)) === text) await rm(file, { force: true });
    },
  };
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return undefined;
    throw new CommandError(`Cannot write "${file}": the existing file cannot be read: choose another name`, { cause });
  }
}
