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
  const found = await Promise.all(
    sources.map(async (source) => (typeof source === "string" ? readPath(source) : [source])),
  );
  return found.flat();
}

async function readPath(given: string): Promise<readonly KubernetesObject[]> {
  const files = await readable(given, filesOf);
  const crds = (await Promise.all(files.map(crdsOf))).flat();
  if (crds.length === 0) {
    throw new EnvironmentError(`Cannot install CRDs from "${given}": there is no CustomResourceDefinition in it`);
  }
  return crds;
}

/** The file itself, or the files of the folder, by name. */
async function filesOf(given: string): Promise<readonly string[]> {
  if (!(await stat(given)).isDirectory()) return [given];
  const entries = await readdir(given, { withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory() && /\.(ya?ml|json)$/.test(entry.name));
  return files.map(({ name }) => path.join(given, name)).toSorted();
}

async function crdsOf(file: string): Promise<readonly KubernetesObject[]> {
  const text = await readable(file, (readFrom) => readFile(readFrom, "utf8"));
  return parseAllDocuments(text)
    .map((document) => {
      const [error] = document.errors;
      if (error) throw malformed(file, error);
      try {
        return document.toJS() as unknown;
      } catch (cause) {
        throw malformed(file, cause); // Aliases that multiply, for one.
      }
    })
    .filter(isCrd);
}

async function readable<T>(given: string, read: (given: string) => Promise<T>): Promise<T> {
  try {
    return await read(given);
  } catch (cause) {
    throw new EnvironmentError(
      `Cannot install CRDs from "${given}": it cannot be read: give the path of a file or folder`,
      { cause },
    );
  }
}

/** The parser's message goes on with a picture of the place; its first line says where. */
function malformed(file: string, cause: unknown): EnvironmentError {
  const [firstLine = ""] = (cause instanceof Error ? cause.message : String(cause)).split("\n");
  return new EnvironmentError(`Cannot install CRDs from "${file}": ${firstLine.replace(/:$/, "")}`, { cause });
}

function isCrd(object: unknown): object is KubernetesObject {
  return (
    typeof object === "object" && object !== null && "kind" in object && object.kind === "CustomResourceDefinition"
  );
}
