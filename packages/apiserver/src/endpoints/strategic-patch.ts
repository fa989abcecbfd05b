// A strategic merge patch, by the merge keys of the kind's schema.
import { unclassifiedError } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import type { Scope } from "./scope.ts";

/** Applies a strategic merge patch to an object in the version of the request. Throws 500 for what the patch gets wrong, as upstream. */
export function applyStrategicPatch({ form }: Scope, _current: JsonValue, _patch: JsonValue): JsonValue {
  const schema = form.version.schema();
  if (schema === undefined) throw unclassifiedError(`unable to find api field in struct ${form.resource.kind}`);
  throw unclassifiedError("strategic merge is not there yet");
}
