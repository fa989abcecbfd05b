/** Paths to fields in a schema, such as `.spec.color` or `.spec['color']`. Items of lists cannot be reached. */
import type { JsonSchema } from "@kubewright/schema";
import { schemaOfKey } from "@kubewright/schema";

export interface PathTarget {
  readonly names: readonly string[];
  readonly schema: JsonSchema;
}

/** What a path leads to; `undefined` when it is none, or leads nowhere. */
export function schemaAtPath(path: string, schema: JsonSchema): PathTarget | undefined {
  const names = namesOf(path);
  let current: JsonSchema | undefined = schema;
  for (const name of names ?? []) current = current === undefined ? undefined : schemaOfKey(current, name);
  return names === undefined || current === undefined ? undefined : { names, schema: current };
}

/** The names in a path; `undefined` when it is malformed. */
export function namesOf(path: string): readonly string[] | undefined {
  const names: string[] = [];
  let rest = path;
  while (rest !== "") {
    const step = /^\.([^.[\]]+)|^\['([^']+)'\]/.exec(rest);
    if (step === null) return undefined;
    names.push(step[1] ?? step[2] ?? "");
    rest = rest.slice(step[0].length);
  }
  return names.length === 0 ? undefined : names;
}
