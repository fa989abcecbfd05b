/** Sends the difference between an object that was read and a desired one, as a merge patch with a precondition. */
import { applyMergePatch, createMergePatch, formatKey, isDeepEqual, isJsonObject } from "@kubewright/apimachinery";
import type {
  JsonObject,
  JsonValue,
  KubernetesObject,
  ObjectBody,
  ObjectKey,
  ResourceType,
  Stored,
} from "@kubewright/apimachinery";
import type { WriteOptions } from "./call-options.ts";
import type { Client } from "./client.ts";

/** What a difference is computed from, and how it is sent. */
export interface Difference<T extends KubernetesObject> {
  readonly key: ObjectKey;
  /** The object as it was read. */
  readonly current: Stored<T>;
  readonly wanted: ObjectBody<T>;
  /** Absent: the object, with its status only if `wanted` has one. */
  readonly subresource: "status" | undefined;
  readonly write: WriteOptions;
  /**
   * The precondition of the patch. "version": the object has not changed. "uid": it is the same object; a patch with a list requires the version, because
   * it replaces the list as a whole and would remove items of other writers.
   */
  readonly lock: "version" | "uid";
}

/**
 * Sends nothing if nothing differs. An object with a null, which a merge patch cannot set, is sent as a PUT with the version.
 *
 * @throws {ApiError} the error response of the server.
 */
export async function sendDifference<T extends KubernetesObject>(
  client: Pick<Client, "update" | "updateStatus" | "patch">,
  type: ResourceType<T>,
  { key, current, wanted, subresource, write, lock }: Difference<T>,
): Promise<{ readonly operation: "updated" | "unchanged"; readonly object: Stored<T> }> {
  const [before, after] = [
    writtenPart(current, "status" in wanted, subresource),
    writtenPart(wanted, "status" in wanted, subresource),
  ];
  const patch = createMergePatch(before, after);
  if (!patch) return { operation: "unchanged", object: current };

  const { resourceVersion, uid } = current.metadata;
  if (isDeepEqual(applyMergePatch(before, patch), after)) {
    const precondition = lock === "version" || replacesList(patch, before) ? { resourceVersion } : { uid };
    const body = { ...patch, metadata: { ...(patch["metadata"] as JsonObject | undefined), ...precondition } }; // Metadata is an object.
    const options = subresource === undefined ? write : { ...write, subresource };
    return { operation: "updated", object: await client.patch(type, key, { type: "merge", body }, options) };
  }
  const whole = { ...wanted, metadata: { ...wanted.metadata, resourceVersion } };
  const object = await (subresource === undefined
    ? client.update(type, whole, write)
    : client.updateStatus(type, whole, write));
  return { operation: "updated", object };
}

/** Whether a merge patch sets a list, or removes one. */
function replacesList(patch: JsonValue | undefined, before: JsonValue | undefined): boolean {
  if (Array.isArray(patch)) return true;
  if (patch === null) return Array.isArray(before);
  if (!isJsonObject(patch)) return false;
  const fields: JsonObject = isJsonObject(before) ? before : {};
  return Object.entries(patch).some(([name, value]) => replacesList(value, fields[name]));
}

/** Fields of metadata that only the server sets, or that are immutable. */
const serverFields: ReadonlySet<string> = new Set([
  "name",
  "namespace",
  "generateName",
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "selfLink",
  "managedFields",
]);

/** The fields of `object` that are compared and sent: its status only if the wanted object has one. */
function writtenPart(object: object, hasWantedStatus: boolean, subresource: "status" | undefined): JsonObject {
  const { apiVersion: _version, kind: _kind, metadata = {}, status, ...rest } = object as WithStatus;
  const withStatus = status === undefined ? {} : { status };
  if (subresource === "status") return withStatus;
  const own = Object.fromEntries(Object.entries(metadata).filter(([name]) => !serverFields.has(name)));
  return { ...rest, ...(hasWantedStatus ? withStatus : {}), metadata: own };
}

type WithStatus = KubernetesObject & { readonly status?: JsonValue };

/**
 * The object with the key, which it may leave out.
 *
 * @throws {TypeError} if it has another name or namespace.
 */
export function withKey<T extends KubernetesObject>(
  type: ResourceType,
  key: ObjectKey,
  object: ObjectBody<T>,
): ObjectBody<T> {
  const { metadata = {} } = object as KubernetesObject;
  const found = { ...key, ...pickKey(metadata) };
  if (found.name === key.name && (found.namespace ?? "") === (key.namespace ?? ""))
    return { ...object, metadata: { ...key, ...metadata } };
  throw new TypeError(
    `Cannot update ${type.kind} "${formatKey(key)}": the change returns "${formatKey(found)}", must be the same object`,
  );
}

function pickKey({ name, namespace }: Partial<ObjectKey>): Partial<ObjectKey> {
  return { ...(name === undefined ? {} : { name }), ...(namespace === undefined ? {} : { namespace }) };
}
