// The types that a schema declares, with the sizes that values of a request can have at most. Costs are estimated from these
// sizes, so they follow the reference exactly.

import type { JsonSchema } from "@kubewright/schema";
import type { StructDeclaration } from "../checking/scope.ts";
import type { CelType } from "../types/type.ts";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listOf,
  mapOf,
  stringType,
  structType,
  timestampType,
} from "../types/type.ts";
import { escapeName, isReservedName } from "./names.ts";
import type { SchemaNode } from "./schema-node.ts";

/** A type with the sizes of its values. */
export interface DeclaredType {
  readonly type: CelType;
  /** The most characters, items or entries. */
  readonly elementsMax: number;
  /** The shortest JSON of a value. */
  readonly bytesMin: number;
  readonly fields?: ReadonlyMap<string, DeclaredType>;
  readonly element?: DeclaredType;
  readonly key?: DeclaredType;
}

/** The largest request that a server takes. */
const requestBytesMax = 3 * 1024 * 1024;
const durationBytesMax = 32;
const dateTimeBytesMax = 32;
const dateBytes = 12;

const keyType: DeclaredType = scalar(stringType, 2);

/** The type of a node; undefined if expressions cannot read its values. Objects are named after their path. */
export function declareType(node: SchemaNode, name: string): DeclaredType | undefined {
  const { schema } = node;
  switch (node.kind) {
    case "intOrString":
      return scalar(
        dynType,
        1,
        schema.maxLength === undefined ? requestBytesMax - 2 : sizeOf(schema.maxLength, bytesPerCharacterMax),
      );
    case "array": {
      const element = node.items === undefined ? undefined : declareType(node.items, `${name}.@idx`);
      if (element === undefined) return undefined;
      const itemsMax = schema.maxItems ?? Math.trunc((requestBytesMax - 2) / (element.bytesMin + 1));
      return { type: listOf(element.type), elementsMax: sizeOf(itemsMax), bytesMin: 2, element };
    }
    case "object":
      return node.additional === undefined ? declareObject(node, name) : declareMap(node.additional, schema, name);
    case "string":
      return declareString(schema);
    case "boolean":
      return scalar(boolType, 4);
    case "number":
      return scalar(doubleType, 1);
    case "integer":
      return scalar(intType, 1);
    default:
      return undefined;
  }
}

function scalar(type: CelType, bytesMin: number, elementsMax = 0): DeclaredType {
  return { type, elementsMax, bytesMin };
}

function declareMap(values: SchemaNode, schema: JsonSchema, name: string): DeclaredType | undefined {
  const element = declareType(values, `${name}.@elem`);
  if (element === undefined) return undefined;
  const entriesMax = schema.maxProperties ?? Math.trunc((requestBytesMax - 2) / (element.bytesMin + 6));
  return {
    type: mapOf(stringType, element.type),
    elementsMax: sizeOf(entriesMax),
    bytesMin: 2,
    element,
    key: keyType,
  };
}

function declareObject(node: SchemaNode, name: string): DeclaredType {
  const required = new Set(node.schema.required);
  const fields = new Map<string, DeclaredType>();
  let bytesMin = 2;
  for (const [property, child] of node.properties ?? []) {
    const escaped = escapeName(property);
    const declared = declareType(child, `${name}.${escaped ?? property}`);
    if (declared === undefined) continue;
    if (escaped !== undefined) fields.set(escaped, declared);
    if (required.has(property) && child.schema.default === undefined) {
      bytesMin += Buffer.byteLength(property) + declared.bytesMin + 4;
    }
  }
  return { type: structType(name), elementsMax: 0, bytesMin, fields };
}

function declareString(schema: JsonSchema): DeclaredType {
  const { enum: allowed, format, maxLength } = schema;
  switch (format) {
    case "byte":
      return scalar(bytesType, 2, maxLength === undefined ? requestBytesMax - 2 : sizeOf(maxLength));
    case "duration":
      return scalar(durationType, 3, durationBytesMax);
    case "date":
      return scalar(timestampType, dateBytes, dateBytes);
    case "date-time":
      return scalar(timestampType, 21, dateTimeBytesMax);
    default:
      break;
  }
  if (maxLength !== undefined) return scalar(stringType, 2, sizeOf(maxLength, bytesPerCharacterMax));
  if (allowed === undefined || allowed.length === 0) return scalar(stringType, 2, requestBytesMax - 2);
  const longest = allowed.reduce<number>(
    (most, value) => Math.max(most, typeof value === "string" ? Buffer.byteLength(value) : 0),
    0,
  );
  return scalar(stringType, 2, longest);
}

const bytesPerCharacterMax = 4;

/** A maximum of a schema as a size. Like in Go, the product is an integer of 64 bits without a check for overflow. */
function sizeOf(limit: number | bigint, factor = 1): number {
  if (limit <= 0) return 0;
  const size = Number(limit) * factor;
  return Number.isSafeInteger(size) ? size : Number(BigInt.asUintN(64, BigInt(limit) * BigInt(factor)));
}

/** The types with fields inside a type, by name. */
export function structsOf(declared: DeclaredType): ReadonlyMap<string, StructDeclaration> {
  const structs = new Map<string, StructDeclaration>();
  const visit = ({ type, fields, element }: DeclaredType): void => {
    if (element !== undefined) visit(element);
    if (fields === undefined) return;
    const fieldType = (name: string): CelType | undefined =>
      (fields.get(name) ?? (isReservedName(name) ? fields.get(`__${name}__`) : undefined))?.type;
    structs.set(type.name, { type, fieldType });
    fields.forEach(visit);
  };
  visit(declared);
  return structs;
}

/** How many values of the type fit into one request. */
export function cardinalityMax({ bytesMin }: DeclaredType): number {
  return Math.trunc(requestBytesMax / (bytesMin + 1));
}
