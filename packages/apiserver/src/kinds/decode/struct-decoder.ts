/**
 * How objects of a Go struct are decoded and completed: the types of fields, and how empty ones print. Compiled once per definition from the type of
 * its schema, when the first object reaches it. Decoders refer to each other lazily, because definitions are recursive.
 */
import type { GoFields } from "@kubewright/api-facts";
import { goFields, schemaOf } from "@kubewright/api-facts";
import type { JsonSchema, Type } from "@kubewright/schema";
import { typeOf } from "@kubewright/schema";
import type { GoPrintingOf } from "./printing.ts";
import { printingOf } from "./printing.ts";

/** Decodes the values of a type. */
export type ValueDecoder = ValueShape & {
  /** The name of the Go type. Default: the name that the shape implies. */
  readonly goType?: string;
};

type ValueShape =
  | { readonly type: "string" }
  | { readonly type: "boolean" | "number" | "int32" | "int64" }
  | { readonly type: "bytes" | "time" | "microTime" | "intOrString" }
  /** Rounded up to multiples of ten to the power of `scale`. Default: not rounded. */
  | { readonly type: "quantity"; readonly scale?: number }
  /** Any value: raw extensions, CRD defaults. */
  | { readonly type: "any" }
  | { readonly type: "list"; readonly item: FieldDecoder }
  | { readonly type: "map"; readonly value: ValueDecoder }
  | { readonly type: "struct"; readonly struct: () => StructDecoder }
  /** A schema inside a CRD: a struct if it is an object, otherwise another type. */
  | { readonly type: "structOr"; readonly struct: () => StructDecoder; readonly or: "boolean" | "list" | "strings" };

export interface FieldDecoder {
  readonly value: ValueDecoder;
  /** The name in errors: prefixed with the Go structs that embed the field. */
  readonly goPath: string;
  /** A zero in the request is kept. */
  readonly keepsZero: boolean;
  /** Printed as `null` when absent. */
  readonly printsNull: boolean;
  /** The published default, or `undefined`. */
  readonly default: unknown;
}

/** The fields of a definition. */
export interface StructDecoder {
  /** The Go type's name, as error messages print it: `Container`. */
  readonly goName: string;
  /** The same with its package: `v1.Container`. */
  readonly goType: string;
  /** In the order in which the Go type declares them. */
  readonly fields: ReadonlyMap<string, FieldDecoder>;
  /** The few fields that are also printed when absent. */
  readonly printedWhenAbsent: readonly (readonly [name: string, field: FieldDecoder])[];
}

const jsonSchemaProps = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps";

/** A struct without fields. Other definitions without properties accept any value. */
const emptyStruct = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceStatus";

const corePrefix = "io.k8s.api.core.v1.";

/** A map of quantities in a definition of the core group. Go's defaults round it up to thousandths, and do not round those of other groups. */
const resourceList: ValueDecoder = { type: "map", value: { type: "quantity", scale: -3 } };

type SpecialType = "quantity" | "intOrString" | "time" | "microTime";

/** The other type of a value in a schema of a CRD that is a schema or something else. */
const alternatives: ReadonlyMap<string, "boolean" | "list" | "strings"> = new Map([
  [`${jsonSchemaProps}OrBool`, "boolean"],
  [`${jsonSchemaProps}OrArray`, "list"],
  [`${jsonSchemaProps}OrStringArray`, "strings"],
]);

/** Definitions whose JSON form is a scalar or is written by hand in Go, so that their schema does not describe it. */
const specialTypes: ReadonlyMap<string, SpecialType> = new Map([
  ["io.k8s.apimachinery.pkg.api.resource.Quantity", "quantity"],
  ["io.k8s.apimachinery.pkg.util.intstr.IntOrString", "intOrString"],
  ["io.k8s.apimachinery.pkg.apis.meta.v1.Time", "time"],
  ["io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime", "microTime"],
] as const);

/** The decoder of a built-in definition by its OpenAPI name. An unknown definition has no fields. */
export function structDecoder(definitionName: string): StructDecoder {
  return builtinDecoders(definitionName);
}

/** The decoder of a built-in definition that OpenAPI does not publish. The properties of the schema are scalars and lists of them. */
export function decoderOfSchema(definitionName: string, schema: JsonSchema): StructDecoder {
  return createStructDecoders(() => schema, printingOf, goFields)(definitionName);
}

