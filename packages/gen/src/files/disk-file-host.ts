/** The disk as a {@link FileHost}. */
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { createFolder } from "./create-folder.ts";
import type { DirectoryEntries, FileHost } from "./file-host.ts";

/**
 * The files of this machine. Symbolic links to folders are not followed, so a cycle of links cannot cause an endless search. A file is replaced
 * as a whole: if the disk is full, the old file remains.
 *
 * @throws the error of the file system, except when a file or folder does not exist.
 */
export function createDiskFileHost(): FileHost {
  return {
    readFile: (path) => unlessMissing(() => readFileSync(path, "utf8")),
    readDirectory: (path) => unlessMissing(() => entriesOf(path)),
    writeFile(path, content) {
      createFolder(dirname(path));
      replaceFile(path, content);
    },
  };
}

/** Watches of sources ignore the temporary file, because its name begins with a dot. */
function replaceFile(path: string, content: string): void {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}`);
  try {
    const { mode = 0o666 } = statSync(path, { throwIfNoEntry: false }) ?? {};
    writeFileSync(temporary, content, { flag: "wx", mode: mode & 0o777 });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error instanceof Error ? Object.assign(error, { path }) : error; // A failed write names no file.
  }
}

function entriesOf(path: string): DirectoryEntries {
  const entries = readdirSync(path, { withFileTypes: true });
  const names = (kept: typeof entries): readonly string[] => kept.map(({ name }) => name).toSorted();
  return {
    files: names(entries.filter((entry) => entry.isFile())),
    directories: names(entries.filter((entry) => entry.isDirectory())),
  };
}

function unlessMissing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR") return undefined;
    throw error;
  }
}
