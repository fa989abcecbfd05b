// How built-in types merge under a strategic merge patch: the published keys of each field, and the names of the Go types, which a server
// shows in its errors.

import type { MergeField, MergeSchema } from "@kubewright/schema";
import type { DefinitionSchema } from "./definition-schema.ts";
import { definition, definitionOfReference } from "./definitions.ts";
import { lazy, lazyMap } from "./lazy.ts";
import { pointerFields } from "./pointer-fields.generated.ts";

/** The merge schema of a definition, for `strategicMerge` of `@kubewright/schema`. Undefined if no definition of an object has this name. */
export function mergeSchemaOfDefinition(name: string): MergeSchema | undefined {
  return mergeSchemas(name);
}

const mergeSchemas = lazyMap((name: string) => createMergeSchema(name, "struct"));
const pointerSchemas = lazyMap((name: string) => createMergeSchema(name, "ptr"));

function createMergeSchema(name: string, kind: MergeSchema["kind"]): MergeSchema | undefined {
  const { type, properties = {} } = definition(name) ?? {};
  if (type !== "object") return undefined;
  const fields = lazyMap((field: string) => {
    const found = Object.hasOwn(properties, field) ? field : fieldInAnyCase(properties, field);
    return found === undefined ? undefined : mergeField(name, found, properties[found] ?? {});
  });
  return { name: name.slice(name.lastIndexOf(".") + 1), kind, field: fields };
}

function fieldInAnyCase(properties: Readonly<Record<string, DefinitionSchema>>, field: string): string | undefined {
  const lowerCase = field.toLowerCase();
  return Object.keys(properties).find((each) => each.toLowerCase() === lowerCase);
}

function mergeField(name: string, field: string, property: DefinitionSchema): MergeField {
  const { "x-kubernetes-patch-strategy": strategy = "", "x-kubernetes-patch-merge-key": mergeKey } = property;
  const type = property.type === "array" ? "list" : isPointer(name, field) ? "pointer" : "other";
  const reference = property.items?.$ref ?? property.$ref;
  const schemas = type === "pointer" ? pointerSchemas : mergeSchemas;
  const schema = reference === undefined ? undefined : schemas(definitionOfReference(reference));
  return {
    patchStrategy: strategy === "" ? [] : strategy.split(","),
    type,
    ...(mergeKey !== undefined && { mergeKey }),
    ...(schema && { schema }),
  };
}

/** The pointer fields of definitions, by the definition's name. */
const pointersByDefinition = lazy(
  (): ReadonlyMap<string, ReadonlySet<string>> =>
    new Map(
      pointerFields
        .trim()
        .split("\n")
        .map((line) => line.split(" "))
        .map(([name = "", ...fields]) => [name, new Set(fields)] as const),
    ),
);

function isPointer(name: string, field: string): boolean {
  return pointersByDefinition().get(name)?.has(field) ?? false;
}
