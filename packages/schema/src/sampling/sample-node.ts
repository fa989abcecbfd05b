// Samples a value of a schema node and of the nodes inside it. An optional field is omitted if no value for it is found.

import { append, cloneJson, isJsonObject } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import { applyDefaults } from "../defaulting/apply-defaults.ts";
import { validateEmbeddedResources } from "../embedded/embedded-resources.ts";
import type { JsonSchema } from "../model/json-schema.ts";
import { isEmbedded } from "../model/walk.ts";
import { validate } from "../validation/validate.ts";
import type { Chance } from "./chance.ts";
import { happens, pick } from "./chance.ts";
import { chooseAlternatives, hasAlternatives } from "./choose-alternatives.ts";
import type { NodeSampler, Sampled } from "./node-sampler.ts";
import { sampleFields } from "./sample-fields.ts";
import { sampleItems } from "./sample-items.ts";
import { withTypeMeta } from "./sample-metadata.ts";
import { sampleDouble, sampleInteger } from "./sample-number.ts";
import { anyValue } from "./sample-any.ts";
import { createTextSampler } from "./sample-text.ts";

export function createNodeSampler(options: Pick<NodeSampler, "chance" | "leavesOutDefaults">): NodeSampler {
  const { chance } = options;
  const textOf = createTextSampler(chance);
  let attemptsLeft = 0;

  function make(schema: JsonSchema, size: number, attempt: number): Sampled {
    if (schema.nullable === true && happens(chance, 0.1)) return { value: null };
    if (schema.default !== undefined && schema.default !== null && happens(chance, 0.2)) {
      return { value: cloneJson(schema.default) };
    }
    const flat = chooseAlternatives(schema, chance);
    // Upstream never accepts a null as a value of an enumeration.
    const listed = flat.schema.enum?.filter((value) => value !== null) ?? [];
    if (listed.length > 0) return { value: cloneJson(pick(chance, listed)) };
    switch (typeOf(flat.schema, chance)) {
      case "string":
        return { value: textOf(flat.schema, attempt) };
      case "integer":
        return { value: sampleInteger(flat.schema, chance) };
      case "number":
        return { value: sampleDouble(flat.schema, chance) };
      case "boolean":
        return { value: happens(chance, 0.5) };
      case "array":
        return sampleItems(flat.schema, size, sampler);
      case "object": {
        const fields = sampleFields(flat, size, sampler);
        if (!isEmbedded(schema) || !isJsonObject(fields.value)) return fields;
        return { value: withTypeMeta(fields.value, schema, chance) };
      }
      default:
        return { value: anyValue(chance, 2) };
    }
  }

  function sample(schema: JsonSchema, size: number): Sampled {
    const checks = needsCheck(schema);
    let problem = "";
    for (let attempt = 0; attempt < (checks ? 60 : 1) && attemptsLeft > 0; attempt++) {
      attemptsLeft--;
      const made = make(schema, size, attempt);
      const found = made.value === undefined ? made.problem : checks ? problemOf(schema, made.value) : undefined;
      if (found === undefined) return made;
      problem = found;
    }
    return { value: undefined, problem };
  }

  const sampler: NodeSampler = { ...options, sample };
  return {
    ...sampler,
    sample(schema, size) {
      attemptsLeft = attemptsMax + 10 * size;
      return sample(schema, size);
    },
  };
}

/** The maximum number of attempts for a whole value, which bounds the work for unsatisfiable alternatives. */
const attemptsMax = 1000;

/** The first error of a value by its own schema. */
function problemOf(schema: JsonSchema, value: JsonValue): string | undefined {
  const stored = applyDefaults(value, schema);
  const errors = validate(stored, schema);
  if (isEmbedded(schema)) append(errors, validateEmbeddedResources(stored, schema));
  return errors[0]?.detail ?? errors[0]?.type;
}

/** Whether a value must be checked as a whole: the parts of objects and lists have been checked already. */
function needsCheck(schema: JsonSchema): boolean {
  const isContainer = schema.type === "object" || schema.type === "array";
  return !isContainer || hasAlternatives(schema) || schema.enum !== undefined || isEmbedded(schema);
}

function typeOf(schema: JsonSchema, chance: Chance): string | undefined {
  if (schema.type !== undefined) return schema.type;
  return schema["x-kubernetes-int-or-string"] === true ? pick(chance, ["integer", "string"]) : undefined;
}
