/** Random patterns as the requests of a case: which are accepted, and which strings they match. */
import { createSeededRandom } from "@kubewright/async";
import type { DifferentialCase, DifferentialRequest } from "../differential/case.ts";
import { get, post, until } from "../differential/case.ts";
import { definition, definitions, schemaOf, versionOf } from "../differential/cases/crd-good.ts";
import { nearlyPattern, randomPattern, randomText } from "./random-pattern.ts";

/** The number of patterns in one schema, in the order of their errors. */
const patternsEach = 20;
const textsEach = 20;

/** The number of pairs of a pattern and a string in a case. */
export const pairsEach: number = patternsEach * textsEach;

/** The schema of a string that must match all patterns. */
function schemaWith(patterns: readonly string[]): object {
  return versionOf("v1", schemaOf({ a: { type: "string", allOf: patterns.map((pattern) => ({ pattern })) } }));
}

/** Matches strings against patterns, and tries almost valid patterns. */
export function patternCase(name: string, seed: string): DifferentialCase {
  const random = createSeededRandom(seed);
  const patterns = Array.from({ length: patternsEach }, () => randomPattern(random));
  const nearly = Array.from({ length: patternsEach * 2 }, () => nearlyPattern(random));
  const texts = Array.from({ length: textsEach }, () => randomText(random));
  const group = `${name}.example.com`;
  const widgets = `/apis/${group}/v1/namespaces/${name}/widgets`;
  const widget = (a: string): object => ({
    apiVersion: `${group}/v1`,
    kind: "Widget",
    metadata: { name: "w" },
    spec: { a },
  });
  return {
    name,
    requests: [
      post(`${definitions}?dryRun=All`, definition({ versions: [schemaWith(nearly)] })),
      post(definitions, definition({ versions: [schemaWith(patterns)] })),
      until(200, get(widgets)),
      ...texts.map((text): DifferentialRequest => post(`${widgets}?dryRun=All`, widget(text))),
    ],
  };
}
