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
  for (const file of (await readdir(folder, { recursive: true })).toSorted()) {
    if (!/\.ya?ml$/.test(file)) continue;
    const full = path.join(folder, file);
    const stats = await stat(full);
    if (!stats.isFile() || stats.size > fileBytesMax) continue;
    for (const manifest of objectsOf(await readFile(full, "utf8"))) found.set(JSON.stringify(manifest), manifest);
  }
  return [...found.values()];
}

function objectsOf(yaml: string): readonly Manifest[] {
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
