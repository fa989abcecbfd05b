// Converts decoded JSON values to objects of their kinds: request bodies, patched objects and responses of webhooks.
import { badRequest, goKindOf, isJsonObject, whenDone } from "@kubewright/apimachinery";
import type { GroupVersionKind, Work } from "@kubewright/apimachinery";
import type { ApiObject, ApiObjectMeta, JsonObject } from "../objects/api-object.ts";
import type { VersionedResource } from "../registry/registry.ts";
import type { Decoded, DecodeSource } from "../contracts/object-codec.ts";
import type { Strategy } from "../contracts/strategy.ts";

export interface ExpectedKind extends GroupVersionKind {
  readonly decode: Strategy["decode"] | undefined;
  /** The kind comes from a CRD: its metadata is decoded separately, and errors name no struct. Default false. */
  readonly custom?: boolean;
  /** An empty list of managed fields resets them, as for built-in kinds. Default: false, the list is dropped. */
  readonly allowsManagedFieldsReset?: boolean;
  /** Older versions with the same fields, which are decoded as the expected one. Default: none. */
  readonly olderVersions?: readonly string[] | undefined;
}

/** The kind of the objects of a resource. */
export function expectedKindOf({ group, kind, version, custom, strategy }: VersionedResource): ExpectedKind {
  return { group, version: version.name, kind, custom, decode: strategy.decode, allowsManagedFieldsReset: !custom };
}

/** Checks the metadata and decodes the value by its kind, in steps. Throws 400 for wrong types. */
export function withMetadata(value: ApiObject, expected: ExpectedKind, source: DecodeSource = "text"): Work<Decoded> {
  const metadata: unknown = value.metadata ?? {};
  const decode = (): Work<Decoded> =>
    expected.decode?.(value, expected.version, source) ?? { object: value, unknownFields: [] };
  if (!isJsonObject(metadata)) {
    // A decoder of the whole object reports the first value of the wrong type, which need not be the metadata.
    return whenDone(expected.custom === true ? undefined : decode(), () => {
      const type = goKindOf(metadata);
      const place = expected.custom === true ? "Go value" : `Go struct field ${expected.kind}.metadata`;
      throw cannotHandle(expected, `json: cannot unmarshal ${type} into ${place} of type v1.ObjectMeta`);
    });
  }
  value.metadata = metadata; // Its fields are checked by the decoder and by validation.
  if (expected.allowsManagedFieldsReset === true) keepManagedFieldsReset(metadata);
  return whenDone(decode(), (decoded) => {
    dropEmptyMetadata(decoded.object.metadata);
    return decoded;
  });
}

/** Replaces an empty list, which decoding would drop, by the equivalent list with one empty entry. */
function keepManagedFieldsReset(metadata: JsonObject): void {
  const { managedFields } = metadata;
  if (Array.isArray(managedFields) && managedFields.length === 0) metadata["managedFields"] = [{}];
}

/**
 * Removes the metadata fields that mean "not set": nulls, empty strings, empty lists and maps. A kube-apiserver drops them by decoding into typed
 * fields.
 */
export function dropEmptyMetadata(metadata: ApiObjectMeta): void {
  const fields: { [key: string]: unknown } = metadata as { [key: string]: unknown }; // Its fields as JSON values.
  for (const key of Object.keys(fields)) {
    if (isEmpty(fields[key])) delete fields[key];
  }
  if (metadata.generation === 0) delete metadata.generation;
  delete metadata.selfLink;
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** Decodes only the metadata, in steps: of a custom resource with another kind than expected, or after an apply. */
export function withMetadataAlone(value: ApiObject, expected: ExpectedKind): Work<Decoded> {
  const { apiVersion, kind, metadata } = value;
  return whenDone(withMetadata({ apiVersion, kind, metadata }, expected), ({ object, unknownFields }) => ({
    object: { ...value, metadata: object.metadata },
    unknownFields,
  }));
}

/** 400: the content does not fit the kind. */
export function cannotHandle(expected: GroupVersionKind, problem: string): Error {
  return cannotHandleAs(expected, expected, problem);
}

/** 400: the object has another kind than expected. */
export function cannotHandleAs(
  { kind, version }: GroupVersionKind,
  expected: GroupVersionKind,
  problem: string,
): Error {
  return badRequest(
    `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${expected.kind}: ${problem}`,
  );
}
