// A schema prepared for reading values: what each node expects, with the fields that every object has where it is a whole
// resource.

import type { JsonSchema } from "@kubewright/schema";
import { escapeName } from "./names.ts";

/** What a node expects of a value. */
export type NodeKind =
  | "array"
  | "boolean"
  | "integer"
  | "intOrString"
  | "number"
  | "object"
  | "preserved"
  | "string"
  | "unknown";

/** A prepared node. */
export interface SchemaNode {
  readonly kind: NodeKind;
  readonly schema: JsonSchema;
  /** The fields of an object with named fields. */
  readonly properties: ReadonlyMap<string, SchemaNode> | undefined;
  readonly additional: SchemaNode | undefined;
  readonly items: SchemaNode | undefined;
  readonly listType: string;
  /** The keys of a list of type `map`, in the form that the reference looks them up in. */
  readonly mapKeys: readonly string[];
}

const textSchema: JsonSchema = { type: "string" };
const metadataSchema: JsonSchema = { type: "object", properties: { name: textSchema, generateName: textSchema } };

/** Prepares a schema. A resource always has `apiVersion`, `kind` and the name in `metadata`, also if its schema does not. */
export function schemaNode(schema: JsonSchema, isResource: boolean = isEmbedded(schema)): SchemaNode {
  const completed = isResource ? withTypeAndMetadata(schema) : schema;
  const { additionalProperties, items, properties } = completed;
  return {
    kind: kindOf(completed),
    schema: completed,
    properties:
      properties === undefined || Object.keys(properties).length === 0 // Go does not distinguish them.
        ? undefined
        : new Map(Object.entries(properties).map(([name, property]) => [name, schemaNode(property)] as const)),
    additional: typeof additionalProperties === "object" ? schemaNode(additionalProperties) : undefined,
    items: items === undefined || isSchemaList(items) ? undefined : schemaNode(items),
    listType: completed["x-kubernetes-list-type"] ?? "",
    mapKeys: (completed["x-kubernetes-list-map-keys"] ?? []).map((key) => escapeName(key) ?? key),
  };
}

function isSchemaList(items: JsonSchema | readonly JsonSchema[]): items is readonly JsonSchema[] {
  return Array.isArray(items);
}

function isEmbedded(schema: JsonSchema): boolean {
  return schema["x-kubernetes-embedded-resource"] === true;
}

function withTypeAndMetadata(schema: JsonSchema): JsonSchema {
  const { properties = {} } = schema;
  const metadata = properties["metadata"];
  const isComplete =
    properties["kind"]?.type === "string" &&
    properties["apiVersion"]?.type === "string" &&
    metadata?.type === "object" &&
    metadata.properties?.["name"]?.type === "string" &&
    metadata.properties["generateName"]?.type === "string";
  if (isComplete) return schema;
  return {
    ...schema,
    properties: { ...properties, kind: textSchema, apiVersion: textSchema, metadata: metadataSchema },
  };
}

function kindOf(schema: JsonSchema): NodeKind {
  if (schema["x-kubernetes-int-or-string"] === true) return "intOrString";
  switch (schema.type) {
    case "array":
    case "boolean":
    case "integer":
    case "number":
    case "object":
    case "string":
      return schema.type;
    default:
      return schema["x-kubernetes-preserve-unknown-fields"] === true ? "preserved" : "unknown";
  }
}
