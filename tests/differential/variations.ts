/** Variations of a valid object with single errors, as requests: for the cases of a kind's validation. */
import { applyMergePatch } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import { post, put } from "./case.ts";
import type { DifferentialRequest } from "./case.ts";

/** A merge patch of an object. */
export type Variation = object;

/** The valid object with a merge patch applied; null removes a field. */
export function varied(good: object, variation: Variation): object {
  // Data of cases are JSON, which interfaces hide from the compiler.
  return applyMergePatch(structuredClone(good) as JsonValue, variation as JsonValue) as object;
}

/** Dry-run creates of the varied objects, so that the requests of a case are independent. */
export function creates(
  collection: string,
  good: object,
  variations: readonly Variation[],
): readonly DifferentialRequest[] {
  return variations.map((variation) => post(`${collection}?dryRun=All`, varied(good, variation)));
}

/** A create of the valid object under the name of the case's objects, `a`, and then dry-run updates of it. */
export function updates(
  collection: string,
  good: object,
  variations: readonly Variation[],
  name: string = "a",
): readonly DifferentialRequest[] {
  return [post(collection, good), ...tried(`${collection}/${name}`, good, variations)];
}

/** Dry-run updates of an object. */
export function tried(path: string, good: object, variations: readonly Variation[]): readonly DifferentialRequest[] {
  return variations.map((variation) => put(`${path}?dryRun=All`, varied(good, variation)));
}
