// The compiled type model. A type is one node of a schema in the form that the walks over values use: pruning, defaulting, validation, field sets,
// comparison and merges. Each node is compiled when a walk first reaches it, once per schema object, so a large schema costs only what values use
// and a recursive one ends.

import type { JsonValue } from "@kubewright/apimachinery";
import type { Atom } from "./atom.ts";
import { compileAtom } from "./atom.ts";
import type { JsonSchema } from "./json-schema.ts";
import { memo } from "./memo.ts";
import type { ValueChecks } from "./value-checks.ts";
import { compileChecks } from "./value-checks.ts";
import { additionalOf, childrenOf, itemsOf, propertyOf } from "./walk.ts";

/** A declared field of a type. */
export interface Field {
  /** The step to the field in a path. */
  readonly element: { readonly field: string };
  /** The key of the step in `fieldsV1`. */
  readonly text: string;
  readonly type: Type;
  /** How the field's values merge. */
  readonly atom: Atom;
}

/** The schemas in `anyOf`, `oneOf`, `allOf` and `not`. */
export interface Alternatives {
  readonly anyOf: readonly Type[];
  readonly oneOf: readonly Type[];
  readonly allOf: readonly Type[];
  readonly not: Type | undefined;
}

/** How a schema is compiled. */
export interface TypeOptions {
  /** Unknown formats count as formats, as upstream validates defaults. Default: false, they are ignored. */
  readonly keepsFormats?: boolean;
}

/** The type of a schema. Returns the same object for the same schema. */
export function typeOf(schema: JsonSchema, { keepsFormats = false }: TypeOptions = {}): Type {
  return compiled(schema, { keepsFormats, preserves: false });
}

interface Variant {
  readonly keepsFormats: boolean;
  /** An ancestor preserves unknown fields. Only merges inherit it. */
  readonly preserves: boolean;
}

function compiled(schema: JsonSchema, { keepsFormats, preserves }: Variant): Type {
  const types = keepsFormats ? (preserves ? keptPreserving : kept) : preserves ? preserving : plain;
  return types(schema);
}

const types = (variant: Variant): ((schema: JsonSchema) => Type) => memo((schema) => new Type(schema, variant));
const plain = types({ keepsFormats: false, preserves: false });
const preserving = types({ keepsFormats: false, preserves: true });
const kept = types({ keepsFormats: true, preserves: false });
const keptPreserving = types({ keepsFormats: true, preserves: true });

/** A compiled node of a schema. Its parts are compiled when they are first read. */
export class Type {
  readonly schema: JsonSchema;
  /** `undefined` if the schema has no default. A default of null does not count. */
  readonly default: JsonValue | undefined;
  readonly isNullable: boolean;
  /** The value is a whole object with `apiVersion`, `kind` and `metadata`. */
  readonly isEmbedded: boolean;
  /** Fields that the schema does not declare are kept. */
  readonly preservesUnknown: boolean;
  readonly #inner: Variant;
  #fields: Map<string, Field> | undefined;
  #fieldsWithDefault: readonly (readonly [name: string, type: Type])[] | undefined;
  // Null if absent in the schema, undefined until compiled.
  #items: Type | null | undefined;
  #additional: Type | null | undefined;
  #atom: Atom | undefined;
  #checks: ValueChecks | undefined;
  #knownTraits: number | undefined;
  #alternatives: Alternatives | null | undefined;

  /** Call `typeOf`, which compiles each schema once. */
  constructor(schema: JsonSchema, variant: Variant) {
    this.schema = schema;
    this.default = schema.default ?? undefined;
    this.isNullable = schema.nullable === true;
    this.isEmbedded = schema["x-kubernetes-embedded-resource"] === true;
    this.preservesUnknown = schema["x-kubernetes-preserve-unknown-fields"] === true;
    this.#inner = { ...variant, preserves: schema["x-kubernetes-preserve-unknown-fields"] ?? variant.preserves };
  }

  /** A declared field. Other names are not cached, because requests contain arbitrarily many. */
  field(name: string): Field | undefined {
    return this.#fields?.get(name) ?? this.#addField(name);
  }

