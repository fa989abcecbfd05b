// The metadata that only the server sets. A create sets it, updates keep it, and values of clients are ignored.
// https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md#metadata
import { badRequest, formatTime, generateName } from "@kubewright/apimachinery";
import type { OwnerReference } from "@kubewright/apimachinery";
import type { ApiObject, ApiObjectMeta, ReadonlyObject } from "../objects/api-object.ts";
import { dropEmptyMetadata } from "./decode-value.ts";
import type { Engine } from "../registry/engine.ts";
import type { WriteTarget } from "./write-request.ts";

/**
 * Prepares the metadata of an object that a client creates for admission. A review keeps the fields that a client cannot set.
 *
 * @throws {ApiError} 400 when it names another namespace than the request.
 */
export function prepareNewMetadata(
  draft: ApiObject,
  { resource, namespace, context }: Pick<WriteTarget, "resource" | "namespace" | "context">,
): void {
  if (resource.review === undefined) dropSystemMetadata(draft.metadata);
  matchNamespace(draft.metadata, namespace);
  dropDuplicateOwners(draft, context.warn);
}

/**
 * Completes the metadata of a new object after admission, which may have changed the namespace.
 *
 * @throws {ApiError} 400 when it names another namespace than the request.
 */
export function completeNewMetadata(
  metadata: ApiObjectMeta,
  { namespace, engine }: Pick<WriteTarget, "namespace" | "engine">,
): void {
  matchNamespace(metadata, namespace);
  fillSystemMetadata(metadata, engine);
}

/** Removes what a client cannot set on a new object. */
function dropSystemMetadata(metadata: ApiObjectMeta): void {
  delete metadata.uid;
  delete metadata.creationTimestamp;
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
}

/** Sets the uid and creationTimestamp of a new object, and its name if it has only a `generateName`. */
export function fillSystemMetadata(metadata: ApiObjectMeta, { clock, random }: Pick<Engine, "clock" | "random">): void {
  metadata.creationTimestamp = formatTime(clock.wallTime());
  metadata.uid = random.uuid();
  if (metadata.generateName === undefined) return;
  metadata.name ??= generateName(metadata.generateName, (maxExclusive) => random.int(maxExclusive));
}

/** Restores the metadata that an update cannot change. */
export function keepSystemMetadata(metadata: ApiObjectMeta, old: ReadonlyObject["metadata"]): void {
  metadata.uid ??= old.uid ?? "";
  if (typeof old.creationTimestamp === "string") metadata.creationTimestamp = old.creationTimestamp;
  if (old.deletionTimestamp !== undefined) metadata.deletionTimestamp = old.deletionTimestamp;
  if (old.deletionGracePeriodSeconds !== undefined) {
    metadata.deletionGracePeriodSeconds ??= old.deletionGracePeriodSeconds;
  }
}

/**
 * Sets the namespace of the object to that of the request.
 *
 * @throws {ApiError} 400 if it has another one.
 */
export function matchNamespace(metadata: ApiObjectMeta, namespace: string): void {
  if (namespace === "") {
    delete metadata.namespace;
  } else if (metadata.namespace === undefined) {
    metadata.namespace = namespace;
  } else if (metadata.namespace !== namespace) {
    throw badRequest("the namespace of the provided object does not match the namespace sent on the request");
  }
}

function matchName(metadata: ApiObjectMeta, name: string): void {
  if (metadata.name === undefined) {
    throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
  }
  if (metadata.name !== name) {
    throw badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${name})`);
  }
}

/**
 * Checks that an object has the name and namespace of its URL. Sets an absent namespace.
 *
 * @throws {ApiError} 400 when it names another object.
 */
export function matchPath(metadata: ApiObjectMeta, { namespace, name }: Pick<WriteTarget, "namespace" | "name">): void {
  matchNamespace(metadata, namespace);
  matchName(metadata, name);
}

/**
 * Checks that a changed object has the name and namespace of its URL. Removes empty metadata, which means "not set".
 *
 * @throws {ApiError} 400 when it names another object.
 */
export function matchRequest(metadata: ApiObjectMeta, place: Pick<WriteTarget, "namespace" | "name">): void {
  dropEmptyMetadata(metadata);
  matchPath(metadata, place);
}

/** Merges equal owner references. The warning states when they were found. Default: in the request. */
export function dropDuplicateOwners(
  object: ApiObject,
  warn: (text: string) => void,
  when: "" | " after mutating admission happens" = "",
): void {
  const references = object.metadata.ownerReferences;
  if (references === undefined || references.length < 2) return;
  // A body has room for tens of thousands of references, so no reference is compared with all others.
  const kept = new Map<string, OwnerReference>();
  const duplicates: string[] = [];
  for (const reference of references) {
    const fields = JSON.stringify(Object.entries(reference).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    if (kept.has(fields)) duplicates.push(reference.uid);
    else kept.set(fields, reference);
  }
  if (duplicates.length === 0) return;
  object.metadata.ownerReferences = [...kept.values()];
  warn(
    `.metadata.ownerReferences contains duplicate entries${when}; API server dedups owner references in 1.20+, ` +
      "and may reject such requests as early as 1.24; please fix your requests; " +
      `duplicate UID(s) observed: ${duplicates.join(", ")}`,
  );
}
