/** The CRDs in what a user names. */
import { isJsonObject, repeatedIndexes } from "@kubewright/apimachinery";
import { isDefinitionError, readDefinition } from "@kubewright/gen/definitions";
import type { Definition } from "@kubewright/gen/definitions";

import { CommandError } from "../io.ts";
import type { ManifestText } from "../manifests/parse-manifests.ts";
import { parseManifests } from "../manifests/parse-manifests.ts";

/**
 * The CRDs in texts; other kinds are left out.
 *
 * @throws {CommandError} if a text cannot be read, has no CRD, or has an invalid one.
 */
export function definitionsIn(texts: readonly ManifestText[], action: string): readonly Definition[] {
  const found = texts.flatMap((text) => definitionsOf(text, action));
  if (found.length === 0) {
    const origins = texts.map(({ origin }) => origin).join(", ");
    throw new CommandError(`Cannot ${action} from ${origins}: there is no CustomResourceDefinition in it`);
  }
  return withoutTwins(found, action);
}

function definitionsOf(text: ManifestText, action: string): readonly Definition[] {
  const values = parseManifests(text, action).filter(isDefinition);
  try {
    return values.map((value) => readDefinition(value));
  } catch (cause) {
    if (!isDefinitionError(cause)) throw cause;
    throw new CommandError(`Cannot ${action} from ${text.origin}: ${cause.message}`, { cause });
  }
}

function isDefinition(value: unknown): boolean {
  return isJsonObject(value) && value["kind"] === "CustomResourceDefinition";
}

function withoutTwins(definitions: readonly Definition[], action: string): readonly Definition[] {
  const [twinAt = -1] = repeatedIndexes(definitions.map(({ name }) => name));
  const twin = definitions[twinAt];
  if (twin === undefined) return definitions;
  throw new CommandError(`Cannot ${action}: the CRD "${twin.name}" comes twice: expected each once`);
}
