/** The disk as a {@link FileHost}. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import type { DirectoryEntries, FileHost } from "./file-host.ts";

/**
 * The files of this machine. Symbolic links to folders are not followed, so a cycle of links cannot cause an endless search.
 *
 * @throws the error of the file system, except when a file or folder does not exist.
 */
export function createDiskFileHost(): FileHost {
  return {
    readFile: (path) => unlessMissing(() => readFileSync(path, "utf8")),
    readDirectory: (path) => unlessMissing(() => entriesOf(path)),
    writeFile(path, content) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    },
  };
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
