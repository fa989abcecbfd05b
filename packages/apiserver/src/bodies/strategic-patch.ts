// A strategic merge patch, by the published merge keys of the object's kind.
// https://github.com/kubernetes/community/blob/master/contributors/devel/sig-api-machinery/strategic-merge-patch.md
import { schemaOfKind } from "@kubewright/api-facts";
import {
  apiErrorFrom,
  badRequest,
  isJsonObject,
  parseApiVersion,
  unclassifiedError,
  whenDone,
  whenFailed,
} from "@kubewright/apimachinery";
import type { JsonObject, JsonValue, Work } from "@kubewright/apimachinery";
import { strategicMergeInSteps, StrategicMergeError } from "@kubewright/schema";
import type { ApiObject } from "../objects/api-object.ts";

/** Applies a strategic merge patch to an object of a built-in kind, in steps. Throws 400, 422 or 500 with the messages of a kube-apiserver. */
export function applyStrategicPatch(object: ApiObject, patch: JsonValue): Work<JsonValue> {
  const current = object as JsonValue; // An object that was decoded from JSON is a JSON value.
  if (!isJsonObject(current) || !isJsonObject(patch)) throw badRequest("a strategic merge patch must be an object");
  const { kind, apiVersion } = object;
  const schema = schemaOfKind({ ...parseApiVersion(apiVersion), kind });
  if (schema === undefined) throw unclassifiedError(`unable to find api field in struct ${kind}`);
  const merge = (): Work<JsonObject> => strategicMergeInSteps(current, patch, schema);
  const merging = whenFailed(merge, (error) => {
    throw error instanceof StrategicMergeError ? errorOf(error) : error;
  });
  // A patch does not change kind and apiVersion: a kube-apiserver merges into a typed object. Decoding rejects values of the wrong type.
  return whenDone(merging, (merged) =>
    Object.assign(merged, {
      kind: ofWrongType(merged["kind"]) ?? kind,
      apiVersion: ofWrongType(merged["apiVersion"]) ?? apiVersion,
    }),
  );
}

function ofWrongType(value: JsonValue | undefined): JsonValue | undefined {
  return typeof value === "string" || value === null ? undefined : value;
}

function errorOf(error: StrategicMergeError): Error {
  switch (error.kind) {
    case "malformed":
      return badRequest(error.message);
    case "unsupported":
      return unprocessablePatch();
    case "unsuitable":
      return unclassifiedError(error.message, { cause: error });
  }
}

/** 422 for a patch that cannot be applied to the object. As in kube-apiserver, the message has no reason. */
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
