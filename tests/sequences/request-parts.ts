/** The parts of the requests of each step. */
import type { SequenceKind } from "./kind.ts";
import type { Known, PatchForm } from "./sequence.ts";

/** The first and the last step whose response is an object, if all requests succeed. */
export interface Seen {
  readonly first: number;
  readonly last: number;
}

export interface Context {
  readonly kind: SequenceKind;
  readonly collection: string;
  readonly seen: ReadonlyMap<string, Seen>;
  /** The number of the first request of this step. */
  readonly next: number;
}

export const patchTypes: Readonly<Record<PatchForm, string>> = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
};

/** A reference to a value of an earlier response, or `none`. */
export function knownText(known: Known, seen: Seen | undefined, field: "resourceVersion" | "uid"): string | undefined {
  const none = field === "uid" ? "unknown" : "1";
  switch (known) {
    case "none":
      return undefined;
    case "wrong":
      return none;
    case "last":
    case "first":
      return seen === undefined ? none : `{{${seen[known]}.metadata.${field}|${none}}}`;
  }
}

export function optional<K extends string>(key: K, value: string | undefined): { readonly [k in K]?: string } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [k in K]?: string }; // One key or none.
}
