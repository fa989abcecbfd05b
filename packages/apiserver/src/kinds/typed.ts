/**
 * The types of decoded objects. The decoder has checked the type of every field against the kind's published schema, but not that required fields are
 * present, so both types have every field optional.
 */
import type { ApiObject, ReadonlyObject } from "../objects/api-object.ts";

/** The same shape with every field optional and writable, at every level. */
export type Draft<T> = T extends readonly (infer Item)[]
  ? Draft<Item>[]
  : T extends object
    ? string extends keyof T
      ? { [Key in keyof T]: Draft<T[Key]> }
      : { -readonly [Key in keyof T]?: Draft<T[Key]> }
    : T;

/** The same shape with every field optional, at every level. Lists that print `null` when they are empty are `null`. */
export type View<T> = T extends readonly (infer Item)[]
  ? readonly View<Item>[]
  : T extends object
    ? string extends keyof T
      ? { readonly [Key in keyof T]: View<T[Key]> }
      : { readonly [Key in keyof T]?: View<T[Key]> }
    : T;

/** Returns a draft that the request owns, typed as an object of its kind. It is the same object. */
export function draftOf<T extends object>(object: ApiObject): Draft<T> {
  // The decoder has checked the types of the fields, which the compiler cannot infer.
  return object as unknown as Draft<T>;
}

/** Returns a stored or validated object, typed as an object of its kind. */
export function viewOf<T extends object>(object: ReadonlyObject): View<T> {
  return object as unknown as View<T>;
}
