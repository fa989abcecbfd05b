/** Reads manifests from the user's source: a file, a folder, or standard input. */
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";

import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";
import type { ManifestText } from "./parse-manifests.ts";

/** The maximum size of standard input. */
export const manifestBytesMax: number = 16 * 1024 * 1024;

/**
 * The texts at a path: the file, the YAML and JSON files of the folder sorted by name (with `recursive` also those of its subfolders), or standard input
 * for `-`.
 *
 * @throws {CommandError} when nothing can be read.
 */
export async function textsAt(
  given: string,
  io: Pick<Io, "cwd" | "input">,
  action: string,
  { recursive = false }: { readonly recursive?: boolean } = {},
): Promise<readonly ManifestText[]> {
  if (given === "-") return [{ origin: "standard input", text: await readInput(io, action) }];
  const target = path.resolve(io.cwd, given);
  try {
    const files = (await stat(target)).isDirectory() ? await filesIn(target, recursive) : [target];
    return await Promise.all(
      files.map(async (file) => ({
        origin: `"${path.relative(io.cwd, file) || file}"`,
        text: await readFile(file, "utf8"),
      })),
    );
  } catch (cause) {
    throw new CommandError(`Cannot ${action} from "${given}": it cannot be read: expected a file, a folder, or -`, {
      cause,
    });
  }
}

async function filesIn(folder: string, recursive: boolean): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive });
  const files = entries.filter((entry) => !entry.isDirectory() && isManifest(entry.name));
  return files
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .filter((file) => !path.relative(folder, file).split(path.sep).includes("node_modules"))
    .toSorted();
}

/** Whether a file name is that of a manifest. kustomization.yaml is not a manifest. */
export function isManifest(name: string): boolean {
  return /\.(?:ya?ml|json)$/.test(name) && !/(?:^|\/)kustomization\.ya?ml$/.test(name);
}

async function readInput({ input }: Pick<Io, "input">, action: string): Promise<string> {
  if (input === undefined) throw new CommandError(`Cannot ${action}: there is no standard input`);
  return textOf(input, action, "standard input");
}

/** The content of a stream as a string. */
export async function textOf(stream: AsyncIterable<Uint8Array>, action: string, origin: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > manifestBytesMax) {
      throw new CommandError(`Cannot ${action} from ${origin}: it is larger than 16 MiB`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
