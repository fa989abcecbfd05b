// How values of a type merge: which kinds of values there may be, and for lists and objects whether they are one value or many. The names are those
// of the schemas of server-side apply. https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy

import { isJsonArray, isJsonObject } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import { compareTexts } from "./compare-texts.ts";
import type { JsonSchema } from "./json-schema.ts";
import { memo } from "./memo.ts";

/** The kinds of values that are allowed: at least one of the three. */
export interface Atom {
  readonly scalar: ScalarAtom | undefined;
  readonly list: ListAtom | undefined;
  readonly map: MapAtom | undefined;
  /** Several kinds of values are allowed, so the value determines how it merges. */
  readonly isMixed: boolean;
}

/** The scalars that are allowed; `untyped` allows all. */
export type ScalarAtom = "numeric" | "string" | "boolean" | "untyped";

export interface ListAtom {
  /** The list is one value. */
  readonly isAtomic: boolean;
  /** The fields that identify an item. Without any, its value identifies it. */
  readonly keys: readonly string[];
  readonly sortedKeys: readonly string[];
  readonly item: Atom;
}

export interface MapAtom {
  /** The object is one value. */
  readonly isAtomic: boolean;
  /** The schema does not describe the fields: each value determines how it merges. */
  readonly isUntyped: boolean;
  /** How undeclared fields merge; `undefined` if they are not allowed. */
  readonly others: Atom | undefined;
  /** A declared field. */
  field(name: string): FieldAtom | undefined;
}

export interface FieldAtom {
  readonly element: { readonly field: string };
  /** The key of the element in `fieldsV1`. */
  readonly text: string;
  readonly atom: Atom;
  /** Its default replaces an absent key field of a list item. */
  readonly type: { readonly default: JsonValue | undefined };
}

/** A schema with the atoms of the schemas directly inside it. */
export interface AtomSource {
  readonly schema: JsonSchema;
  readonly items: { readonly atom: Atom } | undefined;
  readonly additional: { readonly atom: Atom } | undefined;
  field(name: string): FieldAtom | undefined;
}

/** Returns the atom of a schema. `preserves`: the schema, or the nearest ancestor that sets the keyword, preserves unknown fields. */
export function compileAtom(source: AtomSource, preserves: boolean): Atom {
  const { schema } = source;
  if (schema["x-kubewright-merge"] === "scalar") return createAtom({ scalar: "untyped" });
  if (schema["x-kubewright-merge"] === "value") return untypedAtom;
  switch (schema.type) {
    case "object":
      return createAtom({ map: mapAtom(source, preserves) });
    case "array":
      return createAtom({ list: listAtom(source) });
    case "integer":
    case "number":
      return createAtom({ scalar: "numeric" });
    case "boolean":
      return createAtom({ scalar: "boolean" });
    case "string":
      return createAtom({ scalar: ["", "byte"].includes(schema.format ?? "") ? "string" : "untyped" });
    default:
      return createAtom({ scalar: "untyped", list: listAtom(source), map: mapAtom(source, preserves) });
  }
}

/** Returns the part of an atom for the kind of a value, or the whole atom if it does not allow this kind. */
export function atomFor(atom: Atom, value: JsonValue | undefined): Atom {
  if (!atom.isMixed || value === undefined || value === null) return atom;
  if (isJsonArray(value)) return atom.list === undefined ? atom : partsOf(atom).list;
  if (isJsonObject(value)) return atom.map === undefined ? atom : partsOf(atom).map;
  return atom.scalar === undefined ? atom : partsOf(atom).scalar;
}

interface Parts {
  readonly scalar: Atom;
  readonly list: Atom;
  readonly map: Atom;
}

/** The parts of a mixed atom, each an atom by itself. */
const partsOf: (mixed: Atom) => Parts = memo(({ scalar, list, map }) => ({
  scalar: createAtom({ scalar }),
  list: createAtom({ list }),
  map: createAtom({ map }),
}));

function createAtom({ scalar, list, map }: Partial<Atom>): Atom {
  return { scalar, list, map, isMixed: [scalar, list, map].filter((part) => part !== undefined).length > 1 };
}

function listAtom({ schema, items }: AtomSource): ListAtom {
  const { isAtomic, keys } = listRelation(schema);
  return {
    isAtomic,
    keys,
    sortedKeys: keys.toSorted(compareTexts),
    get item() {
      return items === undefined ? untypedAtom : items.atom;
    },
  };
}

/** Returns the list type. The few built-in lists without one merge as their strategic merge patches do. */
function listRelation(schema: JsonSchema): { readonly isAtomic: boolean; readonly keys: readonly string[] } {
  const type = schema["x-kubernetes-list-type"];
  if (type !== undefined) {
    return { isAtomic: type === "atomic", keys: type === "map" ? (schema["x-kubernetes-list-map-keys"] ?? []) : [] };
  }
  const isMerged = (schema["x-kubernetes-patch-strategy"] ?? "").split(",").includes("merge");
  const mergeKey = schema["x-kubernetes-patch-merge-key"];
  return { isAtomic: !isMerged, keys: isMerged && mergeKey !== undefined ? [mergeKey] : [] };
}

function mapAtom(source: AtomSource, preserves: boolean): MapAtom {
  const { schema, additional } = source;
  const hasFields = Object.keys(schema.properties ?? {}).length > 0;
  const isOpen = schema.additionalProperties ?? (preserves || !hasFields);
  const others = (): Atom | undefined => additional?.atom ?? (isOpen === true ? deducedAtom : undefined);
  return {
    isAtomic: schema["x-kubernetes-map-type"] === "atomic",
    isUntyped: !hasFields && (additional === undefined ? isOpen === true : additional.atom.scalar === "untyped"),
    get others() {
      return others();
    },
    field: hasFields ? (name) => source.field(name) : noField,
  };
}

const noField = (): undefined => undefined;

/** Allows no values: the atom of a field that the schema forbids. */
export const emptyAtom: Atom = createAtom({});

/** One value of any kind. */
const untypedAtom: Atom = createAtom({
  scalar: "untyped",
  list: {
    isAtomic: true,
    keys: [],
    sortedKeys: [],
    get item() {
      return untypedAtom;
    },
  },
  map: {
    isAtomic: true,
    isUntyped: false,
    get others() {
      return untypedAtom;
    },
    field: noField,
  },
});

/** Objects field by field, everything else as one value. */
const deducedAtom: Atom = createAtom({
  scalar: "untyped",
  list: { isAtomic: true, keys: [], sortedKeys: [], item: untypedAtom },
  map: {
    isAtomic: false,
    isUntyped: true,
    get others() {
      return deducedAtom;
    },
    field: noField,
  },
});
