/** The files of a project that plugins receive. Folders with files that the author of the project did not write are hidden from plugins. */
import { append } from "@kubewright/apimachinery";
import { isUtf8 } from "node:buffer";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";

import { PluginError } from "./plugin-error.ts";
import type { PluginHost } from "./plugin-host.ts";

/** Larger files are probably generated, and plugins do not change them. */
const fileBytesMax = 1024 * 1024;
const allBytesMax = 16 * 1024 * 1024;

/** The folders of git, npm, this command, and build output. */
const hidden: ReadonlySet<string> = new Set([".git", "node_modules", ".kubewright", "dist", "coverage"]);

/** Whether a path is in a hidden folder. Some file systems ignore case. */
export function isHidden(file: string): boolean {
  return file.split("/").some((part) => hidden.has(part.toLowerCase()));
}

/**
 * The text files below a folder. Symbolic links are not followed.
 *
 * @throws {PluginError} when they are too large for a request.
 */
export async function readUniverse(
  root: string,
  { isPlainName }: Pick<PluginHost, "isPlainName">,
): Promise<Map<string, string>> {
  const universe = new Map<string, string>();
  let bytes = 0;
  for (const file of await filesIn(root, "", isPlainName)) {
    const { size } = await stat(path.join(root, file));
    const content = size > fileBytesMax ? undefined : await readFile(path.join(root, file));
    if (content === undefined || !isUtf8(content) || content.includes(0)) continue;
    bytes += content.length;
    if (bytes > allBytesMax) {
      throw new PluginError(
        `Cannot run plugins: the files of "${root}" are larger than ${allBytesMax / 1024 / 1024} MiB`,
      );
    }
    universe.set(file, content.toString("utf8"));
  }
  return universe;
}

async function filesIn(
  root: string,
  folder: string,
  isPlainName: PluginHost["isPlainName"],
): Promise<readonly string[]> {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true });
  const files: string[] = [];
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (!isPlainName(entry.name) || isHidden(entry.name)) continue;
    if (entry.isFile()) files.push(file);
    else if (entry.isDirectory()) append(files, await filesIn(root, file, isPlainName));
  }
  return files;
}
