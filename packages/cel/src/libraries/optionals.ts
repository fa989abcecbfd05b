// Values that may be absent: `optional.of(x)`, `a.?b`, `a[?0]`, `x.orValue(y)`.

import type { FunctionDeclaration } from "../checking/declarations.ts";
import { declare, member, overload } from "../checking/declarations.ts";
import { boolType, dynType, intType, listOf, mapOf, optionalOf, stringType, typeParam } from "../types/type.ts";
import { ArrayList } from "../values/containers.ts";
import { formatValue } from "../values/describe.ts";
import { Double, Uint } from "../values/numbers.ts";
import { Duration, Timestamp } from "../values/time.ts";
import type { Value } from "../values/value.ts";
import { CelError, ListValue, MapValue, none, noSuchOverload, OpaqueValue, Optional } from "../values/value.ts";
import { isFromJson } from "../values/native.ts";

const paramK = typeParam("K");
const paramV = typeParam("V");
const optionalV = optionalOf(paramV);
const listV = listOf(paramV);
const mapKV = mapOf(paramK, paramV);

/** The functions on optionals. `or` and `orValue` are computed by the planner, which skips an operand that is not needed. */
export const optionalFunctions: readonly FunctionDeclaration[] = [
  declare(
    "optional.of",
    overload("optional_of", [paramV], optionalV, (value: Value) => new Optional(value)),
  ),
  declare(
    "optional.ofNonZeroValue",
    overload("optional_ofNonZeroValue", [paramV], optionalV, (value: Value) =>
      isZero(value) ? none : new Optional(value),
    ),
  ),
  declare(
    "optional.none",
    overload("optional_none", [], optionalV, () => none),
  ),
  declare(
    "value",
    member("optional_value", [optionalV], paramV, (optional: Value) => {
      if (!(optional instanceof Optional)) return noSuchOverload();
      return optional.value === undefined ? new CelError("optional.none() dereference") : optional.value;
    }),
  ),
  declare(
    "hasValue",
    member("optional_hasValue", [optionalV], boolType, (optional: Value) =>
      optional instanceof Optional ? optional.value !== undefined : noSuchOverload(),
    ),
  ),
  declare("or", member("optional_or_optional", [optionalV, optionalV], optionalV)),
  declare("orValue", member("optional_orValue_value", [optionalV, paramV], paramV)),
  declare("_?._", overload("select_optional_field", [dynType, stringType], optionalV)),
  declare(
    "_[?_]",
    overload("list_optindex_optional_int", [listV, intType], optionalV),
    overload("optional_list_optindex_optional_int", [optionalOf(listV), intType], optionalV),
    overload("map_optindex_optional_value", [mapKV, paramK], optionalV),
    overload("optional_map_optindex_optional_value", [optionalOf(mapKV), paramK], optionalV),
  ),
  declare(
    "_[_]",
    overload("optional_list_index_int", [optionalOf(listV), intType], optionalV),
    overload("optional_map_index_value", [optionalOf(mapKV), paramK], optionalV),
  ),
  declare(
    "last",
    member("list_last", [listV], optionalV, (list: Value) => itemOf(list, -1)),
  ),
  declare(
    "first",
    member("list_first", [listV], optionalV, (list: Value) => itemOf(list, 0)),
  ),
  declare("optional.unwrap", overload("optional_unwrap", [listOf(optionalV)], listV, unwrap)),
  declare("unwrapOpt", member("optional_unwrapOpt", [listOf(optionalV)], listV, unwrap)),
];

function itemOf(list: Value, index: number): Value {
  if (!(list instanceof ListValue)) return noSuchOverload();
  return list.size === 0 ? none : new Optional(list.at(index < 0 ? list.size + index : index));
}

function unwrap(list: Value): Value {
  if (!(list instanceof ListValue)) return noSuchOverload();
  const values: Value[] = [];
  for (const item of list.items()) {
    if (!(item instanceof Optional)) return new CelError(`value ${formatValue(item)} is not optional`);
    if (item.value !== undefined) values.push(item.value);
  }
  return new ArrayList(values);
}

/** The zero of Go's times: 0001-01-01T00:00:00Z. */
const zeroTime = -62_135_596_800_000_000_000n;

function isZero(value: Value): boolean {
  if (value === null || value === false || value === 0 || value === "") return true;
  if (value instanceof Double) return value.value === 0;
  if (value instanceof Uint) return value.value === 0n;
  if (value instanceof Uint8Array) return value.length === 0;
  if (value instanceof Duration) return value.nanos === 0n;
  if (value instanceof Timestamp) return value.nanos === zeroTime;
  // Lists and maps of a schema are never zero.
  if (value instanceof ListValue || value instanceof MapValue) return value.size === 0 && !isFromJson(value);
  return value instanceof OpaqueValue && value.isZero();
}