  // Separate from the look-up: each call of a function with a closure allocates, and walks look up each field.
  #addField(name: string): Field | undefined {
    const schema = propertyOf(this.schema, name);
    if (schema === undefined) return undefined;
    const field = new LazyField(name, () => compiled(schema, this.#inner));
    (this.#fields ??= new Map()).set(name, field);
    return field;
  }

  /** The names of the declared fields, in the order of the schema. */
  get fieldNames(): readonly string[] {
    return Object.keys(this.schema.properties ?? {});
  }

  /** The declared fields that have a default, in the order of the schema. */
  get fieldsWithDefault(): readonly (readonly [name: string, type: Type])[] {
    return (this.#fieldsWithDefault ??= this.fieldNames.flatMap((name) => {
      const hasDefault = (propertyOf(this.schema, name)?.default ?? null) !== null;
      const type = hasDefault ? this.field(name)?.type : undefined;
      return type === undefined ? [] : [[name, type] as const];
    }));
  }

  /** The type of all items of a list. */
  get items(): Type | undefined {
    if (this.#items === undefined) this.#items = this.#child(itemsOf(this.schema)) ?? null;
    return this.#items ?? undefined;
  }

  /** The type of fields that are not declared; undefined also for `additionalProperties: true`. */
  get additional(): Type | undefined {
    if (this.#additional === undefined) this.#additional = this.#child(additionalOf(this.schema)) ?? null;
    return this.#additional ?? undefined;
  }

  /** The type of a field, declared or not. */
  typeOfField(name: string): Type | undefined {
    return this.field(name)?.type ?? this.additional;
  }

  /** How values merge, and which of their fields managers own. */
  get atom(): Atom {
    return (this.#atom ??= compileAtom(this, this.#inner.preserves));
  }

  /**
   * The checks of a single value.
   *
   * @throws {TypeError} if the schema uses a keyword that a structural schema cannot have.
   * @throws {PatternError} if the pattern is not RE2 syntax.
   */
  get checks(): ValueChecks {
    return (this.#checks ??= compileChecks(this.schema, this.#inner.keepsFormats));
  }

  /** `undefined` if the schema has no `anyOf`, `oneOf`, `allOf` and `not`. */
  get alternatives(): Alternatives | undefined {
    if (this.#alternatives === undefined) this.#alternatives = this.#compileAlternatives() ?? null;
    return this.#alternatives ?? undefined;
  }

  /** The schema, or one inside it, has a default. */
  get hasDefaults(): boolean {
    return (this.#traits & traits.default) !== 0;
  }

  /** The schema, or one inside it, describes a whole object. */
  get hasEmbedded(): boolean {
    return (this.#traits & traits.embedded) !== 0;
  }

  /** The schema, or one inside it, describes a list of type `set` or `map`. */
  get hasUniqueItems(): boolean {
    return (this.#traits & traits.uniqueItems) !== 0;
  }

  get #traits(): number {
    return (this.#knownTraits ??= traitsOf(this.schema));
  }

  #child(schema: JsonSchema | undefined): Type | undefined {
    return schema === undefined ? undefined : compiled(schema, this.#inner);
  }

  #compileAlternatives(): Alternatives | undefined {
    const { anyOf = [], oneOf = [], allOf = [], not } = this.schema;
    if (anyOf.length + oneOf.length + allOf.length === 0 && not === undefined) return undefined;
    const all = (schemas: readonly JsonSchema[]): readonly Type[] => schemas.map((each) => compiled(each, this.#inner));
    return { anyOf: all(anyOf), oneOf: all(oneOf), allOf: all(allOf), not: this.#child(not) };
  }
}

class LazyField implements Field {
  readonly element: { readonly field: string };
  readonly text: string;
  readonly #compile: () => Type;
  #type: Type | undefined;

  constructor(name: string, compile: () => Type) {
    this.element = { field: name };
    this.text = `f:${name}`;
    this.#compile = compile;
  }

  get type(): Type {
    return (this.#type ??= this.#compile());
  }

  get atom(): Atom {
    return this.type.atom;
  }
}

/** Properties of a schema and its nested schemas, by which walks skip values. */
const traits = { default: 1, embedded: 2, uniqueItems: 4 } as const;

const knownTraits = new WeakMap<JsonSchema, number>();

function traitsOf(schema: JsonSchema): number {
  const known = knownTraits.get(schema);
  if (known !== undefined) return known;
  // A recursive schema contains itself: walks do not skip its values.
  knownTraits.set(schema, traits.default | traits.embedded | traits.uniqueItems);
  const found = childrenOf(schema).reduce((all, child) => all | traitsOf(child), ownTraits(schema));
  knownTraits.set(schema, found);
  return found;
}

function ownTraits(schema: JsonSchema): number {
  const listType = schema["x-kubernetes-list-type"];
  return (
    ((schema.default ?? null) === null ? 0 : traits.default) |
    (schema["x-kubernetes-embedded-resource"] === true ? traits.embedded : 0) |
    (listType === "set" || listType === "map" ? traits.uniqueItems : 0)
  );
}
