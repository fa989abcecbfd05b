// A strategic merge patch, by the merge keys of the kind's schema.
// https://github.com/kubernetes/community/blob/master/contributors/devel/sig-api-machinery/strategic-merge-patch.md
import { apiErrorFrom, badRequest, isJsonObject, unclassifiedError } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import { mergeSchemaOf, strategicMerge, StrategicMergeError } from "@kubewright/schema";
import type { Scope } from "./scope.ts";

/** Applies a strategic merge patch to an object in the version of the request. Throws 400, 422 or 500 for what the patch gets wrong, as upstream. */
export function applyStrategicPatch({ form }: Scope, current: JsonValue, patch: JsonValue): JsonValue {
  if (!isJsonObject(current) || !isJsonObject(patch)) throw badRequest("a strategic merge patch must be an object");
  const schema = form.version.schema();
  if (schema === undefined) throw unclassifiedError(`unable to find api field in struct ${form.resource.kind}`);
  try {
    // What the object is cannot be patched: a kube-apiserver merges into an object that has its type already.
    const { kind = null, apiVersion = null } = current;
    return { ...strategicMerge(current, patch, mergeSchemaOf(schema, form.resource.kind)), kind, apiVersion };
  } catch (error) {
    throw error instanceof StrategicMergeError ? refusal(error) : error;
  }
}

function refusal(error: StrategicMergeError): Error {
  switch (error.kind) {
    case "malformed":
      return badRequest(error.message);
    case "unsupported":
      return unprocessablePatch();
    case "unsuitable":
      return unclassifiedError(error.message, { cause: error });
  }
}

/** A patch that cannot be applied to this object, without the reason: a kube-apiserver gives none. */
export function unprocessablePatch(): Error {
  return apiErrorFrom({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: "the server rejected our request due to an error in our request",
    reason: "Invalid",
    details: {},
    code: 422,
  });
}

/**
 * What is wrong with a patched object that does not decode, in the words of a kube-apiserver, which makes it of the merged values and not
 * of a text. `problem` is what decoding the text says.
 */
export function conversionProblem(problem: string): string {
  const [, found, type] = /^json: cannot unmarshal (\S+).* of type (\S+)$/u.exec(problem) ?? [];
  if (found === undefined || type === undefined) return problem;
  const kind = kinds.get(found) ?? found;
  if (type.startsWith("[]")) return `cannot restore slice from ${kind}`;
  if (type.startsWith("map[")) return `cannot restore map from ${kind}`;
  if (!/^(?:string|bool|u?int\d*|float\d+)$/u.test(type)) return `cannot restore struct from: ${kind}`;
  return kind === "int64" && type === "string" ? "cannot convert int64 to string" : `unrecognized type: ${type}`;
}

/** The kinds of Go values of JSON's types. */
const kinds: ReadonlyMap<string, string> = new Map([
  ["array", "slice"],
  ["object", "map"],
  ["number", "int64"],
]);
