/**
 * A schema compiled for walking objects: what each field must be, and how it is printed when empty. Plans are made once per
 * definition, when the first object of a kind comes by, and refer to each other lazily, because definitions are recursive.
 */
import type { GoFields } from "@kubewright/api-facts";
import { protobufMessage } from "@kubewright/api-facts";
import type { JsonSchema } from "@kubewright/schema";
import type { GoPrintingOf } from "./printing.ts";

/** What a value must be. */
export type ValuePlan = ValueShape & {
  /** The name of the Go type. Default: the name that the shape implies. */
  readonly goType?: string;
};

type ValueShape =
  | { readonly type: "string" }
  | { readonly type: "boolean" | "number" | "int32" | "int64" }
  | { readonly type: "bytes" | "time" | "microTime" | "quantity" | "intOrString" }
  /** Anything at all: raw extensions, CRD defaults. */
  | { readonly type: "any" }
  | { readonly type: "list"; readonly item: FieldPlan }
  | { readonly type: "map"; readonly value: ValuePlan }
  | { readonly type: "struct"; readonly plan: () => StructPlan }
  /** A schema inside a CRD: a struct where it is an object, something else where it is not. */
  | { readonly type: "structOr"; readonly plan: () => StructPlan };

export interface FieldPlan {
  readonly value: ValuePlan;
  /** The name as errors show it: after those of the Go structs that embed the field. */
  readonly goPath: string;
  /** A zero that was sent is kept. */
  readonly keepsZero: boolean;
  /** Printed as `null` when absent. */
  readonly printsNull: boolean;
  /** Published default; `undefined` when there is none. */
  readonly default: unknown;
}

/** The fields of a definition. */
export interface StructPlan {
  /** The Go type's name, as error messages print it: `Container`. */
  readonly goName: string;
  /** The same with its package: `v1.Container`. */
  readonly goType: string;
  /** In the order in which the Go type declares them. */
  readonly fields: ReadonlyMap<string, FieldPlan>;
  /** Those of the fields that are printed even when they are absent: few of the many that a struct has. */
  readonly printedWhenAbsent: readonly (readonly [name: string, field: FieldPlan])[];
}

/** The fields of a definition as its Go type declares them. */
export type GoFieldsOf = (definitionName: string) => GoFields;

export type DefinitionOf = (name: string) => JsonSchema | undefined;

/** Gives the plan of a definition by its OpenAPI name. */
export type PlanOf = (definitionName: string) => StructPlan;

const jsonSchemaProps = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps";

/** Definitions whose JSON form is a scalar or is written by hand in Go, so that their schema does not tell the whole. */
const specialPlans: ReadonlyMap<string, ValuePlan["type"]> = new Map([
  ["io.k8s.apimachinery.pkg.api.resource.Quantity", "quantity"],
  ["io.k8s.apimachinery.pkg.util.intstr.IntOrString", "intOrString"],
  ["io.k8s.apimachinery.pkg.apis.meta.v1.Time", "time"],
  ["io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime", "microTime"],
  [`${jsonSchemaProps}OrBool`, "structOr"],
  [`${jsonSchemaProps}OrArray`, "structOr"],
  [`${jsonSchemaProps}OrStringArray`, "structOr"],
] as const);

