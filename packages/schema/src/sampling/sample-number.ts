// Samples numbers for a schema. The ends of its range and zero are frequent, because they often reveal errors.

import type { JsonSchema } from "../model/json-schema.ts";
import type { Chance } from "./chance.ts";
import { happens, integerBetween, pick } from "./chance.ts";

/** A whole number within the bounds of a schema. Callers must validate it. */
export function sampleInteger(schema: JsonSchema, chance: Chance): number {
  const factor = stepOf(schema);
  const { low, high } = boundsOf(schema, schema.format === "int32" ? int32 : safe);
  const from = Math.ceil((low + (isExclusive(schema, "minimum") && Number.isInteger(low) ? 1 : 0)) / factor);
  const to = Math.floor((high - (isExclusive(schema, "maximum") && Number.isInteger(high) ? 1 : 0)) / factor);
  return between(chance, from, to) * factor + 0; // No negative zero, which JSON does not have.
}

/** A number within the bounds of a schema, often a fraction. Callers must validate it. */
export function sampleDouble(schema: JsonSchema, chance: Chance): number {
  if (schema.multipleOf !== undefined) {
    const { low, high } = boundsOf(schema, safe);
    const factor = Number(schema.multipleOf);
    return between(chance, Math.ceil(low / factor), Math.floor(high / factor)) * factor;
  }
  if (happens(chance, 0.3)) return sampleInteger(schema, chance);
  const { low, high } = boundsOf(schema, { low: -1000, high: 1000 });
  const value = low + chance.next() * (high - low);
  const rounded = Math.round(value * 1000) / 1000;
  return rounded > low && rounded < high ? rounded : value;
}

interface Range {
  readonly low: number;
  readonly high: number;
}

const int32: Range = { low: -(2 ** 31), high: 2 ** 31 - 1 };

/** The integers that a double represents exactly. */
const safe: Range = { low: Number.MIN_SAFE_INTEGER, high: Number.MAX_SAFE_INTEGER };

/** The bounds of the schema. Default: the bounds of `otherwise`, moved if the range would be empty. */
function boundsOf({ minimum, maximum }: JsonSchema, otherwise: Range): Range {
  const low = Number(minimum ?? Math.min(otherwise.low, Number(maximum ?? 0)));
  return { low, high: Number(maximum ?? Math.max(otherwise.high, low)) };
}

/** A number k with `from <= k <= to`: near an end, near zero, or anywhere. */
function between(chance: Chance, from: number, to: number): number {
  if (to <= from) return from;
  const notable = [from, to, 0, 1, -1].filter((value) => value >= from && value <= to);
  if (happens(chance, 0.3)) return pick(chance, notable);
  if (happens(chance, 0.7)) return nearZero(chance, from, to);
  return integerBetween(chance, from, to);
}

function nearZero(chance: Chance, from: number, to: number): number {
  const centre = Math.min(Math.max(0, from), to);
  return integerBetween(chance, Math.max(from, centre - 20), Math.min(to, centre + 100));
}

function isExclusive(schema: JsonSchema, bound: "minimum" | "maximum"): boolean {
  return schema[bound === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum"] === true && schema[bound] !== undefined;
}

/** The step of a whole `multipleOf`. Fractions are not considered, because callers validate the number. */
function stepOf({ multipleOf }: JsonSchema): number {
  const step = Number(multipleOf ?? 1);
  return Number.isInteger(step) && step > 0 ? step : 1;
}
