/**
 * The types of the source in the form that schemas need: the types that the compiler resolved (generics, `Pick` and `Omit`, inherited properties), with
 * the comments and the names of aliases such as `Int32` from the source. This model is independent of the compiler, and the only input of the schema builder.
 */
import type { Position } from "../problem.ts";
import type { Comment } from "./comments.ts";

/** A type at the place where it is used. */
export interface TypeUse {
  readonly shape: Shape;
  /** The declared names of the type, outermost first: A, then B for `type A = B`. Empty for an inline type. */
  readonly names: readonly NamedDeclaration[];
  /**
   * The interfaces that the type extends, the members of its intersection, and their bases. Their markers, such as a rule, apply to this
   * type, too. Utility types such as `Pick` create another type, so their arguments are not bases.
   */
  bases(): readonly Base[];
  /** Whether the type includes null. */
  readonly nullable: boolean;
  readonly position: Position;
}

/** An interface or a type alias with the comments above it. */
export interface NamedDeclaration {
  readonly name: string;
  readonly comments: readonly Comment[];
  readonly position: Position;
}

export type Base = NamedDeclaration | LibraryShape;

export type Shape =
  | { readonly kind: "string" | "boolean" | "bigint" }
  /** A plain `number`. */
  | { readonly kind: "number" }
  | { readonly kind: "literals"; readonly values: readonly Literal[] }
  | { readonly kind: "array"; readonly element: TypeUse }
  | { readonly kind: "map"; readonly value: TypeUse }
  | ObjectShape
  | UnionShape
  | LibraryShape
  /** `never`: a field that a variant of a union excludes. */
  | { readonly kind: "nothing" }
  | { readonly kind: "unsupported"; readonly found: string; readonly instead: string };

export type Literal = string | number | boolean;

export interface ObjectShape {
  readonly kind: "object";
  /** Equal for two uses of one type, to detect recursive types. */
  readonly id: number;
  /** In the order of the source. Read on demand, because types can be recursive. */
  properties(): readonly Property[];
}

/** A union of objects; each variant has the shape of an object. */
export interface UnionShape {
  readonly kind: "union";
  /** Equal for two uses of one type. */
  readonly id: number;
  /** In the order of the source. */
  readonly variants: readonly TypeUse[];
}

/** A type declared by a Kubewright library, known by name: `Int32`, `Quantity`, `PodTemplateSpec`. */
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
  /** The library type that declares the property, if it is inherited or picked from one. */
  readonly library?: LibraryShape;
}
