// Definitions by name, each parsed on its own when somebody asks for it, with references as they stand in the document.

import type { GroupVersionKind } from "@kubewright/apimachinery";
import type { DefinitionSchema } from "./definition-schema.ts";
import type { FactsModule } from "./facts-module.ts";
import { modules } from "./data/modules.ts";
import { lazy, lazyMap } from "./lazy.ts";

const referencePrefix = "#/components/schemas/";

const modulesByPackage = lazy(
  () => new Map(modules.flatMap((module) => module.packages.map((name) => [name, module] as const))),
);

const textsOf = lazyMap((module: FactsModule): ReadonlyMap<string, string> => {
  const lines = module.definitions.trim().split("\n");
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)]));
});

const parsed = lazyMap((name: string): DefinitionSchema | undefined => {
  const module = modulesByPackage().get(name.slice(0, name.lastIndexOf(".")));
  const text = module && textsOf(module).get(name);
  // The text was written by our own generator from schemas of exactly this type.
  return text === undefined ? undefined : (JSON.parse(text) as DefinitionSchema);
});

/** The names of all definitions, group version by group version: `io.k8s.api.core.v1.Pod`. */
export function definitionNames(): readonly string[] {
  return modules.flatMap((module) => [...textsOf(module).keys()]);
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
export function definitionOf({ group, version, kind }: GroupVersionKind): string | undefined {
  const paths = group === "" ? [`core/${version}`, `meta/${version}`] : [`${group}/${version}`];
  for (const module of modules.filter(({ path }) => paths.includes(path))) {
    const candidates = [...textsOf(module).keys()].filter((name) => name.endsWith(`.${kind}`));
    const found = candidates.find((name) =>
      definition(name)?.["x-kubernetes-group-version-kind"]?.some((one) => one.group === group && one.kind === kind),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The definition that a `$ref` of a published schema points at. */
export function definitionOfReference(reference: string): string {
  if (!reference.startsWith(referencePrefix)) {
    throw new TypeError(`Cannot follow the reference "${reference}": expected it to start with "${referencePrefix}"`);
  }
  return reference.slice(referencePrefix.length);
}
