// A schema as merging sees it. Forms are made when a value first reaches them, so a large schema costs what is used, and a
// recursive one ends.

import type { JsonSchema } from "../model/json-schema.ts";
import { additionalOf, itemsOf, propertyOf } from "../model/walk.ts";
import type { FieldForm, Form, ListForm, MapForm } from "./form.ts";
import { deduced, form, noField, untyped } from "./form.ts";
import { memo } from "../model/memo.ts";
import type { PathElement } from "./path-element.ts";
import { textOfElement } from "./path-element.ts";
import { compareTexts } from "./values.ts";

/** The form of a schema. The same object each time. */
export function formOf(schema: JsonSchema): Form {
  return plainForms(schema);
}

const plainForms: (schema: JsonSchema) => Form = memo((schema) => makeForm(schema, false));
const preservingForms: (schema: JsonSchema) => Form = memo((schema) => makeForm(schema, true));

/** What a schema says of unknown fields holds for all below it, until one below says otherwise. */
function makeForm(schema: JsonSchema, inherited: boolean): Form {
  const preserves = schema["x-kubernetes-preserve-unknown-fields"] ?? inherited;
  const inner = preserves ? preservingForms : plainForms;
  if (schema["x-kubewright-merge"] === "scalar") return form({ scalar: "untyped" });
  if (schema["x-kubewright-merge"] === "value") return untyped;
  switch (schema.type) {
    case "object":
      return form({ map: mapForm(schema, preserves, inner) });
    case "array":
      return form({ list: listForm(schema, inner) });
    case "integer":
    case "number":
      return form({ scalar: "numeric" });
    case "boolean":
      return form({ scalar: "boolean" });
    case "string":
      return form({ scalar: ["", "byte"].includes(schema.format ?? "") ? "string" : "untyped" });
    default:
      return form({ scalar: "untyped", list: listForm(schema, inner), map: mapForm(schema, preserves, inner) });
  }
}

type FormOf = (schema: JsonSchema) => Form;

function listForm(schema: JsonSchema, formOfInner: FormOf): ListForm {
  const items = itemsOf(schema);
  const { isAtomic, keys } = listRelation(schema);
  let item: Form | undefined;
  return {
    isAtomic,
    keys,
    sortedKeys: keys.toSorted(compareTexts),
    get item() {
      return (item ??= items === undefined ? untyped : formOfInner(items));
    },
  };
}

/** The list type; for the few built-in lists without one, what their strategic merge patches do. */
function listRelation(schema: JsonSchema): { readonly isAtomic: boolean; readonly keys: readonly string[] } {
  const type = schema["x-kubernetes-list-type"];
  if (type !== undefined) {
    return { isAtomic: type === "atomic", keys: type === "map" ? (schema["x-kubernetes-list-map-keys"] ?? []) : [] };
  }
  const isMerged = (schema["x-kubernetes-patch-strategy"] ?? "").split(",").includes("merge");
  const mergeKey = schema["x-kubernetes-patch-merge-key"];
  return { isAtomic: !isMerged, keys: isMerged && mergeKey !== undefined ? [mergeKey] : [] };
}

function mapForm(schema: JsonSchema, preserves: boolean, formOfInner: FormOf): MapForm {
  const hasFields = Object.keys(schema.properties ?? {}).length > 0;
  const others = otherFields(schema, preserves || !hasFields);
  let otherForm: Form | undefined;
  return {
    isAtomic: schema["x-kubernetes-map-type"] === "atomic",
    isUntyped: !hasFields && (others === "deduced" || (others !== undefined && isAnyScalar(others))),
    get others() {
      if (others === undefined) return undefined;
      return (otherForm ??= others === "deduced" ? deduced : formOfInner(others));
    },
    field: hasFields ? declaredFields(schema, formOfInner) : noField,
  };
}

/** The schema of fields that are not declared; undefined when there may be none. */
function otherFields(schema: JsonSchema, isOpen: boolean): JsonSchema | "deduced" | undefined {
  const { additionalProperties } = schema;
  const additional = additionalOf(schema);
  if (additional !== undefined) return additional;
  return additionalProperties === true || (additionalProperties === undefined && isOpen) ? "deduced" : undefined;
}

function isAnyScalar(schema: JsonSchema): boolean {
  return plainForms(schema).scalar === "untyped";
}

function declaredFields(schema: JsonSchema, formOfInner: FormOf): MapForm["field"] {
  const fields = new Map<string, FieldForm>();
  return (name) => {
    const known = fields.get(name);
    if (known !== undefined) return known;
    const property = propertyOf(schema, name);
    if (property === undefined) return undefined;
    const field = declaredField(name, property, formOfInner);
    fields.set(name, field);
    return field;
  };
}

function declaredField(name: string, property: JsonSchema, formOfInner: FormOf): FieldForm {
  const element: PathElement = { field: name };
  let made: Form | undefined;
  return {
    element,
    text: textOfElement(element),
    default: property.default,
    get form() {
      return (made ??= formOfInner(property));
    },
  };
}
