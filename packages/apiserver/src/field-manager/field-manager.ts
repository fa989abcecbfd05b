/**
 * One FieldManager per endpoint of a kind: the object itself and each of its subresources. It knows the version and the schema of the objects
 * that the endpoint writes, and the fields that the endpoint does not change.
 */
import { schemaOf as builtinSchemaOf, schemaOfKind } from "@kubewright/api-facts";
import { apiVersionOf, decodeJson, encodeJson, parseApiVersion } from "@kubewright/apimachinery";
import type { GroupVersionKind, JsonObject } from "@kubewright/apimachinery";
import type { FieldSet, JsonSchema, VersionConverter } from "@kubewright/schema";
import { fieldSet, resourceSchema } from "@kubewright/schema";
import type { ApiObject } from "../objects/api-object.ts";
import type { Registry, VersionedResource } from "../registry/registry.ts";
import { hasStatusSubresource } from "../registry/registry.ts";
import { toServedForm, toStorageForm } from "../registry/served-form.ts";
import type { FieldPaths } from "../registry/strategy.ts";

/** The field manager of one endpoint, for the objects of one version. */
export interface FieldManager {
  readonly converter: VersionConverter;
  readonly apiVersion: string;
  readonly kind: string;
  readonly subresource: string;
  /** The kind without any values, as it prints: what a create compares with. Always the same one, not to be changed. */
  readonly empty: () => JsonObject;
  /** A set without the fields that never have a manager: identity, and fields that only the server sets. */
  readonly owned: (set: FieldSet) => FieldSet;
  /** The fields of a new object that get no manager: identity, and the fields that the endpoint resets, with everything below them. Views have none. */
  readonly unmanaged?: FieldSet;
}

/** The field managers of all endpoints, each created when it is first used. */
export interface FieldManagers {
  of: (resource: VersionedResource, subresource: string) => FieldManager;
  /** The field manager of an endpoint whose body has a kind of its own: a `scale`, a `token`. */
  viewOf: (gvk: GroupVersionKind, subresource: string) => FieldManager;
}

export function createFieldManagers(registry: Registry): FieldManagers {
  const fieldManagers = new WeakMap<VersionedResource, Map<string, FieldManager>>();
  const identity = pathsAsSet([...identityPaths, ["metadata"]]);
  const owned = (set: FieldSet): FieldSet => set.difference(identity);
  const views = new Map<string, FieldManager>();
  return {
    of(resource, subresource) {
      const known = fieldManagers.get(resource) ?? new Map<string, FieldManager>();
      fieldManagers.set(resource, known);
      const fieldManager = known.get(subresource) ?? { ...fieldManagerOf(registry, resource, subresource), owned };
      known.set(subresource, fieldManager);
      return fieldManager;
    },
    viewOf(gvk, subresource) {
      const key = `${apiVersionOf(gvk.group, gvk.version)} ${gvk.kind}`;
      const fieldManager = views.get(key) ?? { ...createViewFieldManager(gvk, subresource), owned };
      views.set(key, fieldManager);
      return fieldManager;
    },
  };
}

function fieldManagerOf(
  registry: Registry,
  resource: VersionedResource,
  subresource: string,
): Omit<FieldManager, "owned"> {
  const { apiVersion, version, kind } = resource;
  let empty: JsonObject | undefined;
  return {
    apiVersion,
    kind,
    subresource,
    converter: converterOf(registry, resource, subresource),
    unmanaged: pathsAsSet([...identityPaths, ...resetFieldsOf(resource, subresource)]),
    empty: () => (empty ??= { apiVersion, kind, metadata: {}, ...(version.emptyFields?.() as JsonObject | undefined) }),
  };
}

