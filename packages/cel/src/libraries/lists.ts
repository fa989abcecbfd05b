// Functions on lists: those of Kubernetes (`isSorted`, `sum`, `min`, `max`, `indexOf`), and the extended ones of cel-go
// (`slice`, `flatten`, `sort`, `distinct`, `reverse`, `lists.range`), and sets.

import type { FunctionDeclaration, Overload } from "../checking/declarations.ts";
import { declare, declareSingle, member, overload } from "../checking/declarations.ts";
import { sortByMacro } from "../syntax/macros.ts";
import type { CelType } from "../types/type.ts";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listOf,
  stringType,
  timestampType,
  typeParam,
  uintType,
} from "../types/type.ts";
import { compare, equal, isComparable } from "../values/compare.ts";
import { ArrayList } from "../values/containers.ts";
import { typeOfValue } from "../values/describe.ts";
import type { Int } from "../values/numbers.ts";
import { addInts, checkedUint, Double, Uint } from "../values/numbers.ts";
import { createdItemsMax, tooLong } from "../values/result-limits.ts";
import { checkedDuration, Duration } from "../values/time.ts";
import type { Value } from "../values/value.ts";
import { CelError, ListValue, noSuchOverload } from "../values/value.ts";
import type { Library } from "./library.ts";

const comparable: readonly (readonly [string, CelType])[] = [
  ["int", intType],
  ["uint", uintType],
  ["double", doubleType],
  ["bool", boolType],
  ["duration", durationType],
  ["timestamp", timestampType],
  ["string", stringType],
  ["bytes", bytesType],
];

const summable: readonly (readonly [string, CelType, Value])[] = [
  ["int", intType, 0],
  ["uint", uintType, new Uint(0n)],
  ["double", doubleType, new Double(0)],
  ["duration", durationType, new Duration(0n)],
];

const paramA = typeParam("A");
const paramT = typeParam("T");
const listT = listOf(paramT);

function withList(call: (list: ListValue, ...args: Value[]) => Value): (...args: Value[]) => Value {
  return (list = null, ...args) => (list instanceof ListValue ? call(list, ...args) : noSuchOverload());
}

function ofComparable(overloadOf: (name: string, type: CelType) => Overload): readonly Overload[] {
  return comparable.map(([name, type]) => overloadOf(name, type));
}

/** The list functions of Kubernetes. */
export const kubernetesListLibrary: Library = {
  name: "kubernetes lists",
  functions: [
    declare(
      "isSorted",
      ...ofComparable((name, type) =>
        member(`list_${name}_is_sorted_bool`, [listOf(type)], boolType, withList(isSorted)),
      ),
    ),
    declare(
      "sum",
      ...summable.map(([name, type, zero]) =>
        member(
          `list_${name}_sum_${name}`,
          [listOf(type)],
          type,
          withList((list) => sum(list, zero)),
        ),
      ),
    ),
    extreme("max", -1),
    extreme("min", 1),
    declare(
      "indexOf",
      member(
        "list_a_index_of_int",
        [listOf(paramA), paramA],
        intType,
        withList((list, item) => position(list, item ?? null, false)),
      ),
    ),
    declare(
      "lastIndexOf",
      member(
        "list_a_last_index_of_int",
        [listOf(paramA), paramA],
        intType,
        withList((list, item) => position(list, item ?? null, true)),
      ),
    ),
  ],
};

function extreme(name: string, replacedAt: number): FunctionDeclaration {
  const call = withList((list) => {
    let found: Value | undefined;
    for (const item of list.items()) {
      if (!isComparable(item)) return item instanceof CelError ? item : noSuchOverload();
      const order = found === undefined ? replacedAt : compare(found, item);
      if (typeof order === "number" && Math.sign(order) === replacedAt) found = item;
    }
    return found ?? new CelError(`${name} called on empty list`);
  });
  return declare(
    name,
    ...ofComparable((type, itemType) => member(`list_${type}_${name}_${type}`, [listOf(itemType)], itemType, call)),
  );
}

function isSorted(list: ListValue): Value {
  let previous: Value | undefined;
  for (const item of list.items()) {
    if (!isComparable(item)) return item instanceof CelError ? item : noSuchOverload();
    const order = previous === undefined ? 0 : compare(previous, item);
    if (typeof order === "number" && order > 0) return false;
    previous = item;
  }
  return true;
}

function sum(list: ListValue, zero: Value): Value {
  let total = zero;
  for (const item of list.items()) {
    if (total instanceof CelError) return total;
    total = item instanceof CelError ? item : plus(total, item);
  }
  return total;
}

function plus(left: Value, right: Value): Value {
  if (left instanceof Double && right instanceof Double) return new Double(left.value + right.value);
  if (left instanceof Uint && right instanceof Uint) return checkedUint(left.value + right.value);
  if (left instanceof Duration && right instanceof Duration) return checkedDuration(left.nanos + right.nanos);
  const areInts = [left, right].every((value) => typeof value === "number" || typeof value === "bigint");
  return areInts ? addInts(left as number, right as number) : noSuchOverload();
}

function position(list: ListValue, item: Value, isLast: boolean): Value {
  const items = list.items();
  const isItem = (candidate: Value): boolean => equal(candidate, item) === true;
  return isLast ? items.findLastIndex(isItem) : items.findIndex(isItem);
}

