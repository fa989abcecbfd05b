// A schema as merging sees it: which kinds of values it allows, and for lists and objects whether they are one value or
// many. Forms are made when a value first reaches them, so a large schema costs what is used, and a recursive one ends.
// https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy

import { isJsonArray, isJsonObject } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import { additionalOf, itemsOf, propertyOf } from "../model/walk.ts";
import type { PathElement } from "./path-element.ts";
import { textOfElement } from "./path-element.ts";
import { compareTexts } from "./values.ts";

/** What a value may be: at least one of the three. */
export interface Form {
  readonly scalar: ScalarForm | undefined;
  readonly list: ListForm | undefined;
  readonly map: MapForm | undefined;
  /** It allows several kinds of values, so that the value decides how it is read. */
  readonly isMixed: boolean;
}

/** The scalars that are allowed; `untyped` allows all. */
export type ScalarForm = "numeric" | "string" | "boolean" | "untyped";

/** How the items of a list belong together. */
export interface ListForm {
  /** The list is one value. */
  readonly isAtomic: boolean;
  /** What tells items apart; none: items are told apart by their values. */
  readonly keys: readonly string[];
  readonly sortedKeys: readonly string[];
  readonly item: Form;
}

/** How the fields of an object belong together. */
export interface MapForm {
  /** The object is one value. */
  readonly isAtomic: boolean;
  /** Nothing is said of it: it has no declared fields, and others are what they are. */
  readonly isUntyped: boolean;
  /** The form of fields that are not declared; undefined when there may be none. */
  readonly others: Form | undefined;
  /** A declared field. */
  field(name: string): FieldForm | undefined;
}

/** A declared field. */
export interface FieldForm {
  readonly element: PathElement;
  /** The text of the element. */
  readonly text: string;
  readonly form: Form;
  /** What a list takes for a key field that an item lacks. */
  readonly default: JsonValue | undefined;
}

/** The form that allows nothing: of what cannot be there. */
export const noForm: Form = { scalar: undefined, list: undefined, map: undefined, isMixed: false };

/** The form of a schema. The same object each time. */
export function formOf(schema: JsonSchema): Form {
  return plainForms(schema);
}

/** The form for a value: only the kind that the value is, or the whole form if it allows no such value. */
export function formFor(form: Form, value: JsonValue | undefined): Form {
  if (!form.isMixed || value === undefined || value === null) return form;
  if (isJsonArray(value)) return form.list === undefined ? form : partsOf(form).list;
  if (isJsonObject(value)) return form.map === undefined ? form : partsOf(form).map;
  return form.scalar === undefined ? form : partsOf(form).scalar;
}

function form({ scalar, list, map }: Partial<Form>): Form {
  return { scalar, list, map, isMixed: [scalar, list, map].filter((part) => part !== undefined).length > 1 };
}

/** Remembers what was made of an object for as long as the object lives; nobody can tell whether it was made anew. */
function memo<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, V>();
  return (key) => {
    let value = made.get(key);
    if (value === undefined) made.set(key, (value = make(key)));
    return value;
  };
}

interface Parts {
  readonly scalar: Form;
  readonly list: Form;
  readonly map: Form;
}

/** The parts of a mixed form, each a form of its own. */
const partsOf: (mixed: Form) => Parts = memo(({ scalar, list, map }) => ({
  scalar: form({ scalar }),
  list: form({ list }),
  map: form({ map }),
}));

const noField = (): undefined => undefined;

/** One value, whatever it is. */
const untyped: Form = form({
  scalar: "untyped",
  list: {
    isAtomic: true,
    keys: [],
    sortedKeys: [],
    get item() {
      return untyped;
    },
  },
  map: {
    isAtomic: true,
    isUntyped: false,
    get others() {
      return untyped;
    },
    field: noField,
  },
});

/** Objects field by field, everything else as one value. */
const deduced: Form = form({
  scalar: "untyped",
  list: { isAtomic: true, keys: [], sortedKeys: [], item: untyped },
  map: {
    isAtomic: false,
    isUntyped: true,
    get others() {
      return deduced;
    },
    field: noField,
  },
});

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
