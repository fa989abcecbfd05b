// Definitions by name, with references as in the published document. Each is parsed when it is first used.

import type { GroupVersionKind } from "@kubewright/apimachinery";
import { definitions } from "./data/definitions.ts";
import type { DefinitionSchema } from "./definition-schema.ts";
import { lazy, lazyMap } from "./lazy.ts";

const referencePrefix = "#/components/schemas/";

/** A definition in the data: its kind, and its schema as JSON. */
interface Entry {
  /** `apps/v1/Deployment`, or `-` for a type that is not a kind. */
  readonly kind: string;
  readonly json: string;
}

/** Each line of the data is a name, a kind, and the schema as JSON. */
const entries = lazy((): ReadonlyMap<string, Entry> => {
  const found = new Map<string, Entry>();
  for (const line of definitions.trim().split("\n")) {
    const afterName = line.indexOf(" ");
    const afterKind = line.indexOf(" ", afterName + 1);
    const entry = { kind: line.slice(afterName + 1, afterKind), json: line.slice(afterKind + 1) };
    found.set(line.slice(0, afterName), entry);
  }
  return found;
});

// The text was written by our own generator from schemas of exactly this type.
const parsed = lazyMap((name: string): DefinitionSchema | undefined => {
  const entry = entries().get(name);
  return entry && (JSON.parse(entry.json) as DefinitionSchema);
});

/** The names of definitions by what they describe. */
const namesByKind = lazy(
  (): ReadonlyMap<string, string> => new Map(Array.from(entries(), ([name, { kind }]) => [kind, name] as const)),
);

/** A module holds the packages of its kinds; `meta/v1` holds those that all groups share. */
const packagesByModule = lazy((): ReadonlyMap<string, readonly string[]> => {
  const packages = new Map<string, Set<string>>();
  const add = (module: string, definitionName: string): void => {
    const known = packages.get(module) ?? new Set();
    packages.set(module, known.add(definitionName.slice(0, definitionName.lastIndexOf("."))));
  };
  for (const [name, { kind }] of entries()) {
    const [group = "", version = ""] = kind.split("/");
    if (name.includes(".apimachinery.")) add("meta/v1", name);
    else if (kind !== "-") add(`${group === "" ? "core" : group}/${version}`, name);
  }
  return new Map([...packages].map(([module, names]) => [module, [...names]]));
});

/** The names of all definitions, group version by group version: `io.k8s.api.core.v1.Pod`. */
export function definitionNames(): readonly string[] {
  return [...entries().keys()];
}

/**
 * Returns a definition as published: a field has a `$ref` to its type, and keywords that hold for the field only. `schemaOf` returns
 * the same with resolved references. `undefined` for an unknown name.
 */
export function definition(name: string): DefinitionSchema | undefined {
  return parsed(name);
}

/**
 * Returns the name of the definition of a kind: of served kinds, their lists, and kinds of subresources and bodies, such as
 * `policy/v1, Kind=Eviction` and `v1, Kind=Status`. `undefined` for a kind without a definition.
 */
export function definitionOf(kind: GroupVersionKind): string | undefined {
  return namesByKind().get(keyOf(kind));
}

/**
 * The name of the definition that a type of `@kubewright/api` was made from: `core/v1` and `PodSpec` give
 * `io.k8s.api.core.v1.PodSpec`. Undefined when the module has no such type.
 */
export function definitionOfType(module: string, typeName: string): string | undefined {
  const candidates = packagesByModule().get(module) ?? [];
  return candidates.map((name) => `${name}.${typeName}`).find((name) => entries().has(name));
}

/** The definition that a `$ref` of a published schema points at. */
export function definitionOfReference(reference: string): string {
  if (!reference.startsWith(referencePrefix)) {
    throw new TypeError(`Cannot follow the reference "${reference}": expected it to start with "${referencePrefix}"`);
  }
  return reference.slice(referencePrefix.length);
}

function keyOf({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}/${kind}`;
}
