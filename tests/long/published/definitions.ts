// The CRDs of published projects. Their files are found first and parsed when one of them is drawn, because parsing all of them takes minutes.
import { readFile } from "node:fs/promises";
import type { Random } from "@kubewright/async";
import type { Manifest } from "./manifests.ts";
import { manifestFiles, objectsOf } from "./manifests.ts";
import { moduleFolder, publishedModules } from "./modules.ts";

/** The files with definitions, in all modules. */
export async function definitionFiles(): Promise<readonly string[]> {
  const found: string[] = [];
  for (const module of publishedModules) {
    for await (const { file, yaml } of manifestFiles(await moduleFolder(module))) {
      if (/^kind: CustomResourceDefinition$/m.test(yaml)) found.push(file);
    }
  }
  return found;
}

/** A definition of each file, in random order: of 150 files only as many are parsed. Patches of definitions, which have no versions, are skipped. */
export async function* drawnDefinitions(
  files: readonly string[],
  random: Random,
): AsyncGenerator<Manifest, void, undefined> {
  const left = [...files];
  while (left.length > 0) {
    const [file = ""] = left.splice(random.int(left.length), 1);
    const definitions = objectsOf(await readFile(file, "utf8")).filter(
      (each) => isDefinition(each) && hasVersions(each),
    );
    const definition = definitions[random.int(Math.max(definitions.length, 1))];
    if (definition !== undefined) yield definition;
  }
}

function hasVersions({ spec }: Manifest): boolean {
  const { versions, names } = (spec ?? {}) as { readonly versions?: unknown; readonly names?: unknown };
  return Array.isArray(versions) && versions.length > 0 && typeof names === "object";
}

export function isDefinition({ apiVersion, kind }: Manifest): boolean {
  return apiVersion === "apiextensions.k8s.io/v1" && kind === "CustomResourceDefinition";
}
