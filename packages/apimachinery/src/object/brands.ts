// Branded strings, which the compiler distinguishes. A string from the response of a server gets its brand once;
// brands do not exist at run time.

declare const brand: unique symbol;

/** A version of the store. Compared by `compareResourceVersions` only. */
export type ResourceVersion = string & { readonly [brand]: "ResourceVersion" };

/** The identity of an object. A recreated object of the same name has another uid. */
export type Uid = string & { readonly [brand]: "Uid" };

/** The position of the next page of a list. Opaque. */
export type ContinueToken = string & { readonly [brand]: "ContinueToken" };

/** Brands a string from a server as a resource version. */
export function asResourceVersion(text: string): ResourceVersion {
  return text as ResourceVersion; // Brands exist only for the compiler, so this requires a cast.
}

/** Brands a string from a server as a uid. */
export function asUid(text: string): Uid {
  return text as Uid; // As above.
}

/** Brands a string from a server as a continue token. */
export function asContinueToken(text: string): ContinueToken {
  return text as ContinueToken; // As above.
}
