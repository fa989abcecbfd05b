/** CRDs from files: what `crds` of a test environment may name. */
import { readFile, readdir, stat } from "node:fs/promises";
import path from "node:path";
import type { KubernetesObject } from "@kubewright/apimachinery";
import { parseAllDocuments } from "yaml";
import { EnvironmentError } from "../errors.ts";

/** A CRD, or the path of a file or folder with CRDs in YAML or JSON. Other kinds in the files are left out. */
export type CrdSource = string | KubernetesObject;

/**
 * Reads all sources, files of a folder by name.
 *
 * @throws {EnvironmentError} that names the file when it cannot be read, or a source in which there is no CRD.
 */
export async function readCrds(sources: readonly CrdSource[]): Promise<readonly KubernetesObject[]> {
  const found = await Promise.all(sources.map((source) => (typeof source === "string" ? readPath(source) : [source])));
  return found.flat();
}

async function readPath(given: string): Promise<readonly KubernetesObject[]> {
  const files = await filesOf(given);
  const crds = (await Promise.all(files.map(readFileCrds))).flat();
  if (crds.length === 0) {
    throw new EnvironmentError(`Cannot install CRDs from "${given}": there is no CustomResourceDefinition in it`);
  }
  return crds;
}

async function filesOf(given: string): Promise<readonly string[]> {
  try {
    if (!(await stat(given)).isDirectory()) return [given];
    const names = (await readdir(given)).filter((name) => /\.(ya?ml|json)$/.test(name));
    return names.toSorted().map((name) => path.join(given, name));
  } catch (cause) {
    throw new EnvironmentError(
      `Cannot install CRDs from "${given}": it cannot be read: give the path of a file or folder`,
      { cause },
    );
  }
}

async function readFileCrds(file: string): Promise<readonly KubernetesObject[]> {
  const documents = parseAllDocuments(await readFile(file, "utf8"));
  const objects = documents.map((document) => {
    const [error] = document.errors;
    if (error) throw new EnvironmentError(`Cannot install CRDs from "${file}": ${error.message}`, { cause: error });
    return document.toJS() as unknown;
  });
  return objects.filter(isCrd);
}

function isCrd(object: unknown): object is KubernetesObject {
  return (
    typeof object === "object" && object !== null && "kind" in object && object.kind === "CustomResourceDefinition"
  );
}
