// Objects on their way in and out: from the bytes of an answer to a typed object, and from an object to its resource's key.

import { apiVersionOfType, decodeJson, isJsonObject, parseApiVersion } from "@kubewright/apimachinery";
import type { GroupVersionKind, JsonObject, KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";

import { ProtocolError } from "../errors.ts";

/**
 * The object in an answer about `type`. Items of built-in lists lack apiVersion and kind, and metadata-only answers say
 * `PartialObjectMetadata`; here every object says what it is.
 *
 * @throws {ProtocolError} when the answer is no stored object.
 */
export function storedObject<T extends KubernetesObject>(type: ResourceType<T>, bytes: Uint8Array): Stored<T> {
  const { value } = decodeJson(bytes);
  const metadata = isJsonObject(value) ? value["metadata"] : undefined;
  if (!isJsonObject(value) || !isJsonObject(metadata) || typeof metadata["name"] !== "string") {
    throw new ProtocolError(`Cannot read ${type.kind}: the server's answer is no object with a name`);
  }
  const apiVersion = apiVersionOfType(type);
  const complete = value["kind"] === type.kind && value["apiVersion"] === apiVersion;
  const object = complete ? value : { apiVersion, kind: type.kind, ...withoutKind(value) };
  // The server has validated the object against the schema that T is written from; there is no second check of that.
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

/** The body of an answer whose kind the caller knows, such as a Scale. */
export function decodedBody<R extends KubernetesObject>(bytes: Uint8Array): R {
  const { value } = decodeJson(bytes);
  if (!isJsonObject(value)) throw new ProtocolError("Cannot read the answer: it is no object");
  return value as unknown as R; // As above.
}

/**
 * What an object says it is.
 *
 * @throws {TypeError} when it does not say.
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
