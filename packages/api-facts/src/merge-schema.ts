// How built-in types merge under a strategic merge patch: what the published keys say of each field, with the types'
// own names, since a server names the type in its errors.

import type { MergeField, MergeSchema } from "@kubewright/schema";
import type { DefinitionSchema } from "./definition-schema.ts";
import { definition, definitionOfReference } from "./definitions.ts";
import { lazyMap } from "./lazy.ts";

/**
 * What `strategicMerge` of `@kubewright/schema` must know of a definition. Undefined when there is no definition of this
 * name, or none with fields.
 */
export function mergeSchemaOfDefinition(name: string): MergeSchema | undefined {
  return mergeSchemas(name);
}

const mergeSchemas = lazyMap((name: string): MergeSchema | undefined => {
  const { properties } = definition(name) ?? {};
  if (properties === undefined) return undefined;
  const fields = lazyMap((field: string) =>
    Object.hasOwn(properties, field) ? mergeField(properties[field] ?? {}) : undefined,
  );
  return { name: name.slice(name.lastIndexOf(".") + 1), field: fields };
});

function mergeField(property: DefinitionSchema): MergeField {
  const { "x-kubernetes-patch-strategy": strategy = "", "x-kubernetes-patch-merge-key": mergeKey } = property;
  const reference = property.items?.$ref ?? property.$ref;
  const schema = reference === undefined ? undefined : mergeSchemaOfDefinition(definitionOfReference(reference));
  return {
    patchStrategy: strategy === "" ? [] : strategy.split(","),
    ...(mergeKey !== undefined && { mergeKey }),
    ...(schema && { schema }),
  };
}
