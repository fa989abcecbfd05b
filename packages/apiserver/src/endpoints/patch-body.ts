// The body of a patch: which sort it is, what it says, and a value with it applied. https://kubernetes.io/docs/reference/using-api/api-concepts/#patch-and-apply
import {
  apiErrorFrom,
  applyJsonPatch,
  applyMergePatch,
  badRequest,
  decodeJson,
  isJsonObject,
  jsonDepthMax,
  JsonSyntaxError,
  parseJsonPatch,
  PatchError,
  requestEntityTooLarge,
} from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import { mediaTypeOf, unknownBodyType } from "../negotiation/body.ts";
import type { ApiObject } from "../registry/api-object.ts";
import type { Scope } from "./scope.ts";
import type { ServerRequest } from "./server-request.ts";
import { applyStrategicPatch } from "./strategic-patch.ts";

/** The patches that are applied to what is there; an apply is another matter. */
export type PatchType = "json" | "merge" | "strategic";

const patchTypes: ReadonlyMap<string, PatchType> = new Map([
  ["application/json-patch+json", "json"],
  ["application/merge-patch+json", "merge"],
  ["application/strategic-merge-patch+json", "strategic"],
]);

const applyType = "application/apply-patch+yaml";

/** Whether a request declares what an object should look like. */
export function isApply(request: ServerRequest): boolean {
  return mediaTypeOf(request) === applyType;
}

/** The sort of patch that a request sends. Throws 415 for one that the kind does not take. */
export function patchTypeOf(request: ServerRequest, custom: boolean): PatchType {
  const mediaType = mediaTypeOf(request);
  const type = patchTypes.get(mediaType);
  if (type !== undefined && !(custom && type === "strategic")) return type;
  if (!custom) throw apiErrorFrom({ ...unsupportedStatus, message: "415: Unsupported Media Type" });
  throw unknownBodyType(["application/json-patch+json", "application/merge-patch+json", applyType]);
}

const unsupportedStatus = {
  kind: "Status",
  apiVersion: "v1",
  metadata: {},
  details: {},
  status: "Failure",
  reason: "UnsupportedMediaType",
  code: 415,
} as const;

export interface DecodedPatch {
  readonly value: JsonValue;
  readonly strictErrors: readonly string[];
}

/**
 * Reads a patch. The value is handed out anew each time, since what is made of it is changed in place. Throws 400 or 413 at once, whether or not
 * there is anything to patch.
 */
export function decodePatch(body: Uint8Array, type: PatchType, reportDuplicates: boolean): () => DecodedPatch {
  const text = Buffer.from(body).toString();
  const parse = (report: boolean): DecodedPatch => {
    const { value, duplicateKeys } = decodeJson(text, { reportDuplicates: report, depthMax: jsonDepthMax });
    return { value, strictErrors: duplicateKeys.map((path) => `duplicate field "${path}"`) };
  };
  try {
    const first = parse(reportDuplicates);
    if (type === "json") parseJsonPatch(first.value);
    else if (!isJsonObject(first.value)) {
      const kind = first.value === null ? "null" : Array.isArray(first.value) ? "array" : typeof first.value;
      throw badRequest(
        `error decoding patch: json: cannot unmarshal ${kind} into Go value of type map[string]interface {}`,
      );
    }
    let unused: DecodedPatch | undefined = first;
    return () => {
      const decoded = unused ?? { value: parse(false).value, strictErrors: first.strictErrors };
      unused = undefined;
      return decoded;
    };
  } catch (error) {
    if (error instanceof JsonSyntaxError) {
      throw badRequest(type === "strategic" ? error.message : `error decoding patch: ${error.message}`);
    }
    throw error instanceof PatchError ? patchFailure(error) : error;
  }
}

/** The value with the patch applied. Throws the `ApiError` for a patch that does not fit. */
export function applyPatch(scope: Scope, type: PatchType, value: ApiObject, body: JsonValue): JsonValue {
  const current = value as JsonValue; // An object that was decoded from JSON is a JSON value.
  try {
    switch (type) {
      case "json":
        return applyJsonPatch(current, parseJsonPatch(body));
      case "merge":
        return applyMergePatch(current, body);
      case "strategic":
        return applyStrategicPatch(scope, current, body);
    }
  } catch (error) {
    throw error instanceof PatchError ? patchFailure(error) : error;
  }
}

function patchFailure({ kind, message }: PatchError): Error {
  switch (kind) {
    case "malformed":
      return badRequest(message);
    case "tooManyOperations":
      return requestEntityTooLarge(message);
    case "failed":
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
}
