// Definitions with their references resolved: in place of a `$ref` stands a schema with the keys of the definition it
// points at, and of what stood beside the reference. What is below is resolved when somebody looks at it, so that a Pod's
// schema costs no more than the fields that are read; and a type that contains itself (JSONSchemaProps) is no special
// case: whoever walks its schema along a value comes to an end with the value.

import type { GroupVersionKind } from "@kubewright/apimachinery";
import type { GoStruct } from "@kubewright/schema";
import type { DefinitionSchema } from "./definition-schema.ts";
import { definition, definitionOf, definitionOfReference } from "./definitions.ts";
import { lazyMap } from "./lazy.ts";
import { hasPointer } from "./protobuf/protobuf-message.ts";

/**
 * The schema of a definition with all references resolved, ready to validate, default, prune and merge by. The same
 * object each time; undefined when there is no definition of this name.
 */
export function schemaOf(name: string): DefinitionSchema | undefined {
  return linked(name);
}

/** The schema of a kind with all references resolved; undefined when nothing is published for it. */
export function schemaOfKind(kind: GroupVersionKind): DefinitionSchema | undefined {
  const name = definitionOf(kind);
  return name === undefined ? undefined : linked(name);
}

const linked = lazyMap((name: string): DefinitionSchema | undefined => {
  const published = definition(name);
  return published && { ...linkParts(published), ...factsOf(name) };
});

/** What a kube-apiserver knows of a type from its Go code alone. */
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
