// Kubernetes objects in the YAML files of a folder.
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { parseAllDocuments } from "yaml";

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name?: string; readonly [field: string]: unknown };
  readonly [field: string]: unknown;
}

const fileBytesMax = 3 * 2 ** 20;

/** The objects of all YAML files in a folder, each once. Templates, and documents that are not objects, are skipped. */
export async function manifestsIn(folder: string): Promise<readonly Manifest[]> {
  const found = new Map<string, Manifest>();
  for await (const { yaml } of manifestFiles(folder)) {
    for (const manifest of objectsOf(yaml)) found.set(JSON.stringify(manifest), manifest);
  }
  return [...found.values()];
}

/** The YAML files in a folder with their text, in the order of their names. */
export async function* manifestFiles(
  folder: string,
): AsyncGenerator<{ readonly file: string; readonly yaml: string }, void, undefined> {
  for (const name of (await readdir(folder, { recursive: true })).toSorted()) {
    if (!/\.ya?ml$/.test(name)) continue;
    const file = path.join(folder, name);
    const stats = await stat(file);
    if (stats.isFile() && stats.size <= fileBytesMax) yield { file, yaml: await readFile(file, "utf8") };
  }
}

/** The objects of a YAML text. */
export function objectsOf(yaml: string): readonly Manifest[] {
  if (!/^kind:/m.test(yaml) || yaml.includes("{{")) return [];
  return parseAllDocuments(yaml).flatMap((document) => {
    if (!("toJS" in document) || document.errors.length > 0) return [];
    const value: unknown = document.toJS({ maxAliasCount: 1000 });
    return isManifest(value) ? [value] : [];
  });
}

function isManifest(value: unknown): value is Manifest {
  if (typeof value !== "object" || value === null) return false;
  const { apiVersion, kind, metadata } = value as Readonly<Record<string, unknown>>;
  return (
    typeof apiVersion === "string" && typeof kind === "string" && typeof metadata === "object" && metadata !== null
  );
}
