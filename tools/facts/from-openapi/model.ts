// From the documents of a server to the model of the output: the definitions and their modules, and the served kinds. Pure
// functions. The order is stable: modules by path, definitions by name, kinds as in discovery (the server's order of
// preference for groups and versions).

import type { ServedKind, ServedSubresource } from "@kubewright/api-facts";
import type { GroupDiscovery, PublishedApi, PublishedKind, PublishedSchema, ResourceDiscovery } from "./document.ts";
import { leanSchema } from "./lean-schema.ts";
import { byText, modulePathOf, packageOf, servedPathOf, typeNameOf } from "./names.ts";

/** The input of all printers. */
export interface ApiModel {
  readonly serverVersion: string;
  readonly modules: readonly ModuleModel[];
  readonly kinds: readonly ServedKind[];
}

/** The definitions of one group version. */
export interface ModuleModel {
  /** `core/v1`, `apps/v1`; `meta/v1` for the types that all groups share. */
  readonly path: string;
  readonly definitions: readonly DefinitionModel[];
}

/** One definition. */
export interface DefinitionModel {
  /** `io.k8s.api.core.v1.Pod` */
  readonly name: string;
  /** `Pod` */
  readonly typeName: string;
  /** The kind that it describes, if that kind has its own group and version. */
  readonly kind?: PublishedKind;
  readonly schema: PublishedSchema;
}

/** The module of the types that all groups share. */
export const metaModule = "meta/v1";

/**
 * Reads the documents of a server.
 *
 * @throws {TypeError} when a definition differs between two documents, when its module cannot be determined, or when a
 *   schema uses an unknown keyword.
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

/** Each definition once, by name. Many documents contain the same definition. */
function collectDefinitions(api: PublishedApi): readonly DefinitionModel[] {
  const found = new Map<string, PublishedSchema>();
  for (const path of Object.keys(api.documents).sort(byText)) {
    for (const [name, published] of Object.entries(api.documents[path]?.components?.schemas ?? {})) {
      const schema = leanSchema(withOneKind(published), name);
      const before = found.get(name);
      if (before !== undefined && JSON.stringify(before) !== JSON.stringify(schema)) {
        throw new TypeError(`Cannot read the definition "${name}" of "${path}": it differs in another document`);
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

/** DeleteOptions and WatchEvent belong to every group version, and each document lists others: only `v1` is kept. */
function withOneKind(schema: PublishedSchema): PublishedSchema {
  const kinds = schema["x-kubernetes-group-version-kind"];
  if (kinds === undefined || kinds.length < 2) return schema;
  return {
    ...schema,
    "x-kubernetes-group-version-kind": kinds.filter((kind) => kind.group === "" && kind.version === "v1"),
  };
}

/** The module of a package is the group version of its kinds; all groups share the packages of apimachinery. */
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
  // Discovery leaves group and version empty if they equal those of the resource. `v1` alone means the core group.
  return kind.version === ""
    ? { group, version, kind: kind.kind }
    : { group: kind.group, version: kind.version, kind: kind.kind };
}

function isKind({ kind }: DefinitionModel, wanted: PublishedKind): boolean {
  return kind?.group === wanted.group && kind.version === wanted.version && kind.kind === wanted.kind;
}
