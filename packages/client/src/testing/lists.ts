/** Lists: pages of one revision, with the continue tokens of a kube-apiserver. */
import {
  apiErrorFrom,
  badRequest,
  decodeJson,
  expired,
  formatKey,
  isJsonObject,
  keyOf,
  tooLargeResourceVersion,
} from "@kubewright/apimachinery";
import type { ApiError, JsonObject, KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { HeaderMap } from "@kubewright/transport";
import { resourceIdOf } from "./memory-store.ts";
import type { MemoryObject, MemoryStore } from "./memory-store.ts";
import { formOf, selectionOf } from "./selection.ts";
import { isCustom } from "./served-types.ts";

/** @throws {ApiError} 400 for a malformed query, 410 for a compacted revision, 504 for a future one. */
export function listOf(
  store: MemoryStore,
  type: ResourceType,
  namespace: string | undefined,
  query: URLSearchParams,
  headers: HeaderMap | undefined,
): object {
  const { matches, hasSelector } = selectionOf(type, namespace, query);
  const { revision, start, objects } = snapshotOf(store, type, query);
  const isWhole = query.get("resourceVersion") === "0";
  const limit = (isWhole ? 0 : Number(query.get("limit") ?? 0)) || Infinity;
  const found = objects.filter((object) => pathOf(object) > start && matches(object));
  const items = found.slice(0, limit);
  const remaining = found.length - items.length;
  const last = items.at(-1);
  const form = formOf(headers, type);
  const hasEmptyToken = isCustom(type) && !form.isMetadataOnly; // Lists of custom resources always have the field.
  return {
    kind: form.listKind,
    apiVersion: form.apiVersion,
    metadata: {
      resourceVersion: String(revision),
      ...continueOf(remaining === 0 || last === undefined ? "" : encodeToken(revision, pathOf(last)), hasEmptyToken),
      ...(remaining === 0 || hasSelector ? {} : { remainingItemCount: remaining }),
    },
    items: items.map(form.of),
  };
}

/** The error message for a resourceVersion that is not a number. */
export function notNumeric(requested: string): string {
  return `resourceVersion: Invalid value: ${JSON.stringify(requested)}: strconv.ParseUint: parsing ${JSON.stringify(requested)}: invalid syntax`;
}

/** Returns a 504 for a revision in the future. A kube-apiserver waits for three seconds first. */
export function futureRevision(store: MemoryStore, requested: string | null): ApiError | undefined {
  if (!(Number(requested) > store.revision)) return undefined;
  return tooLargeResourceVersion(requested ?? "", String(store.revision), 1);
}

interface Snapshot {
  readonly revision: number;
  /** The key of the last object of the previous page. */
  readonly start: string;
  readonly objects: readonly MemoryObject[];
}

function snapshotOf(store: MemoryStore, type: ResourceType, query: URLSearchParams): Snapshot {
  const resource = resourceIdOf(type);
  const current = { revision: store.revision, start: "", objects: store.list(resource) ?? [] };
  const token = query.get("continue") ?? "";
  if (token !== "") {
    const { revision, start } = decodeToken(token);
    if (revision < 0) return { ...current, start };
    const objects = store.list(resource, revision);
    if (objects === undefined) throw expiredToken(start);
    return { revision, start, objects };
  }
  const requested = query.get("resourceVersion") ?? "";
  if (requested === "" || requested === "0") return current;
  if (!/^\d+$/u.test(requested)) throw badRequest(`invalid resource version: ${notNumeric(requested)}`);
  const future = futureRevision(store, requested);
  if (future !== undefined) throw future;
  const match = query.get("resourceVersionMatch") ?? "";
  if (match !== "Exact" && (match !== "" || !query.has("limit"))) return current;
  const objects = store.list(resource, Number(requested));
  if (objects === undefined) throw expired("The resourceVersion for the provided list is too old.");
  return { revision: Number(requested), start: "", objects };
}

function continueOf(token: string, isRequired: boolean): { readonly continue?: string } {
  return token === "" && !isRequired ? {} : { continue: token };
}

function pathOf(object: KubernetesObject): string {
  return formatKey(keyOf(object));
}

function encodeToken(revision: number, start: string): string {
  return Buffer.from(JSON.stringify({ v: "meta.k8s.io/v1", rv: revision, start: `/${start}\0` })).toString("base64url");
}

function decodeToken(token: string): { readonly revision: number; readonly start: string } {
  const { rv, start } = jsonOf(Buffer.from(token, "base64url"));
  if (typeof rv !== "number" || typeof start !== "string" || !start.startsWith("/")) {
    throw badRequest("invalid continue token: continue key is not valid: it was not made by this server");
  }
  return { revision: rv, start: start.slice(1).replace(/\0$/u, "") };
}

function jsonOf(bytes: Uint8Array): JsonObject {
  try {
    const { value } = decodeJson(bytes);
    return isJsonObject(value) ? value : {};
  } catch {
    return {}; // The error is the same for every malformed token.
  }
}

function expiredToken(start: string): Error {
  const { status } = expired(
    "The provided continue parameter is too old to display a consistent list result. You can start a new list without " +
      "the continue parameter, or use the continue token in this response to retrieve the remainder of the results. " +
      "Continuing with the provided token results in an inconsistent list - objects that were created, modified, or " +
      "deleted between the time the first chunk was returned and now may show up in the list.",
  );
  return apiErrorFrom({ ...status, metadata: { continue: encodeToken(-1, start) } });
}
