/** A file that only its owner can read, and that is removed at the end of a scope. */
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { CommandError } from "../io.ts";

export interface PrivateFile extends AsyncDisposable {
  readonly path: string;
}

export interface PrivateFileOptions {
  readonly text: string;
  /** Whether an existing file with this text may be replaced. */
  readonly isReplaceable: (text: string) => boolean;
}

/**
 * Writes the file with mode 0600, in a folder that is created with mode 0700 if necessary. Disposing removes it, unless another process has
 * replaced it.
 *
 * @throws {CommandError} when another file exists, or the file cannot be written.
 */
export async function writePrivately(file: string, { text, isReplaceable }: PrivateFileOptions): Promise<PrivateFile> {
  const existing = await textOf(file);
  if (existing !== undefined && !isReplaceable(existing)) {
    throw new CommandError(`Cannot write "${file}": a file of another program exists: choose another name`);
  }
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    // The old file is replaced, not overwritten: it might be readable for others, or a symbolic link.
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
