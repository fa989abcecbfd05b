/** The JSON patch between two objects, for the response of a mutating webhook. */
import { isDeepEqual, isJsonObject } from "@kubewright/apimachinery";
import type { JsonPatch, JsonPatchOperation, JsonValue } from "@kubewright/apimachinery";

/**
 * The operations; empty if the objects are equal. Objects are compared field by field. A different list is replaced as a whole, because
 * moved items cannot be identified.
 */
export function jsonPatchBetween(before: JsonValue, after: JsonValue): JsonPatch {
  return [...operations(before, after, "")];
}

function* operations(before: JsonValue, after: JsonValue, path: string): Generator<JsonPatchOperation> {
  if (isDeepEqual(before, after)) return;
  if (!isJsonObject(before) || !isJsonObject(after)) {
    yield { op: "replace", path, value: after };
    return;
  }
  for (const [name, value] of Object.entries(before)) {
    const at = `${path}/${escaped(name)}`;
    const next = Object.hasOwn(after, name) ? after[name] : undefined;
    if (next === undefined) yield { op: "remove", path: at };
    else yield* operations(value, next, at);
  }
  for (const [name, value] of Object.entries(after)) {
    if (!Object.hasOwn(before, name) && value !== undefined)
      yield { op: "add", path: `${path}/${escaped(name)}`, value };
  }
}

/** Escapes a name for a JSON pointer. https://www.rfc-editor.org/rfc/rfc6901#section-3 */
function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
