/**
 * The folder that a command works in. Nothing outside of it is read or written, whatever the layout of the folder or the path in a template: a path is
 * checked word by word, and each folder on the way must be a folder and no link to somewhere else.
 */
import { lstat, mkdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";

import { CommandError } from "../io.ts";

export interface ProjectFolder {
  /** Absolute, without links. */
  readonly root: string;
  /**
   * The text of a file, or undefined when it is not there.
   *
   * @throws {CommandError} when the path leads out of the folder or over a link, or what is there is no file of text.
   */
  read(file: string): Promise<string | undefined>;
  /** Writes a file whole, or not at all: a new one takes the place of the old one, which keeps its permissions. */
  write(file: string, content: string, options?: { readonly executable?: boolean }): Promise<void>;
}

/** @throws {CommandError} when `folder` is not there, or is no folder. */
export async function openProjectFolder(folder: string): Promise<ProjectFolder> {
  const root = await realpath(folder).catch((error: unknown) => {
    throw new CommandError(`Cannot work in "${folder}": it is not there`, { cause: error });
  });
  if (!(await stat(root)).isDirectory()) throw new CommandError(`Cannot work in "${folder}": it is no folder`);

  return {
    root,
    async read(file) {
      const found = await look(root, file);
      if (found === undefined) return undefined;
      const text = await readFile(path.join(root, file), "utf8");
      if (text.includes("\u0000")) throw new CommandError(`Cannot read "${file}": it is not a file of text`);
      return text;
    },
    async write(file, content, { executable = false } = {}) {
      const found = await look(root, file);
      const target = path.join(root, file);
      await mkdir(path.dirname(target), { recursive: true });
      // A fresh file in its place, not new content in the old file: that one may have a second name outside of the folder (a hard link).
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

/** The longest part of a path that common file systems take. */
const partLengthMax = 255;

/**
 * The parts of a path within a project.
 *
 * @throws {CommandError} when it is absolute, leads upwards, or has parts that some system reads in another way.
 */
export function partsOf(file: string): readonly string[] {
  const parts = file.split("/");
  const bad = parts.find((part) => !isPlainPart(part));
  if (bad === undefined) return parts;
  throw new CommandError(
    `Cannot write ${JSON.stringify(file)}: the part ${JSON.stringify(bad)}: expected a path within the project, of letters, digits, and any of ._-@+`,
  );
}

/** Whether a name is that of one file or folder for every system. */
export function isPlainPart(part: string): boolean {
  return (
    part.length <= partLengthMax && part !== "." && part !== ".." && /^[\w.@+-]+$/.test(part) && !part.endsWith(".")
  );
}

/** What is at the path; undefined when there is nothing. Refuses links, on the way and at the end. */
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
    if (!isLast && !found.isDirectory()) throw new CommandError(`Cannot write "${file}": "${here}" is no folder`);
    if (isLast && !found.isFile()) throw new CommandError(`Cannot write "${file}": it is there and no file`);
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
