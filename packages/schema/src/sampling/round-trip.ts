/** Tests that a conversion loses no data, by round trips of random objects. */
import {
  decodeJson,
  encodeJson,
  formatFieldErrors,
  isDeepEqual,
  isJsonArray,
  isJsonObject,
} from "@kubewright/apimachinery";
import type { JsonValue, KubernetesObject } from "@kubewright/apimachinery";
import { applyDefaults } from "../defaulting/apply-defaults.ts";
import type { JsonSchema } from "../model/json-schema.ts";
import { prune } from "../pruning/prune.ts";
import { validate } from "../validation/validate.ts";
import type { Chance } from "./chance.ts";
import { createSampler } from "./sampler.ts";
import type { SampledObject } from "./sampler.ts";

/** One version of a kind. */
export interface RoundTripSide {
  readonly object: SampledObject;
  readonly schema: JsonSchema;
}

export interface RoundTripOptions {
  /** Converts an object to this `apiVersion`. */
  readonly convert: (object: KubernetesObject, apiVersion: string) => KubernetesObject;
  /** The source of the objects. The same seed gives the same objects. */
  readonly random: Chance;
  /** The number of objects. Default: 300. */
  readonly samples?: number;
}

const samplesDefault = 300;

/**
 * Converts random objects of one version to another and back. As in an API server, each version sets its defaults.
 * Returns `undefined` if every object was valid and unchanged, otherwise the first failing object and the difference.
 */
export function roundTripFault(
  from: RoundTripSide,
  to: RoundTripSide,
  { convert, random, samples = samplesDefault }: RoundTripOptions,
): string | undefined {
  const sampler = createSampler(from.schema, { random, object: from.object });
  for (let index = 1; index <= samples; index++) {
    const before = sampler.sample();
    const say = (fault: string): string =>
      `object ${index} of ${from.object.apiVersion}: ${fault}: ${encodeJson(before)}`;
    let middle: JsonValue;
    let after: JsonValue;
    try {
      middle = stored(convert(before as KubernetesObject, to.object.apiVersion), to);
      const errors = validate(middle, to.schema);
      if (errors.length > 0) return say(`is invalid in ${to.object.apiVersion}: ${formatFieldErrors(errors)}`);
      const { pruned } = prune(middle, to.schema);
      if (pruned.length > 0) return say(`has fields that ${to.object.apiVersion} does not have: ${pruned.join(", ")}`);
      after = stored(convert(middle as KubernetesObject, from.object.apiVersion), from);
    } catch (error) {
      return say(`cannot be converted: ${error instanceof Error ? error.message : String(error)}`);
    }
    const difference = firstDifference(before, after);
    if (difference !== undefined) return say(`came back from ${to.object.apiVersion} changed: ${difference}`);
  }
  return undefined;
}

/** The object after encoding and decoding, with its defaults. */
function stored(object: KubernetesObject, { schema }: RoundTripSide): JsonValue {
  return applyDefaults(decodeJson(encodeJson(object)).value, schema);
}

/** The path and values of the first difference: `spec.size: 3, then absent`. */
function firstDifference(before: JsonValue | undefined, after: JsonValue | undefined, path = ""): string | undefined {
  if (before !== undefined && after !== undefined) {
    if (isDeepEqual(before, after)) return undefined;
    const isBoth = (is: (value: JsonValue) => boolean): boolean => is(before) && is(after);
    if (isBoth(isJsonObject) || isBoth(isJsonArray)) {
      const [left, right] = [before, after].map(
        (value) => new Map(Object.entries(value as object)) as ReadonlyMap<string, JsonValue>,
      );
      for (const name of new Set([...(left?.keys() ?? []), ...(right?.keys() ?? [])])) {
        const found = firstDifference(left?.get(name), right?.get(name), path === "" ? name : `${path}.${name}`);
        if (found !== undefined) return found;
      }
    }
  }
  return `${path}: ${textOf(before)}, then ${textOf(after)}`;
}

function textOf(value: JsonValue | undefined): string {
  return value === undefined ? "absent" : encodeJson(value);
}
