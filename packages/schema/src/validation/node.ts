// A schema made ready for checking values: types listed, patterns compiled, formats looked up. Done once for each node of
// a schema, when a value first reaches it, so a large schema costs only what is used, and a recursive one ends.

import type { JsonSchema } from "../model/json-schema.ts";
import { additionalOf, itemsOf, propertyOf } from "../model/walk.ts";
import type { FormatCheck } from "../formats/formats.ts";
import { formatCheckOf, isKnown } from "../formats/formats.ts";
import type { Pattern } from "../pattern/pattern.ts";
import { compilePattern } from "../pattern/pattern.ts";

/** A schema node ready for checking. */
export interface SchemaNode {
  readonly schema: JsonSchema;
  /** Empty when every type is allowed. */
  readonly types: readonly string[];
  /** The format, if it is one that is checked for the node's type. */
  readonly format: string;
  readonly formatCheck: FormatCheck | undefined;
  readonly pattern: Pattern | undefined;
  readonly items: SchemaNode | undefined;
  /** The node of properties that are not named. */
  readonly additional: SchemaNode | undefined;
  readonly allOf: readonly SchemaNode[];
  readonly anyOf: readonly SchemaNode[];
  readonly oneOf: readonly SchemaNode[];
  readonly not: SchemaNode | undefined;
  /** The node of a named property. */
  property(name: string): SchemaNode | undefined;
}

/** Nodes that were made already. */
export interface NodeCache {
  readonly nodes: Map<JsonSchema, SchemaNode>;
  /** A format that nobody knows counts too: a value of the wrong type is then said to have another format. */
  readonly keepsFormats: boolean;
}

/**
 * The node of a schema.
 *
 * @throws {TypeError} when the schema uses a keyword that a structural schema cannot have: it must be checked first.
 */
export function nodeOf(schema: JsonSchema, cache: NodeCache): SchemaNode {
  const known = cache.nodes.get(schema);
  if (known !== undefined) return known;
  assertSupported(schema);
  const node = new LazyNode(schema, cache);
  cache.nodes.set(schema, node);
  return node;
}

const unsupportedKeywords = ["$ref", "patternProperties", "dependencies", "additionalItems", "definitions"] as const;

function assertSupported(schema: JsonSchema): void {
  const used = unsupportedKeywords.find((keyword) => schema[keyword] !== undefined);
  if (used === undefined && !Array.isArray(schema.items)) return;
  throw new TypeError(`Cannot compile schema: it has ${used ?? "several items schemas"}, expected a structural schema`);
}

class LazyNode implements SchemaNode {
  readonly schema: JsonSchema;
  readonly types: readonly string[];
  readonly format: string;
  readonly formatCheck: FormatCheck | undefined;
  readonly pattern: Pattern | undefined;
  readonly #cache: NodeCache;
  readonly #properties = new Map<string, SchemaNode | undefined>();
  #parts: Pick<SchemaNode, "items" | "additional" | "allOf" | "anyOf" | "oneOf" | "not"> | undefined;

  constructor(schema: JsonSchema, cache: NodeCache) {
    this.schema = schema;
    this.#cache = cache;
    this.types = typesOf(schema);
    this.format = cache.keepsFormats ? (schema.format ?? "") : checkedFormat(schema, this.types);
    this.formatCheck = this.format === "" ? undefined : formatCheckOf(this.format);
    this.pattern = schema.pattern === undefined || schema.pattern === "" ? undefined : compilePattern(schema.pattern);
  }

  get items(): SchemaNode | undefined {
    return this.#part().items;
  }

  get additional(): SchemaNode | undefined {
    return this.#part().additional;
  }

  get allOf(): readonly SchemaNode[] {
    return this.#part().allOf;
  }

  get anyOf(): readonly SchemaNode[] {
    return this.#part().anyOf;
  }

  get oneOf(): readonly SchemaNode[] {
    return this.#part().oneOf;
  }

  get not(): SchemaNode | undefined {
    return this.#part().not;
  }

  property(name: string): SchemaNode | undefined {
    const known = this.#properties.get(name);
    if (known !== undefined) return known;
    const schema = propertyOf(this.schema, name);
    // Names that the schema does not have are not remembered: they come from outside and have no end.
    if (schema === undefined) return undefined;
    const node = nodeOf(schema, this.#cache);
    this.#properties.set(name, node);
    return node;
  }

  #part(): Pick<SchemaNode, "items" | "additional" | "allOf" | "anyOf" | "oneOf" | "not"> {
    if (this.#parts !== undefined) return this.#parts;
    const one = (schema: JsonSchema | undefined): SchemaNode | undefined =>
      schema === undefined ? undefined : nodeOf(schema, this.#cache);
    const all = (schemas: readonly JsonSchema[] = []): readonly SchemaNode[] =>
      schemas.map((schema) => nodeOf(schema, this.#cache));
    const { schema } = this;
    this.#parts = {
      items: one(itemsOf(schema)),
      additional: one(additionalOf(schema)),
      allOf: all(schema.allOf),
      anyOf: all(schema.anyOf),
      oneOf: all(schema.oneOf),
      not: one(schema.not),
    };
    return this.#parts;
  }
}

function typesOf(schema: JsonSchema): readonly string[] {
  if (schema["x-kubernetes-int-or-string"] === true) return ["integer", "string"];
  return schema.type === undefined || schema.type === "" ? [] : [schema.type];
}

/** The format, if it counts: only for the types it makes sense for, and only if a kube-apiserver knows it. */
export function checkedFormat({ format = "" }: JsonSchema, types: readonly string[]): string {
  return isKnown(format, types.length === 1 ? (types[0] ?? "") : "") ? format : "";
}
