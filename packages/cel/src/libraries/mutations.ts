// The types of mutating policies: `JSONPatch{op: "add", path: "/a", value: 1}` and `Object{spec: Object.spec{...}}`.

import { declare, overload } from "../checking/declarations.ts";
import type { StructDeclaration, StructResolver } from "../checking/scope.ts";
import type { CelType } from "../types/type.ts";
import { CelType as CelTypeClass, dynType, stringType, structType } from "../types/type.ts";
import { equal } from "../values/compare.ts";
import { typeOfValue } from "../values/describe.ts";
import type { Value } from "../values/value.ts";
import { CelError, noSuchOverload, OpaqueValue } from "../values/value.ts";
import type { Library } from "./library.ts";

const jsonPatchType = structType("JSONPatch");
const jsonPatchFields: ReadonlyMap<string, CelType> = new Map([
  ["op", stringType],
  ["path", stringType],
  ["from", stringType],
  ["value", dynType],
]);

/** An operation of a JSON patch that an expression created. */
export class JsonPatchValue extends OpaqueValue {
  override readonly type: CelType = jsonPatchType;
  readonly fields: ReadonlyMap<string, Value>;

  constructor(fields: ReadonlyMap<string, Value>) {
    super();
    this.fields = fields;
  }

  override field(name: string): Value {
    return this.fields.get(name) ?? (name === "value" ? null : "");
  }

  override has(name: string): boolean {
    const value = this.fields.get(name);
    return value !== undefined && (name === "value" || value !== "");
  }

  override equals(other: Value): boolean {
    return other instanceof JsonPatchValue && hasEqualFields(this.fields, other.fields);
  }
}

/** A part of an apply configuration that an expression created. */
export class ObjectValue extends OpaqueValue {
  override readonly type: CelType;
  readonly fields: ReadonlyMap<string, Value>;

  constructor(type: CelType, fields: ReadonlyMap<string, Value>) {
    super();
    this.type = type;
    this.fields = fields;
  }

  override field(name: string): Value | undefined {
    return this.fields.get(name);
  }

  override has(name: string): boolean {
    return this.fields.has(name);
  }

  override equals(other: Value): boolean {
    return (
      other instanceof ObjectValue && this.type.name === other.type.name && hasEqualFields(this.fields, other.fields)
    );
  }

  override isZero(): boolean {
    return this.fields.size === 0;
  }
}

function hasEqualFields(left: ReadonlyMap<string, Value>, right: ReadonlyMap<string, Value>): boolean {
  if (left.size !== right.size) return false;
  return left.entries().every(([name, value]) => {
    const other = right.get(name);
    return other !== undefined && equal(value, other) === true;
  });
}

/** The type that kube-apiserver declares for unknown fields of a JSON patch: no value has it. */
const noType: CelType = new CelTypeClass("opaque", "");

const jsonPatch: StructDeclaration = {
  type: jsonPatchType,
  fieldType: (name) => jsonPatchFields.get(name) ?? noType,
  create: (fields) => {
    for (const [name, value] of fields) {
      if (name === "value" || typeof value === "string") continue;
      return new CelError(`unexpected type ${typeOfValue(value).name} for JSONPatchType '${name}' field`);
    }
    return new JsonPatchValue(fields);
  },
};

/** `JSONPatch`, and `Object` with any name behind a dot. */
export const mutationStructs: StructResolver = (name) => {
  if (name === "JSONPatch") return jsonPatch;
  if (name !== "Object" && !name.startsWith("Object.")) return undefined;
  const type = structType(name);
  return { type, fieldType: () => dynType, create: (fields) => new ObjectValue(type, fields) };
};

/** `jsonpatch.escapeKey("a/b")`. */
export const jsonPatchLibrary: Library = {
  name: "kubernetes jsonpatch",
  functions: [
    declare(
      "jsonpatch.escapeKey",
      overload("string_jsonpatch_escapeKey_string", [stringType], stringType, (key: Value) =>
        typeof key === "string" ? key.replaceAll("~", "~0").replaceAll("/", "~1") : noSuchOverload(),
      ),
    ),
  ],
};
