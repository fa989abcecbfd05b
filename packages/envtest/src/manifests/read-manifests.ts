/** Reads the objects that options of a test environment specify as objects, files or folders. */
import { readFile, readdir, stat } from "node:fs/promises";
import path from "node:path";
import type { KubernetesObject } from "@kubewright/apimachinery";
import { parseAllDocuments } from "yaml";
import { EnvironmentError } from "../errors.ts";

/** An object, or the path of a file or folder with objects in YAML or JSON. */
export type ManifestSource = string | KubernetesObject;

export interface ManifestOptions {
  /** The action, for messages: `install CRDs`. */
  readonly action: string;
  /** The expected kinds. Other kinds in the files are skipped. */
  readonly kinds: readonly string[] | "all";
}

/**
 * Reads all sources, files of a folder by name.
 *
 * @throws {EnvironmentError} with the name of a file that cannot be read, or of a path without an object of these kinds.
 */
export async function readManifests(
  sources: readonly ManifestSource[],
  options: ManifestOptions,
): Promise<readonly KubernetesObject[]> {
  const found = await Promise.all(
    sources.map(async (source) => (typeof source === "string" ? readPath(source, options) : [source])),
  );
  return found.flat();
}

async function readPath(given: string, options: ManifestOptions): Promise<readonly KubernetesObject[]> {
  const files = await readable(given, options, filesOf);
  const objects = (await Promise.all(files.map((file) => objectsOf(file, options)))).flat();
  if (objects.length === 0) {
    const { action, kinds } = options;
    const wanted = kinds === "all" ? "object" : kinds.join(" or ");
    throw new EnvironmentError(`Cannot ${action} from "${given}": there is no ${wanted} in it`);
  }
  return objects;
}

/** The file itself, or the files of the folder, by name. */
async function filesOf(given: string): Promise<readonly string[]> {
  if (!(await stat(given)).isDirectory()) return [given];
  const entries = await readdir(given, { withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory() && /\.(ya?ml|json)$/.test(entry.name));
  return files.map(({ name }) => path.join(given, name)).toSorted();
}

async function objectsOf(file: string, options: ManifestOptions): Promise<readonly KubernetesObject[]> {
  const text = await readable(file, options, (readFrom) => readFile(readFrom, "utf8"));
  return parseAllDocuments(text)
    .map((document) => {
      const [error] = document.errors;
      if (error) throw malformed(file, options, error);
      try {
        return document.toJS() as unknown;
      } catch (cause) {
        throw malformed(file, options, cause); // Aliases that multiply, for one.
      }
    })
    .filter((object) => isOneOf(options.kinds, object))
    .map((object) => {
      const name: unknown = object.metadata?.name; // As the file has it.
      if (name === undefined || typeof name === "string") return object;
      throw new EnvironmentError(
        `Cannot ${options.action} from "${file}": metadata.name of ${object.kind} is ${JSON.stringify(name)}: expected a string`,
      );
    });
}

async function readable<T>(
  given: string,
  { action }: ManifestOptions,
  read: (given: string) => Promise<T>,
): Promise<T> {
  try {
    return await read(given);
  } catch (cause) {
    throw new EnvironmentError(
      `Cannot ${action} from "${given}": it cannot be read: pass the path of a file or folder`,
      { cause },
    );
  }
}

/** The first line of the parser's message has the position; the other lines show the source. */
function malformed(file: string, { action }: ManifestOptions, cause: unknown): EnvironmentError {
  const [firstLine = ""] = (cause instanceof Error ? cause.message : String(cause)).split("\n");
  return new EnvironmentError(`Cannot ${action} from "${file}": ${firstLine.replace(/:$/, "")}`, { cause });
}

function isOneOf(kinds: ManifestOptions["kinds"], object: unknown): object is KubernetesObject {
  return (
    typeof object === "object" &&
    object !== null &&
    "kind" in object &&
    typeof object.kind === "string" &&
    (kinds === "all" || kinds.includes(object.kind))
  );
}
