/** Converts an object from one version to another through its spokes, by the rules of API servers for the response. */
import { apiVersionOf, apiVersionOfType, formatKey, isDeepEqual, isJsonObject, keyOf } from "@kubewright/apimachinery";
import type { JsonValue, KubernetesObject, ObjectMeta, ResourceType } from "@kubewright/apimachinery";
import { ConversionError } from "./spoke.ts";
import type { Spoke } from "./spoke.ts";

/**
 * Returns the object in `apiVersion`. Its metadata is unchanged except for labels and annotations.
 *
 * @param spokes of any kinds.
 * @throws {ConversionError} if there is no conversion between the versions, or if a spoke rejects the object or changes a field that it must not change.
 */
export function convertObject(
  spokes: readonly Spoke[],
  object: KubernetesObject,
  apiVersion: string,
): KubernetesObject {
  const { apiVersion: from = "", kind = "" } = object;
  const action = `convert ${kind} "${formatKey(keyOf(object))}" from ${from} to ${apiVersion}`;
  const own = spokes.filter(({ type }) => type.kind === kind && from.startsWith(`${type.group}/`));
  const isOf = (type: ResourceType, version: string): boolean => apiVersionOfType(type) === version;
  const source = own.find(({ type }) => isOf(type, from));
  const target = own.find(({ type }) => isOf(type, apiVersion));
  const fromHub = target !== undefined && isOf(target.hub, from);
  const toHub = source !== undefined && isOf(source.hub, apiVersion);
  try {
    if (from === apiVersion) throw new ConversionError("it is of that version");
    if (toHub) return inVersion(object, source.hub, source.toHub(object));
    if (fromHub) return inVersion(object, target.type, target.fromHub(object));
    if (source === undefined || target === undefined || !isOf(source.hub, apiVersionOfType(target.hub))) {
      throw new ConversionError(`there is a conversion between ${versionsOf(own)} only`);
    }
    const middle = inVersion(object, source.hub, source.toHub(object));
    return inVersion(object, target.type, target.fromHub(middle));
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    throw new ConversionError(`Cannot ${action}: ${error.message}`, { cause: error });
  }
}

function versionsOf(spokes: readonly Spoke[]): string {
  const versions = spokes.flatMap(({ type, hub }) => [apiVersionOfType(type), apiVersionOfType(hub)]);
  return [...new Set(versions)].join(", ") || "versions of other kinds";
}

function inVersion(
  before: KubernetesObject,
  { group, version, kind }: ResourceType,
  converted: { readonly metadata?: ObjectMeta },
): KubernetesObject {
  const metadata = metadataOf(before.metadata ?? {}, converted.metadata);
  return { apiVersion: apiVersionOf(group, version), kind, metadata, ...without(converted) };
}

function without(converted: { readonly metadata?: ObjectMeta }): object {
  const { metadata: _metadata, ...rest } = converted;
  for (const field of ["apiVersion", "kind"]) {
    if (field in rest) throw new ConversionError(`the conversion returned ${field}, which it must not return`);
  }
  return rest;
}

function metadataOf(before: ObjectMeta, after: ObjectMeta | undefined): ObjectMeta {
  if (after === undefined) return before;
  const changed = Object.entries(after).find(
    ([field, value]) =>
      !changeable.has(field) && !isDeepEqual(value as JsonValue, before[field as keyof ObjectMeta] as JsonValue),
  );
  if (changed)
    throw new ConversionError(`the conversion changed metadata.${changed[0]}: only labels and annotations may change`);
  const { labels: _labels, annotations: _annotations, ...rest } = before;
  return { ...rest, ...textsOf(after, "labels"), ...textsOf(after, "annotations") };
}

const changeable: ReadonlySet<string> = new Set(["labels", "annotations"]);

function textsOf(metadata: ObjectMeta, field: "labels" | "annotations"): ObjectMeta {
  const texts: unknown = metadata[field];
  if (texts === undefined) return {};
  const isMap = typeof texts === "object" && texts !== null && isJsonObject(texts);
  if (!isMap || Object.values(texts).some((text) => typeof text !== "string")) {
    throw new ConversionError(`the conversion returned metadata.${field} that are not all strings`);
  }
  return { [field]: texts };
}
