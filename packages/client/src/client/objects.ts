// Decodes responses to typed objects, and sets and checks the kind of objects that are sent.

import { apiVersionOfType, decodeJson, isJsonObject, parseApiVersion } from "@kubewright/apimachinery";
import type { GroupVersionKind, JsonObject, KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";

import { ProtocolError } from "../errors.ts";

/**
 * The object in a response about `type`, with the apiVersion and kind of `type`: items of built-in lists have neither, and responses with only
 * metadata have the kind `PartialObjectMetadata`.
 *
 * @throws {ProtocolError} if the response is not an object with a name.
 */
export function storedObject<T extends KubernetesObject>(type: ResourceType<T>, bytes: Uint8Array): Stored<T> {
  const { value } = decodeJson(bytes);
  const metadata = isJsonObject(value) ? value["metadata"] : undefined;
  if (!isJsonObject(value) || !isJsonObject(metadata) || typeof metadata["name"] !== "string") {
    throw new ProtocolError(`Cannot read ${type.kind}: the server's response is not an object with a name`);
  }
  const apiVersion = apiVersionOfType(type);
  const complete = value["kind"] === type.kind && value["apiVersion"] === apiVersion;
  const object = complete ? value : { apiVersion, kind: type.kind, ...withoutKind(value) };
  // The server has validated the object against the schema of T; it is not validated again.
  return object as unknown as Stored<T>;
}

function withoutKind({ apiVersion: _version, kind: _kind, ...rest }: JsonObject): JsonObject {
  return rest;
}

/** The object with the kind of `type`. */
export function completeObject<T extends object>(
  type: ResourceType,
  object: T,
): T & { apiVersion: string; kind: string } {
  const named = { apiVersion: apiVersionOfType(type), kind: type.kind };
  return { ...named, ...object, ...named }; // Both are the first fields.
}

/**
 * Checks that an object does not name another kind than `type`. `action` is the verb in the message.
 *
 * @throws {TypeError} if it does.
 */
export function assertKind(type: ResourceType, object: KubernetesObject, action: string): void {
  const wanted = { apiVersion: apiVersionOfType(type), kind: type.kind };
  for (const field of ["apiVersion", "kind"] as const) {
    const value = object[field];
    if (value === undefined || value === "" || value === wanted[field]) continue;
    const name = object.metadata?.name ?? object.metadata?.generateName ?? "";
    throw new TypeError(
      `Cannot ${action} ${type.kind} "${name}": ${field} is "${value}", must be "${wanted[field]}" or absent`,
    );
  }
}

/** The body of a response whose kind the caller declares, such as a Scale. */
export function decodedBody<R extends KubernetesObject>(bytes: Uint8Array): R {
  const { value } = decodeJson(bytes);
  if (!isJsonObject(value)) throw new ProtocolError("Cannot read the response: it is not an object");
  return value as unknown as R; // As above.
}

/**
 * The group, version and kind of an object.
 *
 * @throws {TypeError} if `apiVersion` or `kind` is not set.
 */
export function kindOfObject(object: KubernetesObject, action: string): GroupVersionKind {
  const { apiVersion = "", kind = "" } = object;
  if (apiVersion === "" || kind === "") {
    const name = object.metadata?.name ?? object.metadata?.generateName ?? "";
    throw new TypeError(
      `Cannot ${action} object "${name}": apiVersion is "${apiVersion}" and kind is "${kind}", both must be set`,
    );
  }
  return { ...parseApiVersion(apiVersion), kind };
}
