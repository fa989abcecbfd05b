// Floats without a fraction. Go decodes `1.0` in an object without a type to a float64 and `1` to an int64; a decoded value here has the number 1 for both.
// Expressions and lists of unique items distinguish them, so they read the object with the floats of its text.

import type { JsonValue, MutableJsonObject } from "./json-value.ts";
import { getOwn, isJsonArray, setOwn } from "./json-value.ts";
import type { NumberLiterals } from "./number-literals.ts";
import { numberLiteralAt, numberLiteralsBelow } from "./number-literals.ts";
import type { Work } from "./steps.ts";
import { eachInSteps, whenDone } from "./steps.ts";

/** A float whose value is an integer that a double represents exactly. Larger floats and those with a fraction are numbers. */
export class IntegralFloat {
  readonly [key: string]: JsonValue;
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/**
 * In steps, the value in which each number whose literal has a decimal point or an exponent is an `IntegralFloat`. It shares the parts without such a number.
 * A number that differs from its literal has been changed since the text was decoded.
 */
export function withIntegralFloats(value: JsonValue, literals: NumberLiterals | undefined): Work<JsonValue> {
  if (literals === undefined || typeof value !== "object" || value === null) return value;
  const members = value as { readonly [key: string]: JsonValue }; // An array has keys, too.
  let copy: MutableJsonObject | undefined;
  const replace = (key: string, member: JsonValue): void => {
    copy ??= (isJsonArray(value) ? [...value] : { ...value }) as MutableJsonObject;
    setOwn(copy, key, member);
  };
  const replacing = eachInSteps(Object.keys(literals), (key): Work<void> => {
    const member = getOwn(members, key);
    if (typeof member === "number") {
      if (isIntegralFloat(member, numberLiteralAt(literals, key))) replace(key, new IntegralFloat(member));
    } else if (typeof member === "object") {
      return whenDone(withIntegralFloats(member, numberLiteralsBelow(literals, key)), (next) => {
        if (next !== member) replace(key, next);
      });
    }
  });
  return whenDone(replacing, () => copy ?? value);
}

/** Whether `withIntegralFloats` would change the value. It copies nothing and stops at the first float. */
export function hasIntegralFloats(value: JsonValue, literals: NumberLiterals | undefined): boolean {
  if (literals === undefined || typeof value !== "object" || value === null) return false;
  const members = value as { readonly [key: string]: JsonValue }; // An array has keys, too.
  return Object.keys(literals).some((key) => {
    const member = getOwn(members, key);
    if (typeof member === "number") return isIntegralFloat(member, numberLiteralAt(literals, key));
    return typeof member === "object" && hasIntegralFloats(member, numberLiteralsBelow(literals, key));
  });
}

function isIntegralFloat(value: number, literal: string | undefined): boolean {
  if (literal === undefined || !Number.isSafeInteger(value)) return false;
  return Number(literal) === value && /[.eE]/.test(literal);
}
