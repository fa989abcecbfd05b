// Lists, maps and messages that expressions create. An optional part without a value is left out.

import { ArrayList, EntryMap } from "../values/containers.ts";
import { formatValue } from "../values/describe.ts";
import type { Value } from "../values/value.ts";
import { CelError, Optional } from "../values/value.ts";
import type { Evaluate, Frame } from "./frame.ts";
import { countArgument } from "./frame.ts";

/** The base costs of literals that are not constant. */
export const literalCosts = { list: 10, map: 30, struct: 40 } as const;

/** Creates a list. */
export function createList(elements: readonly Evaluate[], optionals: ReadonlySet<number>): Evaluate {
  return (frame) => {
    const items: Value[] = [];
    for (let index = 0; index < elements.length; index++) {
      const item = elements[index]?.(frame) ?? null;
      if (item instanceof CelError) return item;
      if (!optionals.has(index)) items.push(item);
      else if (!(item instanceof Optional)) {
        countArgument(frame, item);
        const shown = formatValue(item);
        return new CelError(`cannot initialize optional list element from non-optional value ${shown}`);
      } else if (item.value !== undefined) items.push(item.value);
    }
    return new ArrayList(items);
  };
}

/** An entry of a map literal. */
export interface MapPart {
  readonly key: Evaluate;
  readonly value: Evaluate;
  readonly isOptional: boolean;
}

/** Creates a map. */
export function createMap(parts: readonly MapPart[]): Evaluate {
  return (frame) => {
    const map = new EntryMap();
    for (const part of parts) {
      const key = part.key(frame);
      if (key instanceof CelError) return key;
      const value = part.value(frame);
      if (value instanceof CelError) return value;
      if (!part.isOptional) map.set(key, value);
      else if (!(value instanceof Optional)) return notOptional(frame, formatValue(key), value);
      else if (value.value === undefined) map.delete(key);
      else map.set(key, value.value);
    }
    return map;
  };
}

/** A field of a message literal. */
export interface StructPart {
  readonly name: string;
  readonly evaluate: Evaluate;
  readonly isOptional: boolean;
}

/** Creates a message. */
export function createStruct(
  parts: readonly StructPart[],
  create: (fields: ReadonlyMap<string, Value>) => Value,
): Evaluate {
  return (frame) => {
    const values = new Map<string, Value>();
    for (const { name, evaluate, isOptional } of parts) {
      const value = evaluate(frame);
      if (value instanceof CelError) return value;
      if (!isOptional) values.set(name, value);
      else if (!(value instanceof Optional)) return notOptional(frame, name, value);
      else if (value.value !== undefined) values.set(name, value.value);
    }
    return create(values);
  };
}

function notOptional(frame: Frame, name: string, value: Value): CelError {
  countArgument(frame, value);
  return new CelError(`cannot initialize optional entry '${name}' from non-optional value ${formatValue(value)}`);
}