const int = (value: Value | undefined): number => Number(value);

/** The extended list functions of cel-go. */
export const extendedListLibrary: Library = {
  name: "lists",
  macros: [sortByMacro],
  functions: [
    declare(
      "slice",
      member(
        "list_slice",
        [listT, intType, intType],
        listT,
        withList((list, start, end) => slice(list, start as Int, end as Int)),
      ),
    ),
    {
      ...declare(
        "flatten",
        member("list_flatten", [listOf(listT)], listT, (list: Value) => flatten(list)),
        member("list_flatten_int", [listOf(dynType), intType], listOf(dynType), flatten),
      ),
      isUnguarded: true,
    },
    declareSingle(
      "sort",
      { call: withList((list) => sortBy(list, list)), accepts: (value) => value instanceof ListValue },
      ...ofComparable((_name, type) => member(`list_${type.name}_sort`, [listOf(type)], listOf(type))),
    ),
    declareSingle(
      "@sortByAssociatedKeys",
      {
        call: withList((list, keys) => (keys instanceof ListValue ? sortBy(list, keys) : noSuchOverload())),
        accepts: (value) => value instanceof ListValue,
      },
      ...ofComparable((_name, type) => member(`list_${type.name}_sortByAssociatedKeys`, [listT, listOf(type)], listT)),
    ),
    declare(
      "lists.range",
      overload("lists_range", [intType], listOf(intType), (count: Value) => range(int(count))),
    ),
    declare(
      "reverse",
      member(
        "list_reverse",
        [listT],
        listT,
        withList((list) => new ArrayList(list.items().toReversed())),
      ),
    ),
    declare("distinct", member("list_distinct", [listT], listT, withList(distinct))),
  ],
};

function range(count: number): Value {
  if (count > createdItemsMax) return tooLong();
  return new ArrayList(Array.from({ length: Math.max(count, 0) }, (_, index) => index));
}

function slice(list: ListValue, start: Int, end: Int): Value {
  const call = `cannot slice(${start}, ${end})`;
  if (start < 0 || end < 0) return new CelError(`${call}, negative indexes not supported`);
  if (start > end) return new CelError(`${call}, start index must be less than or equal to end index`);
  if (list.size < end) return new CelError(`${call}, list is length ${list.size}`);
  return new ArrayList(list.items().slice(Number(start), Number(end)));
}

function flatten(list: Value, levels?: Value): Value {
  if (!(list instanceof ListValue)) {
    return new CelError(`no such overload: ${typeOfValue(list).name}.flatten(${levels === undefined ? "" : "int"})`);
  }
  const depth = levels === undefined ? 1 : int(levels);
  if (depth < 0) return new CelError("level must be non-negative");
  const flat = (items: readonly Value[], left: number): Value[] =>
    items.flatMap((item) => (item instanceof ListValue && left > 0 ? flat(item.items(), left - 1) : [item]));
  return new ArrayList(flat(list.items(), depth));
}

function distinct(list: ListValue): Value {
  const found: Value[] = [];
  for (const item of list.items()) {
    if (!found.some((other) => equal(item, other) === true)) found.push(item);
  }
  return new ArrayList(found);
}

function sortBy(list: ListValue, keys: ListValue): Value {
  if (list.size !== keys.size) {
    const sizes = `but got ${list.size} and ${keys.size} elements respectively`;
    return new CelError(
      `@sortByAssociatedKeys() expected a list of the same size as the associated keys list, ${sizes}`,
    );
  }
  if (list.size === 0) return list;
  const sortKeys = keys.items();
  const first = keys.at(0);
  if (!isComparable(first)) return new CelError("list elements must be comparable");
  const type = typeOfValue(first);
  if (sortKeys.some((key) => typeOfValue(key) !== type)) {
    return new CelError("list elements must have the same type");
  }
  const items = list.items().map((item, index) => ({ item, key: sortKeys[index] ?? null }));
  const sorted = items.toSorted((left, right) => {
    const order = compare(left.key, right.key);
    return typeof order === "number" ? order : 0;
  });
  return new ArrayList(sorted.map(({ item }) => item));
}

/** `sets.contains`, `sets.equivalent` and `sets.intersects`. */
export const setLibrary: Library = {
  name: "sets",
  functions: [
    setFunction("contains", contains),
    setFunction("equivalent", (left, right) => {
      const contained = contains(left, right);
      return contained === true ? contains(right, left) : contained;
    }),
    setFunction("intersects", (left, right) => left.items().some((item) => right.contains(item) === true)),
  ],
};

function setFunction(name: string, call: (left: ListValue, right: ListValue) => Value): FunctionDeclaration {
  const checked = (left: Value, right: Value): Value =>
    left instanceof ListValue && right instanceof ListValue ? call(left, right) : noSuchOverload();
  return declare(`sets.${name}`, overload(`list_sets_${name}_list`, [listT, listT], boolType, checked));
}

function contains(list: ListValue, part: ListValue): Value {
  for (const item of part.items()) {
    const isContained = list.contains(item);
    if (isContained !== true) return isContained;
  }
  return true;
}
