/** Reads CRDs from manifests. */
import { isJsonObject } from "@kubewright/apimachinery";
import { isDefinitionError, readDefinition } from "@kubewright/gen/definitions";
import type { Definition } from "@kubewright/gen/definitions";

import { CommandError } from "../io.ts";
import type { ManifestText } from "../manifests/parse-manifests.ts";
import { parseManifests } from "../manifests/parse-manifests.ts";

/** The CRDs that can be read, and the problems of the others. */
export interface ReadDefinitions {
  readonly definitions: readonly Definition[];
  readonly problems: readonly DefinitionProblem[];
}

/** A CRD, or a whole document, that cannot be read. */
export interface DefinitionProblem {
  readonly message: string;
  /** The name, group and kind of the CRD, as far as they can be read. Empty for a document. */
  readonly labels: readonly string[];
}

/**
 * Reads the CRDs of documents; other kinds are skipped. A CRD that occurs twice is a problem.
 *
 * @throws {CommandError} if no document has a CRD.
 */
export function readDefinitions(texts: readonly ManifestText[], action: string): ReadDefinitions {
  const known = new Set<string>();
  const read = texts.map((text) => withoutKnown(readText(text, action), known, `Cannot ${action} from ${text.origin}`));
  const definitions = read.flatMap((each) => each.definitions);
  const problems = read.flatMap((each) => each.problems);
  if (definitions.length === 0 && problems.length === 0) {
    const origins = texts.map(({ origin }) => origin).join(", ");
    throw new CommandError(`Cannot ${action} from ${origins}: it contains no CustomResourceDefinition`);
  }
  return { definitions, problems };
}

/** Reports CRDs that earlier documents contain, and records the others. */
function withoutKnown(
  { definitions, problems }: ReadDefinitions,
  known: Set<string>,
  subject: string,
): ReadDefinitions {
  const first: Definition[] = [];
  const twins: Definition[] = [];
  for (const definition of definitions) {
    (known.has(definition.name) ? twins : first).push(definition);
    known.add(definition.name);
  }
  return {
    definitions: first,
    problems: [
      ...problems,
      ...twins.map(({ name }) => ({
        message: `${subject}: the CRD "${name}" occurs twice, must occur once`,
        labels: [name],
      })),
    ],
  };
}

/**
 * Reads the CRDs of documents as {@link readDefinitions} does.
 *
 * @throws {CommandError} with the first problem, or if no document has a CRD.
 */
export function definitionsIn(texts: readonly ManifestText[], action: string): readonly Definition[] {
  const { definitions, problems } = readDefinitions(texts, action);
  const [first] = problems;
  if (first !== undefined) throw new CommandError(first.message);
  return definitions;
}

/** Reads CRDs from values; `subject` begins the messages of problems. */
export function readValues(values: readonly unknown[], subject: string): ReadDefinitions {
  const definitions: Definition[] = [];
  const problems: DefinitionProblem[] = [];
  for (const value of values) {
    try {
      definitions.push(readDefinition(value));
    } catch (cause) {
      if (!isDefinitionError(cause)) throw cause;
      problems.push({ message: `${subject}: ${cause.message}`, labels: labelsOf(value) });
    }
  }
  return { definitions, problems };
}

function readText(text: ManifestText, action: string): ReadDefinitions {
  try {
    return readValues(parseManifests(text, action).filter(isDefinition), `Cannot ${action} from ${text.origin}`);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { definitions: [], problems: [{ message: error.message, labels: [] }] };
  }
}

function isDefinition(value: unknown): boolean {
  return isJsonObject(value) && value["kind"] === "CustomResourceDefinition";
}

function labelsOf(value: unknown): readonly string[] {
  const field = (object: unknown, name: string): unknown => (isJsonObject(object) ? object[name] : undefined);
  const spec = field(value, "spec");
  const found = [field(field(value, "metadata"), "name"), field(spec, "group"), field(field(spec, "names"), "kind")];
  return found.filter((each) => typeof each === "string");
}
