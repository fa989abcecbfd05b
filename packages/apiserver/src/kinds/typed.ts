/**
 * The one place where a decoded JSON object gets its TypeScript type. The decoder has checked every field against the kind's
 * published schema, so from here on a Pod is a `Pod`, and the code of a kind reads like the API reference.
 */
import type { ApiObject, ReadonlyObject } from "../registry/api-object.ts";

/** The same shape, writable at every level. */
export type Draft<T> = T extends readonly (infer Item)[]
  ? Draft<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Draft<T[Key]> }
    : T;

/** A draft that the request owns, seen as an object of its kind. Writes go to the same object. */
export function draftOf<T extends object>(object: ApiObject): Draft<T> {
  // The decoder has proved the shape, which the compiler cannot know.
  return object as unknown as Draft<T>;
}

/** A stored or validated object, seen as an object of its kind. */
export function viewOf<T extends object>(object: ReadonlyObject): T {
  return object as unknown as T;
}