function converterOf(registry: Registry, resource: VersionedResource, subresource: string): VersionConverter {
  const kept = new Map<string, FieldSet | undefined>();

  /** The same objects in another version. Those of another group, which may show them too, are of no version that is known here. */
  function inVersion(apiVersion: string): VersionedResource | undefined {
    if (apiVersion === resource.apiVersion) return resource;
    const { group, version } = parseApiVersion(apiVersion);
    return group === resource.group ? registry.find(group, version, resource.plural) : undefined;
  }

  function keptIn(apiVersion: string): FieldSet | undefined {
    if (kept.has(apiVersion)) return kept.get(apiVersion);
    const other = inVersion(apiVersion);
    // The main endpoint of a custom resource resets fields in the version of the request only.
    const isSilent = other === undefined || (resource.custom && subresource === "" && other !== resource);
    const paths = isSilent ? [] : resetFieldsOf(other, subresource);
    const set = paths.length === 0 ? undefined : pathsAsSet(paths);
    kept.set(apiVersion, set);
    return set;
  }

  return {
    isFixed: !resource.custom,
    schemaOf(apiVersion) {
      const other = inVersion(apiVersion);
      return other && objectSchemaOf(other);
    },
    convert(object, apiVersion) {
      const other = inVersion(apiVersion);
      if (other === undefined)
        throw new Error(`Cannot convert ${resource.kind} to ${apiVersion}: there is no such version`);
      const copy = decodeJson(encodeJson(object)).value as unknown as ApiObject; // A whole object of the kind goes in.
      const converted = toServedForm(toStorageForm(copy, resource), other);
      return converted as unknown as JsonObject;
    },
    writable(set, apiVersion) {
      const fields = keptIn(apiVersion);
      return fields === undefined ? set : set.recursiveDifference(fields);
    },
  };
}

/** The fields that an endpoint does not change. */
function resetFieldsOf(resource: VersionedResource, subresource: string): FieldPaths {
  const { strategy, subresources = [] } = resource;
  if (subresource === "") return strategy.resetFields ?? (hasStatusSubresource(resource) ? [["status"]] : []);
  const endpoint = subresources.find(({ name }) => name === subresource);
  return (endpoint?.type === "object" ? endpoint.strategy.resetFields : undefined) ?? [];
}

/** The schema of whole objects: that of a definition covers only its own fields. */
function objectSchemaOf({ custom, version }: VersionedResource): JsonSchema | undefined {
  const schema = version.schema();
  if (!custom || schema === undefined) return schema;
  const objectMeta = builtinSchemaOf("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");
  return objectMeta && resourceSchema(schema, objectMeta);
}

/** The fields that an empty view or action body has. */
const zerosOf: { readonly [kind: string]: JsonObject } = {
  Binding: { target: {} },
  Scale: { spec: {}, status: { replicas: 0 } },
  TokenRequest: { spec: {}, status: {} },
};

function createViewFieldManager(gvk: GroupVersionKind, subresource: string): Omit<FieldManager, "owned"> {
  const apiVersion = apiVersionOf(gvk.group, gvk.version);
  const schema = schemaOfKind(gvk) ?? {};
  const zeros = zerosOf[gvk.kind] ?? {};
  return {
    apiVersion,
    kind: gvk.kind,
    subresource,
    converter: {
      schemaOf: (version) => (version === apiVersion ? schema : undefined),
      convert: (object) => object,
    },
    empty: () => ({ apiVersion, kind: gvk.kind, metadata: {}, ...zeros }),
  };
}

/** The fields that every object has and that no manager owns, inside `metadata` and beside it. */
const identityPaths: readonly (readonly string[])[] = [
  ["apiVersion"],
  ["kind"],
  ["metadata", "name"],
  ["metadata", "namespace"],
  ["metadata", "creationTimestamp"],
  ["metadata", "selfLink"],
  ["metadata", "uid"],
  ["metadata", "clusterName"],
  ["metadata", "generation"],
  ["metadata", "managedFields"],
  ["metadata", "resourceVersion"],
];

function pathsAsSet(paths: readonly (readonly string[])[]): FieldSet {
  return fieldSet(...paths.map((path) => path.map((field) => ({ field }))));
}
