// Comprehensions over index and item, or key and value: `transformList`, `transformMap`, `transformMapEntry`.

import { declare, overload } from "../checking/declarations.ts";
import { twoVariableMacros } from "../syntax/macros.ts";
import { mapOf, typeParam } from "../types/type.ts";
import { EntryMap } from "../values/containers.ts";
import type { Value } from "../values/value.ts";
import { CelError, MapValue, noSuchOverload } from "../values/value.ts";
import type { Library } from "./library.ts";

const paramK = typeParam("K");
const paramV = typeParam("V");
const map = mapOf(paramK, paramV);

/** The macros with two variables and what they expand to. */
export const twoVariableLibrary: Library = {
  name: "two-variable comprehensions",
  macros: twoVariableMacros,
  functions: [
    declare(
      "cel.@mapInsert",
      overload("@mapInsert_map_key_value", [map, paramK, paramV], map, insert),
      overload("@mapInsert_map_map", [map, map], map, (target: Value, added: Value) => {
        if (!(added instanceof MapValue)) return noSuchOverload();
        let result = target;
        for (const key of added.keys()) {
          result = insert(result, key, added.find(key) ?? null);
          if (result instanceof CelError) return result;
        }
        return result;
      }),
    ),
  ],
};

// Only macros call this, on their accumulator, which nothing else refers to. It therefore changes in place.
function insert(target: Value, key: Value, value: Value): Value {
  return target instanceof EntryMap ? target.insert(key, value) : noSuchOverload();
}
