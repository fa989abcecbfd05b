/** Writes of objects that exist only in a plan, as pure functions: the server cannot execute them. */
import { applyJsonPatch, applyMergePatch } from "@kubewright/apimachinery";
import type { JsonValue, KubernetesObject, Stored } from "@kubewright/apimachinery";
import type { PatchCall } from "../client/client-backend.ts";

export function statusOf(object: object | undefined): unknown {
  return object && "status" in object ? object.status : undefined;
}

export function withStatus<T extends KubernetesObject>(object: T, status: unknown): T {
  const { status: _status, ...rest } = object as T & { readonly status?: unknown };
  return (status === undefined ? rest : { ...rest, status }) as T; // Its other fields are those of T.
}

/** The update of an object that exists only in the plan. */
export function replaced(before: Stored, object: KubernetesObject, subresource: string | undefined): KubernetesObject {
  if (subresource === "status") return withStatus(before, statusOf(object));
  return withStatus({ ...object, metadata: { ...object.metadata, ...serverMetadata(before) } }, statusOf(before));
}

/** The patch of an object that exists only in the plan. */
export function patchedObject(
  before: Stored,
  { type, key, patch, options: { subresource } }: PatchCall,
): KubernetesObject {
  if (patch.type === "strategic")
    throw new TypeError(
      `Cannot plan a strategic merge patch of ${type.kind} "${key.name}": the plan creates the object, use a merge patch or apply`,
    );
  const value = before as unknown as JsonValue; // Objects are JSON.
  const result = (patch.type === "json"
    ? applyJsonPatch(value, patch.body)
    : applyMergePatch(value, patch.body as JsonValue)) as unknown as KubernetesObject; // A patched object is an object.
  return replaced(before, result, subresource);
}

function serverMetadata({ metadata: { name, namespace, uid, resourceVersion, creationTimestamp } }: Stored): object {
  return { name, ...(namespace === undefined ? {} : { namespace }), uid, resourceVersion, creationTimestamp };
}

/** The object without the fields of metadata that only the server sets. */
export function withoutServerFields(object: Stored): object {
  const { metadata, ...rest } = object;
  const {
    uid: _uid,
    resourceVersion: _version,
    creationTimestamp: _created,
    managedFields: _managed,
    ...own
  } = metadata;
  return { ...rest, metadata: own };
}
