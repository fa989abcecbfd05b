// The field managers of all endpoints: derived from the served resources, their versions and their reset fields.
import { schemaOf as builtinSchemaOf } from "@kubewright/api-facts";
import { apiVersionOf } from "@kubewright/apimachinery";
import { whenFailed } from "@kubewright/apimachinery";
import type { JsonObject, Work } from "@kubewright/apimachinery";
import type { FieldSet, JsonSchema, VersionConverter } from "@kubewright/schema";
import { resourceSchema, TypedError } from "@kubewright/schema";
import type { FieldManager, SubresourceBody } from "../field-manager/field-manager.ts";
import { createViewFieldManager, pathsAsSet, unmanagedFields } from "../field-manager/field-manager.ts";
import type { ReadonlyObject } from "../objects/api-object.ts";
import { cloneObject } from "../objects/clone-object.ts";
import type { VersionedResource } from "./registry.ts";
import { hasStatusSubresource, versionedResource } from "./registry.ts";
import { failedConversionMessage } from "../conversion/failed-conversion.ts";
import { toManagedVersion } from "../conversion/served-object.ts";
import type { FieldPaths } from "../contracts/update-strategy.ts";

/** The field managers of all endpoints, each created when it is first used. */
export interface FieldManagers {
  of: (resource: VersionedResource, subresource: string) => FieldManager;
  /** The field manager of an endpoint whose body has another kind than the object: a `scale`, a `token`. */
  viewOf: (subresource: SubresourceBody) => FieldManager;
}

export function createFieldManagers(): FieldManagers {
  const fieldManagers = new WeakMap<VersionedResource, Map<string, FieldManager>>();
  const views = new Map<string, FieldManager>();
  return {
    of(resource, subresource) {
      const known = fieldManagers.get(resource) ?? new Map<string, FieldManager>();
      fieldManagers.set(resource, known);
      const fieldManager = known.get(subresource) ?? fieldManagerOf(resource, subresource);
      known.set(subresource, fieldManager);
      return fieldManager;
    },
    viewOf(subresource) {
      const { gvk } = subresource;
      const key = `${apiVersionOf(gvk.group, gvk.version)} ${gvk.kind}`;
      const fieldManager = views.get(key) ?? createViewFieldManager(subresource);
      views.set(key, fieldManager);
      return fieldManager;
    },
  };
}

function fieldManagerOf(resource: VersionedResource, subresource: string): FieldManager {
  const { apiVersion, version, kind } = resource;
  let empty: JsonObject | undefined;
  return {
    apiVersion,
    kind,
    subresource,
    converter: converterOf(resource, subresource),
    unmanaged: unmanagedFields(resetFieldsOf(resource, subresource)),
    empty: () => (empty ??= { apiVersion, kind, metadata: {}, ...(version.emptyFields?.() as JsonObject | undefined) }),
  };
}

function converterOf(resource: VersionedResource, subresource: string): VersionConverter {
  const kept = new Map<string, FieldSet | undefined>();
  const versions = new Map<string, VersionedResource>([[resource.apiVersion, resource]]);

  /** The resource in another of its versions, served or not; `undefined` for a version that does not exist. */
  function inVersion(apiVersion: string): VersionedResource | undefined {
    const known = versions.get(apiVersion);
    if (known !== undefined) return known;
    const all = [...resource.versions, ...(resource.unservedVersions ?? [])];
    const version = all.find(
      ({ name }) => apiVersion === apiVersionOf(resource.group, name) || apiVersion === `${resource.group}/${name}`,
    );
    if (version === undefined) return undefined;
    const other = versionedResource(resource, version);
    versions.set(apiVersion, other);
    return other;
  }

  function unchangedFieldsIn(apiVersion: string): FieldSet | undefined {
    if (kept.has(apiVersion)) return kept.get(apiVersion);
    const other = inVersion(apiVersion);
    // The main endpoint of a custom resource resets fields in the version of the request only.
    const isSilent = other?.apiVersion !== apiVersion || (resource.custom && subresource === "" && other !== resource);
    const paths = isSilent ? [] : resetFieldsOf(other, subresource);
    const set = paths.length === 0 ? undefined : pathsAsSet(paths);
    kept.set(apiVersion, set);
    return set;
  }

  return {
    isFixed: !resource.custom,
    schemaOf(apiVersion) {
      const other = inVersion(apiVersion);
      if (other !== undefined) return objectSchemaOf(other);
      assertReadable(apiVersion, resource);
      return undefined;
    },
    convert(object, apiVersion) {
      const other = inVersion(apiVersion);
      if (other === undefined)
        throw new Error(`Cannot convert ${resource.kind} to ${apiVersion}: the version does not exist`);
      const copy = cloneObject(object as unknown as ReadonlyObject); // A whole object of the kind.
      return whenFailed(
        () => toManagedVersion(copy, other) as Work<unknown> as Work<JsonObject>,
        (error) => {
          throw new TypedError([failedConversionMessage(error)]);
        },
      );
    },
    writable(set, apiVersion) {
      const fields = unchangedFieldsIn(apiVersion);
      return fields === undefined ? set : set.recursiveDifference(fields);
    },
  };
}

/** Throws if kube-apiserver cannot read the version of a manager. It ignores the managers of other versions of built-in kinds that do not exist. */
function assertReadable(apiVersion: string, { custom }: VersionedResource): void {
  if (apiVersion.split("/").length > 2) throw new TypedError([`unexpected GroupVersion string: ${apiVersion}`]);
  if (custom) throw new TypedError([`request to convert CR to an invalid group/version: ${apiVersion}`]);
}

/** The fields that an endpoint does not change. */
function resetFieldsOf(resource: VersionedResource, subresource: string): FieldPaths {
  const { strategy, subresources = [] } = resource;
  if (subresource === "") return strategy.resetFields ?? (hasStatusSubresource(resource) ? [["status"]] : []);
  const endpoint = subresources.find(({ name }) => name === subresource);
  return (endpoint?.type === "object" ? endpoint.strategy.resetFields : undefined) ?? [];
}

/** The schema of whole objects: that of a definition covers only its own fields. */
export function objectSchemaOf({ custom, version }: VersionedResource): JsonSchema | undefined {
  const schema = version.schema();
  if (!custom || schema === undefined) return schema;
  const objectMeta = builtinSchemaOf("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");
  return objectMeta && resourceSchema(schema, objectMeta);
}
