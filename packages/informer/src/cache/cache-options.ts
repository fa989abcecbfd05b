/**
 * What a cache holds: the namespaces, selectors and transforms of each kind, as in controller-runtime's `cache.Options`. `scopesOf` computes from
 * them, for one kind, the informers that hold it.
 */
import { assertNumbers, numberRules } from "@kubewright/async";
import type { KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import type { CreateInformerOptions } from "../informer/create-informer-options.ts";
import type { Informer } from "../informer/informer.ts";
import type { Transform } from "../store/store.ts";
import { isNamespaceSet } from "./namespace-set.ts";
import type { NamespaceSet } from "./namespace-set.ts";

/** How the cache holds the objects of one kind, in one namespace or in all. An absent field has the value of the next wider level. */
export interface CacheConfig {
  /** Only objects with these labels: "app=web". Reads of the cache find no others. Default: all objects. */
  readonly labelSelector?: string | undefined;
  /** Only objects with these fields, of those that the server can select by: "spec.nodeName=a". Default: all objects. */
  readonly fieldSelector?: string | undefined;
  /** Changes each object before it is stored, for example removes fields that the program does not read. Default: objects are stored as received. */
  transform?(object: Stored<KubernetesObject>): Stored<KubernetesObject>;
  /**
   * Whether the stored objects are compressed, with a dictionary per informer that is sampled from its first objects. The cache then needs a fraction
   * of the memory, and each received or read object some 10 to 50 µs more CPU time. Names, versions, labels and owner references are read without
   * decompression. Kinds of less than 256 KiB stay uncompressed.
   */
  readonly compress?: boolean | undefined;
  /**
   * How often every object in the cache is delivered to handlers again, in milliseconds. Each informer changes the period by up to 10 percent, so
   * that they do not run at the same time. 0 disables it.
   */
  readonly syncPeriodMs?: number | undefined;
  /**
   * How often the cache is compared with the server, in milliseconds: uid and resourceVersion of all objects, from a paged list of their metadata. It
   * finds events that the server or the connection lost without an error. A difference leads to a new list, a metric
   * (`kubewright_informer_consistency_checks_total`), a warning in the log and an event of the observer. Each comparison is up to 10 percent earlier,
   * so that informers and replicas do not list at the same time. 0 disables it.
   */
  readonly consistencyCheckPeriodMs?: number | undefined;
}

/**
 * Namespaces by name, each with its own configuration; a list of names selects namespaces without configuration. The key `allNamespaces` configures all
 * namespaces that are not listed. The names of a `NamespaceSet` may change while the cache runs.
 */
export type CacheNamespaces = readonly string[] | Readonly<Record<string, CacheConfig>> | NamespaceSet;

/** The key of `CacheNamespaces` for all other namespaces: `{ "kube-system": { labelSelector: "app=web" }, [allNamespaces]: {} }`. */
export const allNamespaces = "";

/** The configuration of one kind. Create it with `byObject`. */
export interface ByObject extends CacheConfig {
  readonly type: ResourceType;
  /** The namespaces of this kind. Default: `defaultNamespaces`. Must be absent for a cluster-scoped kind. */
  readonly namespaces?: CacheNamespaces | undefined;
}

/** `ByObject` with the type of the kind's objects. */
export interface ByObjectOptions<T extends KubernetesObject> extends Omit<ByObject, "type" | "transform"> {
  readonly transform?: Transform<T>;
}

/** Configures the cache of one kind: `byObject(Pod, { labelSelector: "app=web", transform: withoutStatus })`. */
export function byObject<T extends KubernetesObject>(type: ResourceType<T>, options: ByObjectOptions<T>): ByObject {
  return { ...options, type }; // The cache calls `transform` with objects of this kind only.
}

export interface CacheOptions {
  /** The configuration of single kinds, by `byObject`. Its fields have precedence over the defaults below. Default: none. */
  readonly byObject?: readonly ByObject[] | undefined;
  /** The namespaces of all kinds without their own, each with its own watch. Default: all namespaces, with one watch. */
  readonly defaultNamespaces?: CacheNamespaces | undefined;
  /** The label selector of all kinds and namespaces without their own. Default: all objects. */
  readonly defaultLabelSelector?: string | undefined;
  /** The field selector of all kinds and namespaces without their own. Default: all objects. */
  readonly defaultFieldSelector?: string | undefined;
  /** The transform of all kinds and namespaces without their own. Default: objects are stored as received. */
  readonly defaultTransform?: ((object: Stored<KubernetesObject>) => Stored<KubernetesObject>) | undefined;
  /** Whether objects of all kinds and namespaces without their own setting are compressed. Default false. */
  readonly compress?: boolean | undefined;
  /** The sync period of all kinds and namespaces without their own. Default 0: disabled. */
  readonly syncPeriodMs?: number | undefined;
  /** The period of comparisons with the server, of all kinds and namespaces without their own. Default 0: disabled. An hour costs servers little. */
  readonly consistencyCheckPeriodMs?: number | undefined;
  /**
   * Lists by the initial events of a watch (WatchList) where the server supports it, in pages elsewhere. The server then needs less memory, and the
   * program more CPU time. Default false.
   */
  readonly watchList?: boolean | undefined;
  /**
   * Creates each informer, for example with other options for some kinds: `(options) => createInformer({ ...options, watchList: options.type.kind === "Pod" })`. The cache
   * starts the informer. Default `createInformer`.
   */
  readonly newInformer?: ((options: CreateInformerOptions<KubernetesObject>) => Informer) | undefined;
}

/** One informer of a kind. */
export interface CacheScope extends CacheConfig {
  /** Absent: all namespaces, without those that `fieldSelector` excludes. */
  readonly namespace?: string;
}

/** @throws {TypeError} if the options contradict each other, and {RangeError} if a period is negative or no number. */
export function checkCacheOptions(options: CacheOptions): void {
  const { byObject: kinds = [], defaultNamespaces } = options;
  checkPeriods("", options);
  checkNamespaces("defaultNamespaces", defaultNamespaces);
  const seen = new Set<string>();
  for (const kind of kinds) {
    const { type, namespaces } = kind;
    const name = type.group === "" ? type.kind : `${type.kind}.${type.group}`;
    checkPeriods(` of "${name}"`, kind);
    if (seen.has(name)) throw new TypeError(`Cannot create a cache: byObject has "${name}" twice, must have it once`);
    seen.add(name);
    if (!namespaces) continue;
    if (!type.namespaced) {
      throw new TypeError(
        `Cannot create a cache: namespaces of "${name}" is set, must be absent: it is cluster-scoped`,
      );
    }
    checkNamespaces(`namespaces of "${name}"`, namespaces);
  }
}

function checkPeriods(of: string, { syncPeriodMs, consistencyCheckPeriodMs }: CacheConfig): void {
  const action = "Cannot create a cache";
  assertNumbers(action, { [`syncPeriodMs${of}`]: syncPeriodMs }, numberRules.fromZeroMs);
  const checks = { [`consistencyCheckPeriodMs${of}`]: consistencyCheckPeriodMs };
  assertNumbers(action, checks, numberRules.finiteFromZeroMs);
}

function checkNamespaces(field: string, namespaces: CacheNamespaces | undefined): void {
  if (!namespaces || isNamespaceSet(namespaces)) return;
  if (!isList(namespaces)) {
    for (const [name, config] of Object.entries(namespaces))
      checkPeriods(` of namespace "${name}" in ${field}`, config);
  }
  if (namesOf(namespaces).length === 0) {
    throw new TypeError(`Cannot create a cache: ${field} is empty: omit it to cache all namespaces`);
  }
}

/** The cached namespaces of a kind, with `allNamespaces` if the others are cached as well. Undefined: all namespaces, by one informer. */
export function cachedNamespaces(options: CacheOptions, type: ResourceType): readonly string[] | undefined {
  if (!type.namespaced) return undefined;
  const namespaces = namespacesOf(options, type);
  const names = namespaces && namesOf(namespaces);
  return names?.length === 1 && names[0] === allNamespaces ? undefined : names;
}

/** The namespaces of a kind if they can change. */
export function namespaceSetOf(options: CacheOptions, type: ResourceType): NamespaceSet | undefined {
  const namespaces = type.namespaced ? namespacesOf(options, type) : undefined;
  return isNamespaceSet(namespaces) ? namespaces : undefined;
}

function namespacesOf(options: CacheOptions, type: ResourceType): CacheNamespaces | undefined {
  return kindIn(options, type)?.namespaces ?? options.defaultNamespaces;
}

/**
 * The informer that holds a kind in `namespace`, or the one of all (other) namespaces if it is absent. The fields of `wanted` have precedence over the
 * cache's configuration.
 */
export function scopeOf(
  options: CacheOptions,
  type: ResourceType,
  namespace?: string,
  wanted: Pick<CacheConfig, "labelSelector" | "fieldSelector"> = {},
): CacheScope {
  const kind = kindIn(options, type);
  const names = cachedNamespaces(options, type);
  const levels: readonly (CacheConfig | undefined)[] = [
    wanted,
    configIn(kind?.namespaces, namespace),
    kind,
    type.namespaced ? configIn(options.defaultNamespaces, namespace) : undefined,
    {
      labelSelector: options.defaultLabelSelector,
      fieldSelector: options.defaultFieldSelector,
      ...(options.defaultTransform && { transform: options.defaultTransform }),
      compress: options.compress,
      syncPeriodMs: options.syncPeriodMs,
      consistencyCheckPeriodMs: options.consistencyCheckPeriodMs,
    },
  ];
  const first = <K extends keyof CacheConfig>(field: K): CacheConfig[K] | undefined =>
    levels.map((level) => level?.[field]).find((value) => value !== undefined);
  const excluded = namespace === undefined ? (names ?? []).filter((name) => name !== allNamespaces).toSorted() : [];
  const fields = [...excluded.map((name) => `metadata.namespace!=${name}`), first("fieldSelector") ?? ""];
  const transform = first("transform");
  return {
    ...(namespace === undefined ? {} : { namespace }),
    labelSelector: first("labelSelector"),
    fieldSelector: fields.filter((field) => field !== "").join(",") || undefined,
    ...(transform && { transform }),
    compress: first("compress"),
    syncPeriodMs: first("syncPeriodMs"),
    consistencyCheckPeriodMs: first("consistencyCheckPeriodMs"),
  };
}

function kindIn({ byObject: kinds }: CacheOptions, { group, kind }: ResourceType): ByObject | undefined {
  return kinds?.find(({ type }) => type.group === group && type.kind === kind);
}

function namesOf(namespaces: CacheNamespaces): readonly string[] {
  if (isNamespaceSet(namespaces)) return namespaces.names;
  return isList(namespaces) ? [...new Set(namespaces)] : Object.keys(namespaces);
}

/** Returns the configuration of a namespace, or that of `allNamespaces` if the namespace is not listed. */
function configIn(namespaces: CacheNamespaces | undefined, namespace: string | undefined): CacheConfig | undefined {
  if (!namespaces || isList(namespaces) || isNamespaceSet(namespaces)) return undefined;
  const name = namespace !== undefined && Object.hasOwn(namespaces, namespace) ? namespace : allNamespaces;
  return namespaces[name];
}

function isList(namespaces: CacheNamespaces): namespaces is readonly string[] {
  return Array.isArray(namespaces);
}
