// The atomic lists and objects inside a value. A merge replaces them as a whole.

import { isJsonArray, isJsonObject } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import type { Atom } from "../model/atom.ts";
import { atomFor } from "../model/atom.ts";
import type { JsonSchema } from "../model/json-schema.ts";
import { typeOf } from "../model/type.ts";

/**
 * Returns the paths of the atomic lists and objects of a value that fits its schema: `.spec.template.spec.nodeSelector`. Those inside the values of a
 * map are not found, as in kube-apiserver.
 */
export function atomicPaths(value: JsonValue, schema: JsonSchema): readonly string[] {
  return pathsOf(value, typeOf(schema).atom, "");
}

function pathsOf(value: JsonValue, atom: Atom, path: string): readonly string[] {
  const { list, map } = atomFor(atom, value);
  if (isJsonObject(value) && map !== undefined) {
    const inner = Object.entries(value).flatMap(([name, each]) => {
      const found = map.field(name);
      return found === undefined ? [] : pathsOf(each, found.atom, `${path}.${name}`);
    });
    return map.isAtomic ? [path, ...inner] : inner;
  }
  if (isJsonArray(value) && list !== undefined) {
    const inner = value.flatMap((item, index) => pathsOf(item, list.item, `${path}[${index}]`));
    return list.isAtomic ? [path, ...inner] : inner;
  }
  return [];
}
