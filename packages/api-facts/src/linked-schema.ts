// Definitions with resolved references: a `$ref` is replaced by the keywords of its definition and the keywords beside it. The schemas of fields
// are resolved when they are first read, so the schema of a Pod costs only the used fields, and recursive types such as JSONSchemaProps work: a
// walk along a value ends with the value.

import type { GroupVersionKind } from "@kubewright/apimachinery";
import type { GoStruct } from "@kubewright/schema";
import type { DefinitionSchema } from "./definition-schema.ts";
import { definition, definitionOf, definitionOfReference } from "./definitions.ts";
import { lazyMap } from "./lazy.ts";
import { hasPointer } from "./protobuf/protobuf-message.ts";

/**
 * Returns the schema of a definition with resolved references, for validation, defaulting, pruning and merges: the same object each time.
 * `undefined` for an unknown name.
 */
export function schemaOf(name: string): DefinitionSchema | undefined {
  return linked(name);
}

/** Returns the schema of a kind with resolved references, or `undefined` for a kind without a definition. */
export function schemaOfKind(kind: GroupVersionKind): DefinitionSchema | undefined {
  const name = definitionOf(kind);
  return name === undefined ? undefined : linked(name);
}

const linked = lazyMap((name: string): DefinitionSchema | undefined => {
  const published = definition(name);
  return published && { ...linkParts(published), ...factsOf(name) };
});

/** Facts about a type that only the Go code of kube-apiserver has. */
const factsOf = lazyMap((name: string): DefinitionSchema => ({ ...mergeOf(name), "x-kubewright-go": goStruct(name) }));

function goStruct(name: string): GoStruct {
  return { definition: name, isPointer: (field) => hasPointer(name, field) };
}

function mergeOf(name: string): DefinitionSchema {
  switch (name) {
    case "io.k8s.apimachinery.pkg.api.resource.Quantity":
      return { "x-kubewright-merge": "scalar" };
    case "io.k8s.apimachinery.pkg.runtime.RawExtension":
      return { "x-kubewright-merge": "value" };
    default:
      return {};
  }
}

function linkParts(schema: DefinitionSchema): DefinitionSchema {
  const { properties, items, additionalProperties } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, link(part)])),
    }),
    ...(items && { items: link(items) }),
    ...(typeof additionalProperties === "object" && { additionalProperties: link(additionalProperties) }),
  };
}

function link(schema: DefinitionSchema): DefinitionSchema {
  const { $ref, ...beside } = schema;
  if ($ref === undefined) return linkParts(schema);
  const name = definitionOfReference($ref);
  const target = definition(name);
  if (target === undefined) throw new TypeError(`Cannot resolve "${$ref}": there is no such definition`);

  const { properties, items, additionalProperties, ...plain } = target;
  const node: DefinitionSchema = { ...plain, ...beside, ...factsOf(name) };
  if (properties) resolveWhenRead(node, "properties", name);
  if (items) resolveWhenRead(node, "items", name);
  if (additionalProperties !== undefined) resolveWhenRead(node, "additionalProperties", name);
  return node;
}

/** Gives the node a key of a definition: resolved when it is first read, a plain value from then on. */
function resolveWhenRead(node: DefinitionSchema, key: keyof DefinitionSchema, name: string): void {
  Object.defineProperty(node, key, {
    enumerable: true,
    configurable: true,
    get: () => {
      const value = linked(name)?.[key];
      Object.defineProperty(node, key, { enumerable: true, value });
      return value;
    },
  });
}
