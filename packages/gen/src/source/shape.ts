/**
 * The types of the source, as a schema needs them: what the compiler found out (generics filled in, `Pick` and `Omit` worked
 * out, inherited properties collected), plus what only the source knows (comments, and the names of aliases such as `Int32`,
 * which the compiler forgets). Nothing here knows the compiler; the schema builder knows nothing else.
 */
import type { Position } from "../problem.ts";
import type { Comment } from "./comments.ts";

/** A type at the place where it is used. */
export interface TypeUse {
  readonly shape: Shape;
  /** The declared names it was reached through, outermost first: `type A = B` gives A, then B. An inline type has none. */
  readonly names: readonly NamedDeclaration[];
  /**
   * What the type has all fields of: the interfaces it extends, the members of the intersection it is, and theirs. What they say
   * about the whole, such as a rule, holds for this type too. `Pick` and the like are no bases: they make another type.
   */
  bases(): readonly Base[];
  /** Whether `| null` was written. */
  readonly nullable: boolean;
  readonly position: Position;
}

/** An interface or a type alias with the comments in front of it. */
export interface NamedDeclaration {
  readonly name: string;
  readonly comments: readonly Comment[];
  readonly position: Position;
}

export type Base = NamedDeclaration | LibraryShape;

export type Shape =
  | { readonly kind: "string" | "boolean" | "bigint" }
  /** A `number` that nothing says more about. */
  | { readonly kind: "number" }
  | { readonly kind: "literals"; readonly values: readonly Literal[] }
  | { readonly kind: "array"; readonly element: TypeUse }
  | { readonly kind: "map"; readonly value: TypeUse }
  | ObjectShape
  | UnionShape
  | LibraryShape
  /** What no value has: `never`. A field of it is one that a variant of a union does not have. */
  | { readonly kind: "nothing" }
  | { readonly kind: "unsupported"; readonly found: string; readonly instead: string };

export type Literal = string | number | boolean;

export interface ObjectShape {
  readonly kind: "object";
  /** The same for two uses of one type, so that a type which holds itself is noticed. */
  readonly id: number;
  /** In the order of the source. Read on demand: a type that holds itself has no end. */
  properties(): readonly Property[];
}

/** A union of objects; each variant has the shape of an object. */
export interface UnionShape {
  readonly kind: "union";
  /** The same for two uses of one type. */
  readonly id: number;
  /** In the order of the source. */
  readonly variants: readonly TypeUse[];
}

/** A type declared by one of our libraries, known by name: `Int32`, `Quantity`, `PodTemplateSpec`. */
export interface LibraryShape {
  readonly kind: "library";
  /** `@kubewright/apimachinery` or `@kubewright/api`. */
  readonly library: string;
  /** The file within the library without extension, below `src` or `dist`: `core/v1`. */
  readonly module: string;
  readonly name: string;
}

export interface Property {
  readonly name: string;
  readonly optional: boolean;
  /** A property without `?` whose type includes `undefined`. */
  readonly undefinable: boolean;
  readonly type: TypeUse;
  readonly comments: readonly Comment[];
  readonly position: Position;
  /** The type of a library that declares it, for one that was inherited or picked from there. */
  readonly library?: LibraryShape;
}
