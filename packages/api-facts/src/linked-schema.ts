// Definitions with their references resolved: in place of a `$ref` stands the schema it points at, together with what
// stood beside the reference. A type that contains itself (JSONSchemaProps) gives a graph with a circle in it, which is
// no danger to whoever walks it along a value, since every value ends.

import type { GroupVersionKind } from "@kubewright/apimachinery";
import type { DefinitionSchema } from "./definition-schema.ts";
import { definition, definitionOf, definitionOfReference } from "./definitions.ts";
import { lazy } from "./lazy.ts";

const linkedByName = lazy(() => new Map<string, DefinitionSchema>());

/**
 * The schema of a definition with all references resolved, ready to validate, default, prune and merge by. Everything it
 * refers to is parsed with it, once. Undefined when there is no definition of this name.
 */
export function schemaOf(name: string): DefinitionSchema | undefined {
  if (definition(name) === undefined) return undefined;
  const uses: UseOfDefinition[] = [];
  const schema = linkDefinition(name, uses);
  // By now every definition that is referred to is complete.
  for (const { node, target, beside } of uses) Object.assign(node, target, beside);
  return schema;
}

/** The schema of a kind with all references resolved; undefined when nothing is published for it. */
export function schemaOfKind(kind: GroupVersionKind): DefinitionSchema | undefined {
  const name = definitionOf(kind);
  return name === undefined ? undefined : schemaOf(name);
}

/** A place that refers to a definition and says more beside it, such as a default; filled when the definition is. */
interface UseOfDefinition {
  readonly node: DefinitionSchema;
  readonly target: DefinitionSchema;
  readonly beside: DefinitionSchema;
}

function linkDefinition(name: string, uses: UseOfDefinition[]): DefinitionSchema {
  const known = linkedByName().get(name);
  if (known) return known;
  const published = definition(name);
  if (published === undefined)
    throw new TypeError(`Cannot resolve the reference to "${name}": there is no such definition`);

  const schema: DefinitionSchema = {};
  linkedByName().set(name, schema); // Before its parts are linked, so that a type that contains itself finds itself.
  return Object.assign(schema, linkParts(published, uses));
}

function linkParts(schema: DefinitionSchema, uses: UseOfDefinition[]): DefinitionSchema {
  const { properties, items, additionalProperties } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, link(part, uses)])),
    }),
    ...(items && { items: link(items, uses) }),
    ...(typeof additionalProperties === "object" && { additionalProperties: link(additionalProperties, uses) }),
  };
}

function link(schema: DefinitionSchema, uses: UseOfDefinition[]): DefinitionSchema {
  const { $ref, ...beside } = schema;
  if ($ref === undefined) return linkParts(schema, uses);
  const target = linkDefinition(definitionOfReference($ref), uses);
  if (Object.keys(beside).length === 0) return target;
  const node: DefinitionSchema = {};
  uses.push({ node, target, beside });
  return node;
}
