// What one writes and what a server stores of it are two types: a field with a default may be left out, and is there whenever it is read. The type
// that is written names the one that is stored, for the compiler alone, so that a call that takes the one returns the other: see `Stored`.

/** No object has this field. */
export declare const storedForm: unique symbol;

/** Part of a type that is written: a server stores it as `T`. */
export interface StoredAs<T> {
  readonly [storedForm]?: T;
}

/**
 * `T` with the fields present that have a default. `D` has their names, as deep as they lie: `{ speed: {}; lines?: { count: {} }[] }` says that
 * `speed` is there and, wherever there are lines, the `count` of each. What may be null may stay null.
 * The fields come first: of two lists in one type the methods of the first are taken.
 */
export type Defaulted<T, D> = T extends readonly (infer Item)[]
  ? D extends readonly (infer Within)[]
    ? readonly Defaulted<Item, Within>[]
    : T
  : T extends object
    ? { readonly [K in keyof D]: K extends keyof T ? Defaulted<Present<T[K]>, Present<D[K]>> : unknown } & T
    : T;

type Present<T> = Exclude<T, undefined>;