/** Returns the look-up of decoders; each is compiled once. */
export function createStructDecoders(
  schemaOfDefinition: (name: string) => JsonSchema | undefined,
  printingOfDefinition: GoPrintingOf,
  goFieldsOf: (name: string) => GoFields,
): typeof structDecoder {
  const decoders = new Map<string, StructDecoder>();
  const decoderOf = (name: string): StructDecoder => {
    const known = decoders.get(name);
    if (known !== undefined) return known;
    const decoder = compileStruct(name, typeOf(schemaOfDefinition(name) ?? {}));
    decoders.set(name, decoder);
    return decoder;
  };
  return decoderOf;

  function compileStruct(name: string, type: Type): StructDecoder {
    const printing = printingOfDefinition(name);
    const goFieldsOfStruct = goFieldsOf(name);
    const fields = new Map<string, FieldDecoder>();
    for (const [field, fieldType] of inGoOrder(type, goFieldsOfStruct)) {
      const goField = goFieldsOfStruct.get(field);
      const compiled = compileValue(fieldType, decoderOf);
      const isResourceList =
        name.startsWith(corePrefix) && compiled.type === "map" && compiled.value.type === "quantity";
      const value = named(isResourceList ? resourceList : compiled, goField?.type);
      // A quantity that is not a pointer always prints, as a struct does, which OpenAPI does not publish.
      const printsZero = value.type === "quantity" && type.schema["x-kubewright-go"]?.isPointer(field) === false;
      fields.set(field, {
        value,
        goPath: goField?.path ?? field,
        keepsZero: printing.keepsZero.has(field),
        printsNull: printing.printsNull.has(field),
        default: fieldType.default ?? (printsZero ? "0" : undefined),
      });
    }
    const printedWhenAbsent = Array.from(fields).filter(([, field]) => field.default !== undefined || field.printsNull);
    const [goPackage = "", goName = ""] = name.split(".").slice(-2);
    return { goName, goType: `${goPackage}.${goName}`, fields, printedWhenAbsent };
  }
}

const builtinDecoders = createStructDecoders(schemaOf, printingOf, goFields);

type DecoderOf = typeof structDecoder;

function compileValue(type: Type, decoderOf: DecoderOf): ValueDecoder {
  const { schema, items, additional } = type;
  const definition = schema["x-kubewright-go"]?.definition ?? "";
  const special = specialTypes.get(definition);
  const or = alternatives.get(definition);
  if (or !== undefined) return { type: "structOr", or, struct: () => decoderOf(jsonSchemaProps) };
  if (special !== undefined) return { type: special };
  if (definition === emptyStruct || (definition !== "" && schema.properties !== undefined))
    return { type: "struct", struct: () => decoderOf(definition) };
  switch (schema.type) {
    case "string":
      return { type: schema.format === "byte" ? "bytes" : "string" };
    case "boolean":
      return { type: "boolean" };
    case "number":
      return { type: "number" };
    case "integer":
      return { type: schema.format === "int64" ? "int64" : "int32" };
    case "array":
      return { type: "list", item: compileItem(items, decoderOf) };
    default:
      return additional === undefined ? { type: "any" } : { type: "map", value: compileValue(additional, decoderOf) };
  }
}

function compileItem(type: Type | undefined, decoderOf: DecoderOf): FieldDecoder {
  const value: ValueDecoder = type === undefined ? { type: "any" } : compileValue(type, decoderOf);
  return { value, goPath: "", keepsZero: true, printsNull: false, default: undefined };
}

/** The fields in the order of the Go struct; those that it does not have come last. */
function inGoOrder(type: Type, goFieldsOfStruct: GoFields): readonly (readonly [name: string, type: Type])[] {
  const others = type.fieldNames.filter((name) => !goFieldsOfStruct.has(name));
  return [...goFieldsOfStruct.keys(), ...others].flatMap((name) => {
    const field = type.field(name);
    return field === undefined ? [] : [[name, field.type] as const];
  });
}

/** The decoder with the names of the Go types that it consists of. A struct is named after its definition. */
function named(decoder: ValueDecoder, goType: string | undefined): ValueDecoder {
  if (goType === undefined) return decoder;
  switch (decoder.type) {
    case "string":
    case "boolean":
    case "number":
    case "int32":
    case "int64":
    case "bytes":
      return { ...decoder, goType };
    case "list": {
      const item = goType.startsWith("[]") ? named(decoder.item.value, goType.slice(2)) : decoder.item.value;
      return { ...decoder, item: { ...decoder.item, value: item }, goType };
    }
    case "map": {
      const value = goType.startsWith("map[")
        ? named(decoder.value, goType.slice(goType.indexOf("]") + 1))
        : decoder.value;
      return { ...decoder, value, goType };
    }
    case "time":
    case "microTime":
    case "quantity":
    case "intOrString":
    case "any":
    case "struct":
    case "structOr":
      return decoder;
  }
}
