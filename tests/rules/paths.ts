// What an expression can read: variables, their fields and their items.

import type { Type } from "./types.ts";

/** A variable, a field, an item. */
export interface Path {
  readonly text: string;
  readonly type: Type;
  /** `has` accepts it. */
  readonly isField: boolean;
}

const pathDepthMax = 5;
/** A large schema has more paths than expressions need. */
export const pathsMax = 400;

/** A path and everything below it. */
export function pathsFrom(text: string, from: Type, isField = false, depth: number = pathDepthMax): readonly Path[] {
  const own = { text, type: from, isField };
  if (depth === 0) return [own];
  const [first, second] = from.of;
  const inner = (): readonly Path[] => {
    if (from.fields !== undefined) {
      return Array.from(from.fields, ([name, field]) => pathsFrom(`${text}.${name}`, field, true, depth - 1)).flat();
    }
    if (from.name === "list" && first !== undefined) return pathsFrom(`${text}[0]`, first, false, depth - 1);
    if (from.name === "map" && first?.name === "string" && second !== undefined) {
      return ["a", "constructor"].flatMap((key) => pathsFrom(`${text}.${key}`, second, true, depth - 1));
    }
    return [];
  };
  return [own, ...inner()].slice(0, pathsMax);
}
