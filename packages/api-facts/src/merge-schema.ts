// How built-in types merge under a strategic merge patch: the published keys of each field, and the names of the Go types, which a server
// shows in its errors.

import type { MergeField, MergeSchema } from "@kubewright/schema";
import type { DefinitionSchema } from "./definition-schema.ts";
import { definition, definitionOfReference } from "./definitions.ts";
import { lazyMap } from "./lazy.ts";

/** The merge schema of a definition, for `strategicMerge` of `@kubewright/schema`. Undefined if no definition of an object has this name. */
export function mergeSchemaOfDefinition(name: string): MergeSchema | undefined {
  return mergeSchemas(name);
}

const mergeSchemas = lazyMap((name: string): MergeSchema | undefined => {
  const { type, properties = {} } = definition(name) ?? {};
  if (type !== "object") return undefined;
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
