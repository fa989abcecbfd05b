/**
 * The folder that a command works in. Files outside it are never read or written, for any layout of the folder and any path in a template:
 * each part of a path is checked, and each folder in it must be a folder, not a symbolic link.
 */
import { lstat, readdir, readFile, realpath, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";

import { createFolder } from "@kubewright/gen";
import { CommandError } from "../io.ts";

export interface ProjectFolder {
  /** The absolute path, without symbolic links. */
  readonly root: string;
  /**
   * The content of a file, or undefined when it does not exist.
   *
   * @throws {CommandError} when the path is outside the folder or contains a symbolic link, or is not a text file.
   */
  read(file: string): Promise<string | undefined>;
  /** The paths of all files, in order, without symbolic links, unusual names, and those of hidden folders, node_modules and dist. */
  list(): Promise<readonly string[]>;
  /** Deletes a file, and the folders that are empty without it. */
  remove(file: string): Promise<void>;
  /** Writes a file atomically: a new file replaces the old one, with its permissions. */
  write(file: string, content: string, options?: { readonly executable?: boolean }): Promise<void>;
}

/** @throws {CommandError} when `folder` does not exist, or is not a folder. */
export async function openProjectFolder(folder: string): Promise<ProjectFolder> {
  const root = await realpath(folder).catch((error: unknown) => {
    throw new CommandError(`Cannot work in "${folder}": it does not exist`, { cause: error });
  });
  if (!(await stat(root)).isDirectory()) throw new CommandError(`Cannot work in "${folder}": it is not a folder`);

  return {
    root,
    async read(file) {
      const found = await look(root, file);
      if (found === undefined) return undefined;
      const text = await readFile(path.join(root, file), "utf8");
      if (text.includes("\u0000")) throw new CommandError(`Cannot read "${file}": it is not a text file`);
      return text;
    },
    list: () => filesBelow(root, ""),
    async remove(file) {
      if ((await look(root, file)) === undefined) return;
      await rm(path.join(root, file));
      for (let folder = path.dirname(file); folder !== "."; folder = path.dirname(folder)) {
        if ((await readdir(path.join(root, folder))).length > 0) return;
        await rmdir(path.join(root, folder));
      }
    },
    async write(file, content, { executable = false } = {}) {
      const found = await look(root, file);
      const target = path.join(root, file);
      createFolder(path.dirname(target));
      // A new file replaces the old one, because the old one may have a hard link outside the folder.
      const fresh = `${target}.${process.pid}`;
      try {
        const mode = (found?.mode ?? 0o644) & 0o777;
        await writeFile(fresh, content, { flag: "wx", mode: executable ? mode | 0o111 : mode });
        await rename(fresh, target);
      } catch (error) {
        await rm(fresh, { force: true });
        throw new CommandError(`Cannot write "${file}": ${messageOf(error)}`, { cause: error });
      }
    },
  };
}

async function filesBelow(root: string, folder: string): Promise<readonly string[]> {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true });
  const found = entries
    .filter(({ name }) => isPlainPart(name))
    .map(async (entry): Promise<readonly string[]> => {
      const file = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) return [file];
      const isSource = entry.isDirectory() && !/^(?:\..*|node_modules|dist)$/u.test(entry.name);
      return isSource ? await filesBelow(root, file) : [];
    });
  return (await Promise.all(found)).flat().toSorted();
}

/** The maximum length of a part of a path in common file systems. */
const partLengthMax = 255;

/**
 * The parts of a path in a project.
 *
 * @throws {CommandError} when it is absolute, has "..", or has parts with a special meaning on some system.
 */
export function partsOf(file: string): readonly string[] {
  const parts = file.split("/");
  const bad = parts.find((part) => !isPlainPart(part));
  if (bad === undefined) return parts;
  throw new CommandError(
    `Cannot write ${JSON.stringify(file)}: the part ${JSON.stringify(bad)}: expected a path within the project, of letters, digits, and any of ._-@+`,
  );
}

/** Whether a name is an ordinary file name on all systems. */
export function isPlainPart(part: string): boolean {
  return (
    part.length <= partLengthMax && part !== "." && part !== ".." && /^[\w.@+-]+$/.test(part) && !part.endsWith(".")
  );
}

/** The entry at the path; undefined when it does not exist. Rejects symbolic links in the path. */
async function look(root: string, file: string): Promise<{ readonly mode: number } | undefined> {
  const parts = partsOf(file);
  let at = root;
  for (const [index, part] of parts.entries()) {
    at = path.join(at, part);
    const found = await lstat(at).catch((error: unknown) => {
      if (isNodeError(error) && error.code === "ENOENT") return undefined;
      throw new CommandError(`Cannot write "${file}": ${messageOf(error)}`, { cause: error });
    });
    if (found === undefined) return undefined;
    const here = parts.slice(0, index + 1).join("/");
    if (found.isSymbolicLink()) {
      throw new CommandError(
        `Cannot write "${file}": "${here}" is a symbolic link: expected a file or folder of the project`,
      );
    }
    const isLast = index === parts.length - 1;
    if (!isLast && !found.isDirectory()) throw new CommandError(`Cannot write "${file}": "${here}" is not a folder`);
    if (isLast && !found.isFile()) throw new CommandError(`Cannot write "${file}": it exists and is not a file`);
    if (isLast) return found;
  }
  return undefined;
}

function isNodeError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
