/** Objects for the schema of a definition: a valid one, and ones with mistakes at random places. */
import type { Random } from "@kubewright/async";
import type { JsonSchema } from "@kubewright/schema";
import { createSampler } from "@kubewright/schema";
import { oneOf } from "../../sequences/structural-schema.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The fields of objects apart from `metadata`: one for each number of mistakes. */
export function randomObjects(schema: JsonSchema, random: Random, mistakes: readonly number[]): readonly Fields[] {
  const sample = sampleOf(schema, random);
  return mistakes.map((count) => {
    const { metadata: _, apiVersion: _version, kind: _kind, ...fields } = sample();
    return withMistakes(fields, random, count);
  });
}

/** Whether a lower bound permits only values that fill the memory. */
function requiresHugeValues(schema: JsonSchema): boolean {
  return /"min(?:Items|Length|Properties)":\d(?:\d{3}|[\d.]*e)/.test(JSON.stringify(schema));
}

/** A schema may permit no value, or have keywords of a wrong type that decoding drops. */
function sampleOf(schema: JsonSchema, random: Random): () => Fields {
  if (requiresHugeValues(schema)) return () => ({});
  const sampler = createSampler(schema, { random, form: "written", size: 60 });
  return () => {
    try {
      return sampler.sample() as Fields;
    } catch {
      return {};
    }
  };
}

const wrongValues = [null, true, -1, 1.5, 1e6, "", "a", "A b", [], ["a"], {}, { zzz: 1 }] as const;

function withMistakes(fields: Fields, random: Random, count: number): Fields {
  const draft = structuredClone(fields);
  for (let index = 0; index < count; index += 1) {
    const places = [...placesIn(draft)];
    const [container, key] = places[random.int(Math.max(places.length, 1))] ?? [draft, "zzz"];
    const target = container as Record<string | number, unknown>;
    const mistake = Array.isArray(container) ? "replaced" : oneOf(random, ["added", "removed", "replaced", "replaced"]);
    if (mistake === "added") target["zzz"] = 1;
    else if (mistake === "removed") delete target[key];
    else target[key] = structuredClone(oneOf(random, wrongValues));
  }
  return draft;
}

function* placesIn(value: object): Generator<readonly [object, string | number]> {
  for (const [key, child] of Object.entries(value) as [string, unknown][]) {
    yield [value, Array.isArray(value) ? Number(key) : key];
    if (typeof child === "object" && child !== null) yield* placesIn(child);
  }
}
