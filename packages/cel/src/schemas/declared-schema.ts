// A schema as expressions see it: its type, the values that JSON has under it, and the sizes that costs are estimated from.

import type { JsonValue } from "@kubewright/apimachinery";
import type { JsonSchema } from "@kubewright/schema";
import type { StructDeclaration, StructResolver } from "../checking/scope.ts";
import type { Range } from "../cost/range.ts";
import { between } from "../cost/range.ts";
import type { CelType } from "../types/type.ts";
import { durationType, timestampType } from "../types/type.ts";
import type { Value } from "../values/value.ts";
import type { DeclaredType } from "./declared-type.ts";
import { cardinalityMax, declareType, structsOf } from "./declared-type.ts";
import type { SchemaNode } from "./schema-node.ts";
import { schemaNode } from "./schema-node.ts";
import { valueOf } from "./values.ts";

// The reference declares these names beside those of the schema, and then has no value for them.
const timeTypes: ReadonlyMap<string, StructDeclaration> = new Map(
  [durationType, timestampType].map((type) => [type.text, { type, fieldType: () => undefined }] as const),
);

/** Options of `declareSchema`. */
export interface DeclareSchemaOptions {
  /** The schema describes a whole resource, which has `apiVersion`, `kind` and the name in `metadata`. */
  readonly isResource?: boolean;
  /** The name of the type in messages. Default: `selfType`. */
  readonly typeName?: string;
}

/** A schema for expressions. */
export class DeclaredSchema {
  readonly #node: SchemaNode;
  readonly #declared: DeclaredType | undefined;
  readonly #structs: ReadonlyMap<string, StructDeclaration>;

  constructor(node: SchemaNode, declared: DeclaredType | undefined) {
    this.#node = node;
    this.#declared = declared;
    this.#structs = declared === undefined ? new Map() : structsOf(declared);
  }

  /** The type of values; undefined if expressions cannot read them, as where a schema only preserves fields. */
  get type(): CelType | undefined {
    return this.#declared?.type;
  }

  /** The types of the objects inside. */
  get structs(): StructResolver {
    return (name) => this.#structs.get(name) ?? timeTypes.get(name);
  }

  /** How many values of the schema fit into one request at most. */
  get cardinalityMax(): number {
    return this.#declared === undefined ? 0 : cardinalityMax(this.#declared);
  }

  /** JSON as a value. It is converted when an expression reads it, so that this costs nothing. */
  valueOf(json: JsonValue): Value {
    return valueOf(json, this.#node);
  }

  /** The sizes of values at a path that begins with a variable of this type. */
  sizeOf(path: readonly string[]): Range | undefined {
    let current = this.#declared;
    for (const step of path.slice(1)) {
      if (step === "@items" || step === "@values") current = current?.element;
      else if (step === "@keys") current = current?.key;
      else current = current?.fields?.get(step);
      if (current === undefined) return undefined;
    }
    return current === undefined ? undefined : between(0, current.elementsMax);
  }
}

/** Prepares a structural schema for expressions. Call it once per schema. */
export function declareSchema(schema: JsonSchema, options: DeclareSchemaOptions = {}): DeclaredSchema {
  const node = schemaNode(schema, options.isResource);
  return new DeclaredSchema(node, declareType(node, options.typeName ?? "selfType"));
}
