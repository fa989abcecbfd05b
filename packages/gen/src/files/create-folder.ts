/** Creates folders. Node's recursive `mkdir` never returns for a path in /proc, so this one creates each folder once, from the top. */
import { mkdirSync, statSync } from "node:fs";
import path from "node:path";

export interface CreateFolderOptions {
  /** The mode of the folders that are created. Default 0o777, limited by the umask. */
  readonly mode?: number;
}

/**
 * Creates a folder and the missing folders above it. Does nothing if it exists.
 *
 * @throws the error of the file system, with the path of the folder that cannot be created.
 */
export function createFolder(folder: string, options: CreateFolderOptions = {}): void {
  if (isFolder(folder)) return;
  const above = path.dirname(folder);
  if (above !== folder) createFolder(above, options);
  try {
    mkdirSync(folder, options);
  } catch (error) {
    if (!isFolder(folder)) throw error; // Another process may have created it meanwhile.
  }
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
