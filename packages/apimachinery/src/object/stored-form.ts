// Written and stored objects have different types: a field with a default is optional in writes and present in reads. The written type
// references the stored type, only for the compiler, so that a call with the written type returns the stored type: see `Stored`.

/** No object has this field. */
export declare const storedForm: unique symbol;

/** Part of a written type, which a server stores as `T`. */
export interface StoredAs<T> {
  readonly [storedForm]?: T;
}

/**
 * `T` with the fields present that have a default. `D` has their names at all levels: with `{ speed: {}; lines?: { count: {} }[] }`,
 * `speed` is present and, if there are lines, the `count` of each. Nullable fields remain nullable.
 * The fields come first: in an intersection of two list types, the methods of the first are used.
 */
export type Defaulted<T, D> = T extends readonly (infer Item)[]
  ? D extends readonly (infer Within)[]
    ? readonly Defaulted<Item, Within>[]
    : T
  : T extends object
    ? { readonly [K in keyof D]: K extends keyof T ? Defaulted<Present<T[K]>, Present<D[K]>> : unknown } & T
    : T;

type Present<T> = Exclude<T, undefined>;
