// Texts that must not be mixed up get a brand: a type that only erases. Any text can be given one where it enters from
// a server's answer; from there on the compiler keeps them apart.

declare const brand: unique symbol;

/** A version of the store. Compared by `compareResourceVersions` only. */
export type ResourceVersion = string & { readonly [brand]: "ResourceVersion" };

/** The identity of one object over its life: two objects of one name, one after the other, differ in it. */
export type Uid = string & { readonly [brand]: "Uid" };

/** Where a paged list goes on. Opaque. */
export type ContinueToken = string & { readonly [brand]: "ContinueToken" };

/** Brands a text that a server gave as a resource version. */
export function asResourceVersion(text: string): ResourceVersion {
  return text as ResourceVersion; // A brand exists for the compiler only, so it can come from nowhere but a cast.
}

/** Brands a text that a server gave as a uid. */
export function asUid(text: string): Uid {
  return text as Uid; // As above.
}

/** Brands a text that a server gave as a continue token. */
export function asContinueToken(text: string): ContinueToken {
  return text as ContinueToken; // As above.
}
