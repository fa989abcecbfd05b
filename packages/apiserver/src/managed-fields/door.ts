/**
 * The doors that a kind is written by: the object itself and its subresources. Ownership needs to know of each in which form
 * objects come through it, what their schema is, and which fields the door leaves as they were.
 */
import { schemaOf as builtinSchemaOf, schemaOfKind } from "@kubewright/api-facts";
import { apiVersionOf, decodeJson, encodeJson, parseApiVersion } from "@kubewright/apimachinery";
import type { GroupVersionKind, JsonObject } from "@kubewright/apimachinery";
import type { FieldSet, JsonSchema, TypedWorld } from "@kubewright/schema";
import { fieldSet, resourceSchema } from "@kubewright/schema";
import type { ApiObject } from "../registry/api-object.ts";
import type { Registry, VersionedResource } from "../registry/registry.ts";
import { hasStatusDoor } from "../registry/registry.ts";
import { toServedForm, toStorageForm } from "../registry/served-form.ts";
import { keptFields } from "./kept-fields.ts";

/** One door, for the objects of one version. */
export interface Door {
  readonly world: TypedWorld;
  readonly apiVersion: string;
  readonly kind: string;
  readonly subresource: string;
  /** The kind without any values, as it prints: what a create compares with. Always the same one, not to be changed. */
  readonly empty: () => JsonObject;
  /** A set without what nobody owns: identity, and what the server alone sets. */
  readonly owned: (set: FieldSet) => FieldSet;
  /** What nobody owns of an object who creates it through this door: identity, and what the door keeps, with all below. Views have none. */
  readonly ownerless?: FieldSet;
}

/** The doors of all kinds, each made when it is first used. */
export interface Doors {
  of: (form: VersionedResource, subresource: string) => Door;
  /** A door that objects of another kind come through: a `scale`, a `token`. */
  viewOf: (gvk: GroupVersionKind, subresource: string) => Door;
}

export function createDoors(registry: Registry): Doors {
  const doors = new WeakMap<VersionedResource, Map<string, Door>>();
  const identity = pathsAsSet([...identityPaths, ["metadata"]]);
  const owned = (set: FieldSet): FieldSet => set.difference(identity);
  const views = new Map<string, Door>();
  return {
    of(form, subresource) {
      const known = doors.get(form) ?? new Map<string, Door>();
      doors.set(form, known);
      const door = known.get(subresource) ?? { ...doorOf(registry, form, subresource), owned };
      known.set(subresource, door);
      return door;
    },
    viewOf(gvk, subresource) {
      const key = `${apiVersionOf(gvk.group, gvk.version)} ${gvk.kind}`;
      const door = views.get(key) ?? { ...viewDoor(gvk, subresource), owned };
      views.set(key, door);
      return door;
    },
  };
}

function doorOf(registry: Registry, form: VersionedResource, subresource: string): Omit<Door, "owned"> {
  const { apiVersion, resource, version } = form;
  const { kind } = resource;
  let empty: JsonObject | undefined;
  return {
    apiVersion,
    kind,
    subresource,
    world: worldOf(registry, form, subresource),
    ownerless: pathsAsSet([...identityPaths, ...keptFields(resource, subresource, hasStatusDoor(form))]),
    empty: () => (empty ??= { apiVersion, kind, metadata: {}, ...(version.emptyFields?.() as JsonObject | undefined) }),
  };
}

function worldOf(registry: Registry, form: VersionedResource, subresource: string): TypedWorld {
  const { resource } = form;
  const kept = new Map<string, FieldSet | undefined>();

  /** The same objects in another version. Those of another group, which may show them too, are of no version that is known here. */
  function formIn(apiVersion: string): VersionedResource | undefined {
    if (apiVersion === form.apiVersion) return form;
    const { group, version } = parseApiVersion(apiVersion);
    return group === resource.group ? registry.find(group, version, resource.plural) : undefined;
  }

  function keptIn(apiVersion: string): FieldSet | undefined {
    if (kept.has(apiVersion)) return kept.get(apiVersion);
    const other = formIn(apiVersion);
    // The main door of a custom resource speaks of the version of the request alone.
    const isSilent = other === undefined || (resource.custom && subresource === "" && other !== form);
    const paths = isSilent ? [] : keptFields(resource, subresource, hasStatusDoor(other));
    const set = paths.length === 0 ? undefined : pathsAsSet(paths);
    kept.set(apiVersion, set);
    return set;
  }

  return {
    isFixed: !resource.custom,
    schemaOf(apiVersion) {
      const other = formIn(apiVersion);
      return other && objectSchemaOf(other);
    },
    convert(object, apiVersion) {
      const other = formIn(apiVersion);
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

/** The schema of whole objects: a definition says of its own fields only. */
function objectSchemaOf({ resource, version }: VersionedResource): JsonSchema | undefined {
  const schema = version.schema();
  if (!resource.custom || schema === undefined) return schema;
  const objectMeta = builtinSchemaOf("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");
  return objectMeta && resourceSchema(schema, objectMeta);
}

/** What views and the bodies of actions print even when nothing has been said. */
const zerosOf: { readonly [kind: string]: JsonObject } = {
  Binding: { target: {} },
  Scale: { spec: {}, status: { replicas: 0 } },
  TokenRequest: { spec: {}, status: {} },
};

function viewDoor(gvk: GroupVersionKind, subresource: string): Omit<Door, "owned"> {
  const apiVersion = apiVersionOf(gvk.group, gvk.version);
  const schema = schemaOfKind(gvk) ?? {};
  const zeros = zerosOf[gvk.kind] ?? {};
  return {
    apiVersion,
    kind: gvk.kind,
    subresource,
    world: {
      schemaOf: (version) => (version === apiVersion ? schema : undefined),
      convert: (object) => object,
    },
    empty: () => ({ apiVersion, kind: gvk.kind, metadata: {}, ...zeros }),
  };
}

/** What every object has and nobody owns, inside `metadata` and beside it. */
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
