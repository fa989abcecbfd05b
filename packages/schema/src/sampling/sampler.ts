/**
 * Samples random values of a schema, for tests of properties that hold for every object: conversions that lose nothing, compatible
 * changes of a schema. Values are generated from the keywords, which is nearly always right, and then validated.
 */
import { formatFieldErrors, isJsonObject, setOwn } from "@kubewright/apimachinery";
import type { JsonValue, MutableJsonObject } from "@kubewright/apimachinery";
import { applyDefaults } from "../defaulting/apply-defaults.ts";
import { validateEmbeddedResources } from "../embedded/embedded-resources.ts";
import type { JsonSchema } from "../model/json-schema.ts";
import { validate } from "../validation/validate.ts";
import { validateListTypes } from "../validation/validate-list-types.ts";
import type { Chance } from "./chance.ts";
import { createNodeSampler } from "./sample-node.ts";
import { sampleObjectMeta } from "./sample-metadata.ts";

/** How values are sampled. */
export interface SamplerOptions {
  /** The source of randomness: the same seed gives the same values. A `Random` of `@kubewright/async`. */
  readonly random: Chance;
  /**
   * `stored`: as a server stores them, with all defaults. `written`: as users write them, where a field with a default may be
   * absent even if it is required. Default: `stored`.
   */
  readonly form?: "stored" | "written";
  /** Samples whole objects of a kind: sets `apiVersion`, `kind` and metadata. Default: plain values. */
  readonly object?: SampledObject;
  /** The approximate number of nodes of a value. Optional fields and items beyond it are left out. Default: 150. */
  readonly size?: number;
  /** Checks values beyond the schema, for example with CEL rules. Default: every value is accepted. */
  readonly accept?: (value: JsonValue) => boolean;
}

/** The kind of the objects. */
export interface SampledObject {
  /** `batch.example.com/v1` */
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespaced: boolean;
}

/** Samples values of one schema. */
export interface Sampler {
  /**
   * The next value. It passes `validate`, `validateListTypes` and `validateEmbeddedResources` (in the written form:
   * after its defaults are set), and pruning does not change it.
   *
   * @throws {@link SampleError} if it finds no valid value, because the schema or `accept` permits too few.
   */
  sample(): JsonValue;
}

/** No valid value was found. Most such schemas permit no value at all. */
export class SampleError extends Error {
  override readonly name = "SampleError";
}

/** Whether a value is a {@link SampleError}, of this copy of the package or another one. */
export function isSampleError(error: unknown): error is SampleError {
  return error instanceof Error && error.name === "SampleError";
}

const sizeDefault = 150;
const triesMax = 50;

/**
 * A source of random values of a structural schema. Supports all keywords: types, enumerations, formats, patterns, bounds,
 * required and optional fields, nulls, alternatives, lists of type `set` and `map`, integers or texts, unknown fields and embedded
 * objects. The ends of ranges, empty and full lists, and objects with none or all of their fields come often.
 *
 *     const sampler = createSampler(schema, { random: createSeededRandom(1) });
 *     sampler.sample(); // { spec: { image: "a9-", replicas: 1 } }
 */
export function createSampler(schema: JsonSchema, options: SamplerOptions): Sampler {
  const { random, form = "stored", object, size = sizeDefault, accept = () => true } = options;
  const nodes = createNodeSampler({ chance: random, leavesOutDefaults: form === "written" });

  function problemOf(value: JsonValue): string | undefined {
    const stored = applyDefaults(value, schema);
    const errors = [
      ...validate(stored, schema),
      ...validateListTypes(stored, schema),
      ...validateEmbeddedResources(stored, schema),
    ];
    if (errors.length > 0) return formatFieldErrors(errors);
    return accept(form === "written" ? value : stored) ? undefined : "it is not accepted";
  }

  return {
    sample() {
      let problem: string | undefined;
      for (let tries = 0; tries < triesMax; tries++) {
        const made = nodes.sample(schema, size);
        if (made.value === undefined) {
          problem = made.problem;
          continue;
        }
        const value = object === undefined ? made.value : asObject(made.value, object, random);
        problem = problemOf(value);
        if (problem === undefined) return form === "written" ? value : applyDefaults(value, schema);
      }
      throw new SampleError(`Cannot sample a value of the schema: none of ${triesMax} fits; the last: ${problem}`);
    },
  };
}

function asObject(value: JsonValue, { apiVersion, kind, namespaced }: SampledObject, chance: Chance): JsonValue {
  const fields = isJsonObject(value) ? value : {};
  const object: MutableJsonObject = {
    apiVersion,
    kind,
    metadata: sampleObjectMeta(fields["metadata"], namespaced, chance),
  };
  for (const [name, field] of Object.entries(fields)) if (!Object.hasOwn(object, name)) setOwn(object, name, field);
  return object;
}
