// From what a server publishes to what is generated: which definitions exist and in which module each lives, and which
// kinds are served and how. Pure, and in one stable order: modules by path, definitions by name, kinds as discovery
// lists them (which is the order in which the server prefers its groups and versions).

import type { ServedKind, ServedSubresource } from "@kubewright/api-facts";
import type { GroupDiscovery, PublishedApi, PublishedKind, PublishedSchema, ResourceDiscovery } from "./document.ts";
import { leanSchema } from "./lean-schema.ts";
import { byText, modulePathOf, packageOf, servedPathOf, typeNameOf } from "./names.ts";

/** Everything that the output is made of. */
export interface ApiModel {
  readonly serverVersion: string;
  readonly modules: readonly ModuleModel[];
  readonly kinds: readonly ServedKind[];
}

/** The definitions of one group version. */
export interface ModuleModel {
  /** `core/v1`, `apps/v1`; `meta/v1` for what all groups share. */
  readonly path: string;
  readonly definitions: readonly DefinitionModel[];
}

/** One definition. */
export interface DefinitionModel {
  /** `io.k8s.api.core.v1.Pod` */
  readonly name: string;
  /** `Pod` */
  readonly typeName: string;
  /** The kind it describes, if it describes one that has a group and version of its own. */
  readonly kind?: PublishedKind;
  readonly schema: PublishedSchema;
}

/** The module of what all groups share. */
export const metaModule = "meta/v1";

/**
 * Reads the documents of a server.
 *
 * @throws {TypeError} when a definition differs between two documents, when its module cannot be told, or when a schema
 *   uses what is not known here.
 */
export function buildModel(api: PublishedApi): ApiModel {
  const definitions = collectDefinitions(api);
  const moduleOfPackage = modulesOfPackages(definitions);

  const modules = new Map<string, DefinitionModel[]>();
  for (const definition of definitions) {
    const path = moduleOfPackage.get(packageOf(definition.name));
    if (path === undefined) {
      throw new TypeError(`Cannot place the definition "${definition.name}": no kind of its package is published`);
    }
    const list = modules.get(path) ?? [];
    modules.set(path, list);
    list.push(definition);
  }

  return {
    serverVersion: api.serverVersion,
    modules: [...modules]
      .map(([path, members]) => ({ path, definitions: members }))
      .sort((a, b) => byText(a.path, b.path)),
    kinds: api.groups.flatMap((group) => kindsOfGroup(group, definitions, api.tables)),
  };
}

/** Each definition once, by name. The same one stands in many documents. */
function collectDefinitions(api: PublishedApi): readonly DefinitionModel[] {
  const found = new Map<string, PublishedSchema>();
  for (const path of Object.keys(api.documents).sort(byText)) {
    for (const [name, published] of Object.entries(api.documents[path]?.components?.schemas ?? {})) {
      const schema = leanSchema(withOneKind(published), name);
      const before = found.get(name);
      if (before !== undefined && JSON.stringify(before) !== JSON.stringify(schema)) {
        throw new TypeError(`Cannot read the definition "${name}" of "${path}": another document has it differently`);
      }
      found.set(name, schema);
    }
  }

  return [...found]
    .sort(([a], [b]) => byText(a, b))
    .map(([name, schema]) => {
      const [kind] = schema["x-kubernetes-group-version-kind"] ?? [];
      return { name, typeName: typeNameOf(name), schema, ...(kind && { kind }) };
    });
}

/** DeleteOptions and WatchEvent belong to every group version, and each document lists other ones: only `v1` is kept. */
function withOneKind(schema: PublishedSchema): PublishedSchema {
  const kinds = schema["x-kubernetes-group-version-kind"];
  if (kinds === undefined || kinds.length < 2) return schema;
  return {
    ...schema,
    "x-kubernetes-group-version-kind": kinds.filter((kind) => kind.group === "" && kind.version === "v1"),
  };
}

/** A package's module is the group version of its kinds; those of apimachinery are shared by all groups. */
function modulesOfPackages(definitions: readonly DefinitionModel[]): ReadonlyMap<string, string> {
  const modules = new Map<string, string>();
  for (const { name, kind } of definitions) {
    const packageName = packageOf(name);
    if (packageName.includes(".apimachinery.")) modules.set(packageName, metaModule);
    else if (kind) modules.set(packageName, modulePathOf(kind.group, kind.version));
  }
  return modules;
}

function kindsOfGroup(
  { metadata, versions }: GroupDiscovery,
  definitions: readonly DefinitionModel[],
  tables: PublishedApi["tables"],
): readonly ServedKind[] {
  const group = metadata?.name ?? "";
  return versions.flatMap(({ version, resources = [] }) =>
    resources.map((resource) => servedKind(resource, group, version, definitions, tables)),
  );
}

function servedKind(
  resource: ResourceDiscovery,
  group: string,
  version: string,
  definitions: readonly DefinitionModel[],
  tables: PublishedApi["tables"],
): ServedKind {
  const kind = kindOf(resource.responseKind, group, version, resource.resource);
  const listKind = { ...kind, kind: `${kind.kind}List` };
  const columns = tables[`${servedPathOf(group, version)}/${resource.resource}`];
  return {
    ...kind,
    plural: resource.resource,
    singular: resource.singularResource,
    ...(definitions.some((definition) => isKind(definition, listKind)) && { listKind: listKind.kind }),
    namespaced: resource.scope === "Namespaced",
    verbs: resource.verbs,
    shortNames: resource.shortNames ?? [],
    categories: resource.categories ?? [],
    subresources: (resource.subresources ?? []).map(({ subresource, responseKind, verbs }): ServedSubresource => ({
      name: subresource,
      ...kindOf(responseKind, group, version, `${resource.resource}/${subresource}`),
      verbs,
    })),
    columns: (columns ?? []).map(({ name, type, format, priority }) => ({ name, type, format, priority })),
  };
}

function kindOf(kind: PublishedKind | undefined, group: string, version: string, resource: string): PublishedKind {
  if (kind === undefined) throw new TypeError(`Cannot read the discovery of "${resource}": it names no kind`);
  // Discovery leaves group and version empty when they are those of the resource. `v1` alone is the core group's.
  return kind.version === ""
    ? { group, version, kind: kind.kind }
    : { group: kind.group, version: kind.version, kind: kind.kind };
}

function isKind({ kind }: DefinitionModel, wanted: PublishedKind): boolean {
  return kind?.group === wanted.group && kind.version === wanted.version && kind.kind === wanted.kind;
}
