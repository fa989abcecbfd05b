/**
 * One FieldManager per endpoint of a kind: the object itself and each of its subresources. It has the version and the schema of the objects
 * that the endpoint writes, and the fields that the endpoint does not change.
 */
import { schemaOfKind } from "@kubewright/api-facts";
import { apiVersionOf } from "@kubewright/apimachinery";
import type { GroupVersionKind, JsonObject } from "@kubewright/apimachinery";
import type { FieldSet, VersionConverter } from "@kubewright/schema";
import { fieldSet } from "@kubewright/schema";

/** The field manager of one endpoint, for the objects of one version. */
export interface FieldManager {
  readonly converter: VersionConverter;
  readonly apiVersion: string;
  readonly kind: string;
  readonly subresource: string;
  /** An object of the kind without any values, with which a create is compared. Shared: do not change it. */
  readonly empty: () => JsonObject;
  /** The fields of a new object that get no manager: identity, and the fields that the endpoint resets, with everything below them. Absent for views. */
  readonly unmanaged?: FieldSet;
}

/** A subresource whose body has another kind than the object. */
export interface SubresourceBody {
  readonly name: string;
  readonly gvk: GroupVersionKind;
  /** The fields, other than metadata, of an object without any values. Default: none. */
  readonly emptyFields?: JsonObject;
}

/** Creates the field manager of an endpoint whose body has another kind than the object: a `scale`, a `token`. */
export function createViewFieldManager({ name, gvk, emptyFields }: SubresourceBody): FieldManager {
  const apiVersion = apiVersionOf(gvk.group, gvk.version);
  const schema = schemaOfKind(gvk) ?? {};
  return {
    apiVersion,
    kind: gvk.kind,
    subresource: name,
    converter: {
      schemaOf: (version) => (version === apiVersion ? schema : undefined),
      convert: (object) => object,
    },
    empty: () => ({ apiVersion, kind: gvk.kind, metadata: {}, ...emptyFields }),
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

const identity = pathsAsSet([...identityPaths, ["metadata"]]);

/** The set without the fields that never have a manager: identity, and fields that only the server sets. */
export function withoutIdentity(set: FieldSet): FieldSet {
  return set.difference(identity);
}

/** The fields of a new object that get no manager at an endpoint with these reset fields. */
export function unmanagedFields(resetFields: readonly (readonly string[])[]): FieldSet {
  return pathsAsSet([...identityPaths, ...resetFields]);
}

/** The set of these fields. */
export function pathsAsSet(paths: readonly (readonly string[])[]): FieldSet {
  return fieldSet(...paths.map((path) => path.map((field) => ({ field }))));
}