/** Makes the look-up of plans; each plan is compiled once. */
export function createPlans(definitionOf: DefinitionOf, printingOf: GoPrintingOf, goFieldsOf: GoFieldsOf): PlanOf {
  const plans = new Map<string, StructPlan>();
  const planOf: PlanOf = (name) => {
    const known = plans.get(name);
    if (known !== undefined) return known;
    const plan = structPlan(name, definitionOf(name) ?? {});
    plans.set(name, plan);
    return plan;
  };
  return planOf;

  function structPlan(name: string, schema: JsonSchema): StructPlan {
    const printing = printingOf(name);
    // A quantity that is no pointer always prints, as a struct does, which OpenAPI does not say.
    const pointers = pointersOf(name);
    const goFields = goFieldsOf(name);
    const fields = new Map<string, FieldPlan>();
    for (const [field, property] of inGoOrder(schema.properties ?? {}, goFields)) {
      const goField = goFields.get(field);
      const value = named(valuePlan(property), goField?.type);
      fields.set(field, {
        value,
        goPath: goField?.path ?? field,
        keepsZero: printing.keepsZero.has(field),
        printsNull: printing.printsNull.has(field),
        default: property.default ?? (value.type === "quantity" && !pointers.has(field) ? "0" : undefined),
      });
    }
    const printedWhenAbsent = Array.from(fields).filter(([, field]) => field.default !== undefined || field.printsNull);
    const [goPackage = "", goName = ""] = name.split(".").slice(-2);
    return { goName, goType: `${goPackage}.${goName}`, fields, printedWhenAbsent };
  }

  function valuePlan(schema: JsonSchema): ValuePlan {
    const reference = referenceOf(schema);
    if (reference !== undefined) return referencePlan(reference);
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
        return { type: "list", item: itemPlan(schema.items) };
      default:
        return mapPlan(schema);
    }
  }

  function itemPlan(items: unknown): FieldPlan {
    const schema = isSchema(items) ? items : {};
    return { value: valuePlan(schema), goPath: "", keepsZero: true, printsNull: false, default: undefined };
  }

  function mapPlan(schema: JsonSchema): ValuePlan {
    const values = schema.additionalProperties;
    if (!isSchema(values)) return { type: "any" };
    return { type: "map", value: valuePlan(values) };
  }

  function referencePlan(name: string): ValuePlan {
    const special = specialPlans.get(name);
    switch (special) {
      case "quantity":
      case "intOrString":
      case "time":
      case "microTime":
        return { type: special };
      case "structOr":
        return { type: "structOr", plan: () => planOf(jsonSchemaProps) };
      default:
        break;
    }
    const schema = definitionOf(name);
    // A definition without properties is one with a JSON form of its own: FieldsV1, RawExtension, JSON.
    if (schema?.properties === undefined) return schema?.type === undefined ? { type: "any" } : valuePlan(schema);
    return { type: "struct", plan: () => planOf(name) };
  }
}

/** The properties as the Go type declares them; those that it does not have come last. */
function inGoOrder(
  properties: Readonly<Record<string, JsonSchema>>,
  goFields: GoFields,
): readonly (readonly [name: string, schema: JsonSchema])[] {
  const declared = Array.from(goFields.keys());
  const others = Object.keys(properties).filter((name) => !goFields.has(name));
  return [...declared, ...others].flatMap((name) => {
    const property = properties[name];
    return property === undefined ? [] : [[name, property] as const];
  });
}

/** The plan with the names of the Go types that it consists of. Structs have a name of their own. */
function named(plan: ValuePlan, goType: string | undefined): ValuePlan {
  if (goType === undefined) return plan;
  switch (plan.type) {
    case "string":
    case "boolean":
    case "number":
    case "int32":
    case "int64":
    case "bytes":
      return { ...plan, goType };
    case "list": {
      const item = goType.startsWith("[]") ? named(plan.item.value, goType.slice(2)) : plan.item.value;
      return { ...plan, item: { ...plan.item, value: item }, goType };
    }
    case "map": {
      const value = goType.startsWith("map[") ? named(plan.value, goType.slice(goType.indexOf("]") + 1)) : plan.value;
      return { ...plan, value, goType };
    }
    case "time":
    case "microTime":
    case "quantity":
    case "intOrString":
    case "any":
    case "struct":
    case "structOr":
      return plan;
  }
}

/** The fields of a definition that are pointers in Go; all of them where nothing is known. */
function pointersOf(name: string): { has(field: string): boolean } {
  const message = protobufMessage(name);
  if (message === undefined) return { has: () => true };
  return new Set(Array.from(message.fields.values()).flatMap((field) => (field.isPointer ? [field.name] : [])));
}

function referenceOf(schema: JsonSchema): string | undefined {
  const reference = schema.$ref ?? (schema.allOf?.length === 1 ? schema.allOf[0]?.$ref : undefined);
  return reference?.slice(reference.lastIndexOf("/") + 1);
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
