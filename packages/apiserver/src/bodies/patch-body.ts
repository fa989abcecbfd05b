// The body of a patch: its type, its content, and a value with it applied. https://kubernetes.io/docs/reference/using-api/api-concepts/#patch-and-apply
import {
  afterPause,
  apiErrorFrom,
  applyJsonPatch,
  applyMergePatchInSteps,
  badRequest,
  decodeJsonInSteps,
  goKindOf,
  isJsonArray,
  isJsonObject,
  jsonDepthMax,
  JsonSyntaxError,
  parseJsonPatch,
  PatchError,
  requestEntityTooLarge,
  whenDone,
  whenFailed,
  withEncodedNumbers,
  withMarkedNumbers,
} from "@kubewright/apimachinery";
import type { JsonValue, Work } from "@kubewright/apimachinery";
import { mediaTypeOf, unknownBodyType } from "../negotiation/body.ts";
import type { ApiObject } from "../objects/api-object.ts";
import type { FieldValidation } from "../contracts/write-options.ts";
import type { ServerRequest } from "../http/server-request.ts";
import { applyStrategicPatch, unprocessablePatch } from "./strategic-patch.ts";

/** The patch types other than an apply. */
export type PatchType = "json" | "merge" | "strategic";

const patchTypes: ReadonlyMap<string, PatchType> = new Map([
  ["application/json-patch+json", "json"],
  ["application/merge-patch+json", "merge"],
  ["application/strategic-merge-patch+json", "strategic"],
]);

const applyType = "application/apply-patch+yaml";

/** Whether a request is a server-side apply. */
export function isApply(request: ServerRequest): boolean {
  return mediaTypeOf(request.headers) === applyType;
}

/** The patch type of a request. Throws 415 for a type that the kind does not support. */
export function patchTypeOf(request: ServerRequest, custom: boolean): PatchType {
  const mediaType = mediaTypeOf(request.headers);
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
  /** The same value with marked numbers, if its text has numbers that are not plain integers. A JSON patch is without its tests. */
  readonly marked?: JsonValue | undefined;
  /** The JSON patch that checks the tests of `marked`. They compare literals: a test of `1.0` fails if the encoded object has `1`. */
  readonly tests?: JsonValue | undefined;
  readonly strictErrors: readonly string[];
}

/**
 * Returns a function that decodes a patch in steps, or throws 400 or 413. Each call decodes it again, because the patched object contains parts of the value
 * and is changed in place.
 */
export function decodePatch(body: Uint8Array, type: PatchType, validation: FieldValidation): () => Work<DecodedPatch> {
  const isChecked = validation !== "Ignore";
  const decode = (): Work<DecodedPatch> => {
    const text = Buffer.from(body).toString();
    const decoding = decodeJsonInSteps(text, { reportDuplicates: isChecked, depthMax: jsonDepthMax });
    return afterPause(decoding, ({ value, duplicateKeys }) => {
      const duplicates = duplicateKeys.map((path) => `duplicate field "${path}"`);
      return whenDone(type === "strategic" ? undefined : withMarkedNumbers(text), (marked) => {
        if (type !== "json") return { value: mergeBody(value, type), marked, strictErrors: duplicates };
        parseJsonPatch(value);
        const problems = isChecked ? [...duplicates, ...unknownKeys(value)] : [];
        const strictErrors = problems.map((problem) => `json patch ${problem}`);
        if (marked === undefined) return { value, strictErrors };
        return { value, marked: withoutTests(marked), tests: withEncodedNumbers(marked), strictErrors };
      });
    });
  };
  return () =>
    whenFailed(decode, (error) => {
      if (error instanceof JsonSyntaxError) throw undecodable(error.message, type);
      throw error instanceof PatchError ? patchFailure(error) : error;
    });
}

function undecodable(problem: string, type: PatchType): Error {
  return badRequest(type === "strategic" ? problem : `error decoding patch: ${problem}`);
}

/** The body of a patch that is merged into the object. */
function mergeBody(value: JsonValue, type: PatchType): JsonValue {
  if (isJsonObject(value)) return value;
  if (value === null) {
    if (type === "strategic") return {}; // Go decodes null as an empty map.
    throw badRequest("Invalid JSON Patch");
  }
  const found = goKindOf(value);
  throw undecodable(`json: cannot unmarshal ${found} into Go value of type map[string]interface {}`, type);
}

function withoutTests(patch: JsonValue): JsonValue {
  if (!isJsonArray(patch)) return patch;
  return patch.filter((operation) => !isJsonObject(operation) || operation["op"] !== "test");
}

/** The keys of the operations of a JSON patch that no operation has. */
function unknownKeys(patch: JsonValue): readonly string[] {
  if (!isJsonArray(patch)) return [];
  return patch.flatMap((operation, index) =>
    Object.keys(isJsonObject(operation) ? operation : {})
      .filter((key) => !["op", "path", "from", "value"].includes(key))
      .map((key) => `unknown field "[${index}].${key}"`),
  );
}

/** The value with the patch applied, in steps. Throws the `ApiError` for a patch that does not fit. */
export function applyPatch(type: PatchType, object: ApiObject, body: JsonValue): Work<JsonValue> {
  const current = object as JsonValue; // An object that was decoded from JSON is a JSON value.
  switch (type) {
    case "json":
      return patchedByJson(current, body);
    case "merge":
      return applyMergePatchInSteps(current, body);
    case "strategic":
      return applyStrategicPatch(object, body);
  }
}

function patchedByJson(value: JsonValue, body: JsonValue): JsonValue {
  try {
    return applyJsonPatch(value, parseJsonPatch(body));
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
      return unprocessablePatch();
  }
}
