/** A good object with a few things wrong, as many requests: how the cases of a kind's validation are written. */
import { applyMergePatch } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import { post, put } from "./case.ts";
import type { DifferentialRequest } from "./case.ts";

/** A merge patch of an object. */
export type Variation = object;

/** The object that a merge patch makes of a good one; null takes a field away. */
export function varied(good: object, variation: Variation): object {
  // Data of cases are JSON, which interfaces hide from the compiler.
  return applyMergePatch(structuredClone(good) as JsonValue, variation as JsonValue) as object;
}

/** Creates of the varied objects. Nothing is stored, so that the requests of a case don't know of each other. */
export function creates(
  collection: string,
  good: object,
  variations: readonly Variation[],
): readonly DifferentialRequest[] {
  return variations.map((variation) => post(`${collection}?dryRun=All`, varied(good, variation)));
}

/** A create of the good object under the name of the case's objects, `a`, and then updates of it that nothing is stored of. */
export function updates(
  collection: string,
  good: object,
  variations: readonly Variation[],
  name: string = "a",
): readonly DifferentialRequest[] {
  return [post(collection, good), ...tried(`${collection}/${name}`, good, variations)];
}

/** Updates of an object of which nothing is stored. */
export function tried(path: string, good: object, variations: readonly Variation[]): readonly DifferentialRequest[] {
  return variations.map((variation) => put(`${path}?dryRun=All`, varied(good, variation)));
}
