/**
 * Patches. JSON and merge patches work as in a kube-apiserver. An apply is simplified: fields of the configuration replace those of the object, with
 * lists as a whole. Fields that only the manager's previous configuration has are removed. There are no conflicts and no `managedFields`.
 */
import {
  applyJsonPatch,
  applyMergePatch,
  apiErrorFrom,
  badRequest,
  field,
  getOwn,
  invalid,
  isJsonObject,
  parseJsonPatch,
  PatchError,
  requestEntityTooLarge,
  setOwn,
  unsupportedMediaType,
} from "@kubewright/apimachinery";
import type { JsonObject, JsonValue, MutableJsonObject } from "@kubewright/apimachinery";

export type PatchKind = "merge" | "json" | "apply";

/** @throws {ApiError} 415 for strategic merge patches, as for custom resources, and for unknown media types. */
export function patchKindOf(contentType: string): PatchKind {
  const [mediaType = ""] = contentType.split(";", 1);
  const kind = kinds[mediaType.trim()];
  if (kind !== undefined) return kind;
  throw unsupportedMediaType(
    `the body of the request was in an unknown format - accepted media types include: ${Object.keys(kinds).join(", ")}`,
  );
}

const kinds: Readonly<Record<string, PatchKind>> = {
  "application/json-patch+json": "json",
  "application/merge-patch+json": "merge",
  "application/apply-patch+yaml": "apply",
};

/** @throws {ApiError} 400, 413 or 422 for a patch that is malformed, too large or not applicable. */
export function patched(kind: "merge" | "json", value: JsonValue, body: JsonValue): JsonValue {
  try {
    if (kind === "json") return applyJsonPatch(value, parseJsonPatch(body));
    if (!isJsonObject(body)) throw badRequest("error decoding patch: the patch must be an object");
    return applyMergePatch(value, body);
  } catch (error) {
    throw error instanceof PatchError ? patchFailure(error) : error;
  }
}

/** The object with the fields of `configuration`, without those that only `previous` has. */
export function applied(value: JsonObject, previous: JsonObject, configuration: JsonObject): JsonValue {
  return applyMergePatch(without(value, previous, configuration), configuration);
}

/** The fields of an apply that its manager owns: all except those that identify the object. */
export function configurationOf(body: JsonObject): JsonObject {
  const { metadata, ...fields } = withoutKeys(body, ["apiVersion", "kind"]);
  const kept = withoutKeys(isJsonObject(metadata) ? metadata : {}, ["name", "namespace", "uid", "resourceVersion"]);
  return Object.keys(kept).length === 0 ? fields : { ...fields, metadata: kept };
}

/** @throws {ApiError} 422 if the request has no field manager. */
export function managerOf(query: URLSearchParams): string {
  const manager = query.get("fieldManager") ?? "";
  if (manager !== "") return manager;
  const error = field.required("fieldManager", "is required for apply patch");
  throw invalid({ group: "meta.k8s.io", kind: "PatchOptions" }, "", [error]);
}

function withoutKeys(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

function without(value: JsonObject, previous: JsonObject, next: JsonObject): JsonObject {
  const kept: MutableJsonObject = {};
  for (const [name, current] of Object.entries(value)) {
    const [before, after] = [getOwn(previous, name), getOwn(next, name)];
    if (before === undefined) setOwn(kept, name, current);
    else if (isJsonObject(current) && isJsonObject(before)) {
      const rest = without(current, before, isJsonObject(after) ? after : {});
      if (after !== undefined || Object.keys(rest).length > 0) setOwn(kept, name, rest);
    } else if (after !== undefined) setOwn(kept, name, current);
  }
  return kept;
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
