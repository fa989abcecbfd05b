// A strategic merge patch, by the merge keys of the kind's schema.
// https://github.com/kubernetes/community/blob/master/contributors/devel/sig-api-machinery/strategic-merge-patch.md
import { badRequest, isJsonObject, unclassifiedError } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import { mergeSchemaOf, strategicMerge, StrategicMergeError } from "@kubewright/schema";
import type { Scope } from "./scope.ts";

/** Applies a strategic merge patch to an object in the version of the request. Throws 500 for what the patch gets wrong, as upstream. */
export function applyStrategicPatch({ form }: Scope, current: JsonValue, patch: JsonValue): JsonValue {
  if (!isJsonObject(current) || !isJsonObject(patch)) throw badRequest("a strategic merge patch must be an object");
  const schema = form.version.schema();
  if (schema === undefined) throw unclassifiedError(`unable to find api field in struct ${form.resource.kind}`);
  try {
    // What the object is cannot be patched: a kube-apiserver merges into an object that has its type already.
    const { kind = null, apiVersion = null } = current;
    return { ...strategicMerge(current, patch, mergeSchemaOf(schema, form.resource.kind)), kind, apiVersion };
  } catch (error) {
    if (error instanceof StrategicMergeError) throw unclassifiedError(error.message, { cause: error });
    throw error;
  }
}
