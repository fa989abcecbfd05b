// Definitions by name, each parsed on its own when somebody asks for it, with references as they stand in the document.

import type { GroupVersionKind } from "@kubewright/apimachinery";
import { definitions } from "./data/definitions.ts";
import type { DefinitionSchema } from "./definition-schema.ts";
import { lazy, lazyMap } from "./lazy.ts";

const referencePrefix = "#/components/schemas/";

/** What the data says of a definition: what it describes, and its schema, unparsed. */
interface Entry {
  /** `apps/v1/Deployment`, or `-` when it describes no kind. */
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
 * A definition as it is published: references to others stand as `$ref`, beside them what holds for this use of the
 * type. `schemaOf` gives the same with references resolved. Undefined when there is none of this name.
 */
export function definition(name: string): DefinitionSchema | undefined {
  return parsed(name);
}

/**
 * The name of the definition of a kind: served ones, their lists, and those that stand behind subresources or in bodies,
 * such as `policy/v1, Kind=Eviction` and `v1, Kind=Status`. Undefined when nothing is published for it.
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
