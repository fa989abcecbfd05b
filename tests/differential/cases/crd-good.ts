/** A valid CustomResourceDefinition, which cases change. */
export const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

export const string = { type: "string" };
export const integer = { type: "integer" };

/** A schema with these properties in its `spec`. */
export function schemaOf(properties: object): object {
  return { type: "object", properties: { spec: { type: "object", properties } } };
}

/** A version of this name and schema, which is stored too. */
export function versionOf(name: string, schema: object, more: object = {}): object {
  return { name, served: true, storage: true, schema: { openAPIV3Schema: schema }, ...more };
}

export interface DefinitionParts {
  readonly group?: string;
  readonly versions?: readonly object[];
  readonly names?: object;
  readonly spec?: object;
}

/** A CRD of `widgets` in a group for the case. */
export function definition({
  group = "{{namespace}}.example.com",
  versions = [versionOf("v1", schemaOf({ a: string }))],
  names = { plural: "widgets", kind: "Widget" },
  spec = {},
}: DefinitionParts = {}): object {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `widgets.${group}` },
    spec: { group, scope: "Namespaced", names, versions, ...spec },
  };
}
