// What merging must know of a value: which kinds it may be of, and for lists and objects whether they are one value or many.
// https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy

import { isJsonArray, isJsonObject } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import { memo } from "../model/memo.ts";
import type { PathElement } from "./path-element.ts";

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

/** The form for a value: only the kind that the value is, or the whole form if it allows no such value. */
export function formFor(form: Form, value: JsonValue | undefined): Form {
  if (!form.isMixed || value === undefined || value === null) return form;
  if (isJsonArray(value)) return form.list === undefined ? form : partsOf(form).list;
  if (isJsonObject(value)) return form.map === undefined ? form : partsOf(form).map;
  return form.scalar === undefined ? form : partsOf(form).scalar;
}

/** A form of its parts. */
export function form({ scalar, list, map }: Partial<Form>): Form {
  return { scalar, list, map, isMixed: [scalar, list, map].filter((part) => part !== undefined).length > 1 };
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

/** No field is declared. */
export const noField = (): undefined => undefined;

/** One value, whatever it is. */
export const untyped: Form = form({
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
export const deduced: Form = form({
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
