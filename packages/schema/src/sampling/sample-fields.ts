// Samples objects: all required fields, some of the optional ones, and undeclared keys if the schema allows them.

import { setOwn } from "@kubewright/apimachinery";
import type { MutableJsonObject } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import { additionalOf, propertyOf } from "../model/walk.ts";
import { happens, integerBetween, pick, shuffle } from "./chance.ts";
import type { FlatSchema } from "./choose-alternatives.ts";
import { anyKey } from "./sample-any.ts";
import type { NodeSampler, Sampled } from "./node-sampler.ts";

/** An object of about `size` nodes. */
export function sampleFields(flat: FlatSchema, size: number, sampler: NodeSampler): Sampled {
  const { schema } = flat;
  const open = openSchema(schema);
  const { must, may, keys } = chooseFields(flat, size, sampler, open !== undefined);
  const share = (size - 1) / Math.max(1, must.length + may.length + keys);
  const object: MutableJsonObject = {};
  for (const name of [...must, ...may]) {
    const field = sampler.sample(propertyOf(schema, name) ?? open ?? anything, share);
    if (field.value !== undefined) setOwn(object, name, field.value);
    else if (must.includes(name)) return { value: undefined, problem: `${name}: ${field.problem}` };
  }
  for (let added = 0, tries = 0; added < keys && tries < keys + 50; tries++) {
    const key = anyKey(sampler.chance);
    if (Object.hasOwn(object, key) || propertyOf(schema, key) !== undefined) continue;
    const field = sampler.sample(open ?? anything, share);
    if (field.value === undefined) break;
    setOwn(object, key, field.value);
    added++;
  }
  return { value: object };
}

interface ChosenFields {
  readonly must: readonly string[];
  readonly may: readonly string[];
  /** The number of undeclared keys. */
  readonly keys: number;
}

/** Chooses the fields within the bounds of the schema and the size. */
function chooseFields(flat: FlatSchema, size: number, sampler: NodeSampler, isOpen: boolean): ChosenFields {
  const { chance } = sampler;
  const { required = [], properties = {} } = flat.schema;
  const minProperties = Number(flat.schema.minProperties ?? 0);
  const maxProperties = Number(flat.schema.maxProperties ?? Infinity);
  const optional = optionalFields(flat, sampler);
  const must = [...new Set([...required, ...Object.keys(properties)])].filter(
    (name) => !optional.includes(name) && !flat.without.has(name),
  );

  const density = pick(chance, [0, 0.3, 0.6, 1]);
  const most = Math.max(0, Math.min(maxProperties - must.length, Math.floor(size)));
  const wanted = optional.filter(() => happens(chance, density)).slice(0, most);
  const missing = Math.max(0, minProperties - must.length - wanted.length);
  const others = optional.filter((name) => !wanted.includes(name));
  const may = [...wanted, ...others.slice(0, isOpen ? chance.int(missing + 1) : missing)];
  if (!isOpen) return { must, may, keys: 0 };

  const low = Math.max(0, minProperties - must.length - may.length);
  const high = Math.min(maxProperties - must.length - may.length, low + (size < 1 ? 0 : 3));
  return { must, may, keys: integerBetween(chance, low, high) };
}

/** Returns the optional fields that are not left out, in random order. */
function optionalFields(
  { schema, without }: FlatSchema,
  { chance, leavesOutDefaults }: NodeSampler,
): readonly string[] {
  const required = new Set(schema.required);
  const names = Object.keys(schema.properties ?? {}).filter((name) => {
    if (without.has(name)) return false;
    const hasDefault = propertyOf(schema, name)?.default !== undefined;
    return !required.has(name) || (leavesOutDefaults && hasDefault);
  });
  return shuffle(chance, names);
}

/** Returns the schema of undeclared keys, or `undefined` if they are not allowed. */
function openSchema(schema: JsonSchema): JsonSchema | undefined {
  const isOpen = schema.additionalProperties === true || schema["x-kubernetes-preserve-unknown-fields"] === true;
  return additionalOf(schema) ?? (isOpen ? anything : undefined);
}

const anything: JsonSchema = { "x-kubernetes-preserve-unknown-fields": true };
