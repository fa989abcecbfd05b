/** Listers, and the factory with one shared informer for each kind. */
import { printCode, upperFirst } from "../artifacts/code.ts";
import { descriptorImports } from "./layout.ts";
import type { ClientGroup } from "./layout.ts";

/** The text of `listers.ts`, for a file in this folder. */
export function printListers(groups: readonly ClientGroup[], folder: string): string {
  const kinds = groups.flatMap((group) => group.kinds);
  return printCode(
    'import { createLister } from "@kubewright/informer";',
    'import type { Informer, Lister } from "@kubewright/informer";',
    "",
    ...descriptorImports(groups, folder, true),
    ...kinds.flatMap(({ alias }) => [
      "",
      `export type ${alias}Lister = Lister<${alias}>;`,
      "",
      `export function create${alias}Lister(informer: Informer<${alias}>): ${alias}Lister {`,
      "  return createLister(informer);",
      "}",
    ]),
  );
}

/** The text of `factory.ts`, for a file in this folder. It does not import `listers.ts`. */
export function printInformerFactory(groups: readonly ClientGroup[], folder: string): string {
  return printCode(
    'import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";',
    'import type { Verbs } from "@kubewright/client";',
    'import { createInformerCache, createLister } from "@kubewright/informer";',
    'import type { CreateInformerCacheOptions, Informer, Lister } from "@kubewright/informer";',
    "",
    ...descriptorImports(groups, folder),
    "",
    "/** The shared informer of a kind, and a lister that reads from it. */",
    "export interface SharedInformer<T extends KubernetesObject> {",
    "  informer(): Informer<T>;",
    "  lister(): Lister<T>;",
    "}",
    "",
    "/** Creates one informer per kind, which all users share. */",
    "export interface SharedInformerFactory {",
    ...groups.map(({ method }) => `  ${method}(): ${upperFirst(method)}Informers;`),
    "  /** Runs all requested informers, also those that are requested later, until the signal is aborted. */",
    "  start(options: { readonly signal: AbortSignal }): Promise<void>;",
    "  /** Resolves once all requested informers have synced. */",
    "  waitForCacheSync(options?: { readonly signal?: AbortSignal }): Promise<void>;",
    "}",
    ...groups.flatMap(({ method, kinds }) => [
      "",
      `export interface ${upperFirst(method)}Informers {`,
      ...kinds.map((kind) => `  ${kind.method}(): SharedInformer<${kind.alias}>;`),
      "}",
    ]),
    "",
    'export type SharedInformerFactoryOptions = Omit<CreateInformerCacheOptions, "verbs">;',
    "",
    "/** @param client A client, such as `fake.client` of a fake clientset. */",
    "export function createSharedInformerFactory(",
    '  client: { readonly raw: Pick<Verbs, "listStream" | "watch"> },',
    "  options: SharedInformerFactoryOptions = {},",
    "): SharedInformerFactory {",
    "  const cache = createInformerCache({ ...options, verbs: client.raw });",
    "  const shared = <T extends KubernetesObject>(type: ResourceType<T>): SharedInformer<T> => ({",
    "    informer: () => cache.informer(type),",
    "    lister: () => createLister(cache.informer(type)),",
    "  });",
    "  return {",
    ...groups.flatMap(({ method, kinds }) => [
      `    ${method}: () => ({`,
      ...kinds.map((kind) => `      ${kind.method}: () => shared(${kind.alias}),`),
      "    }),",
    ]),
    "    start: (startOptions) => cache.start(startOptions),",
    "    waitForCacheSync: (waitOptions) => cache.waitForSync(waitOptions),",
    "  };",
    "}",
  );
}
