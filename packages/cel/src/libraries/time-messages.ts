// Timestamps and durations as messages: `google.protobuf.Timestamp{seconds: 1}`. Their fields can be set, but not read.

import type { StructDeclaration } from "../checking/scope.ts";
import type { CelType } from "../types/type.ts";
import { durationType, intType, timestampType } from "../types/type.ts";
import { Duration, Timestamp } from "../values/time.ts";
import type { Value } from "../values/value.ts";
import { CelError } from "../values/value.ts";
import { fieldError, integerField } from "./message-fields.ts";

/** The messages by name. */
export const timeMessages: ReadonlyMap<string, StructDeclaration> = new Map([
  declare(timestampType, (seconds, nanos) => new Timestamp(wrappedSeconds(seconds) * nanosPerSecond + nanos)),
  declare(durationType, (seconds, nanos) => new Duration(saturatedNanos(seconds, nanos))),
]);

const fieldBits: ReadonlyMap<string, 32 | 64> = new Map([
  ["seconds", 64],
  ["nanos", 32],
]);

const nanosPerSecond = 1_000_000_000n;

/** The seconds from the year 1 to 1970. */
const secondsBefore1970 = 62_135_596_800n;

const int64Max = 2n ** 63n - 1n;
const int64Min = -(2n ** 63n);

function declare(
  type: CelType,
  make: (seconds: bigint, nanos: bigint) => Value,
): readonly [name: string, declaration: StructDeclaration] {
  const create = (fields: ReadonlyMap<string, Value>): Value => {
    const numbers: bigint[] = [];
    for (const [name, bits] of fieldBits) {
      const number = integerField(fields.has(name) ? (fields.get(name) ?? null) : 0, bits);
      if (number instanceof CelError) return fieldError(`${type.name}.${name}`, number);
      numbers.push(number);
    }
    const [seconds = 0n, nanos = 0n] = numbers;
    return make(seconds, nanos);
  };
  return [type.name, { type, fieldType: (name) => (fieldBits.has(name) ? intType : undefined), create }];
}

/** Times count from the year 1 in 64 bits. Unlike those of `timestamp()`, messages may lie outside of the years 1 to 9999. */
function wrappedSeconds(seconds: bigint): bigint {
  return BigInt.asIntN(64, seconds + secondsBefore1970) - secondsBefore1970;
}

/** A duration that does not fit is the longest one of its sign. */
function saturatedNanos(seconds: bigint, nanos: bigint): bigint {
  const whole = seconds * nanosPerSecond;
  const fits = [whole, whole + nanos].every((each) => BigInt.asIntN(64, each) === each);
  if (fits) return whole + nanos;
  return seconds < 0n ? int64Min : int64Max;
}
