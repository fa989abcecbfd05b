/** A cluster: a cache of its objects, a client that reads from the cache, and event recorders. */
import { formatKey } from "@kubewright/apimachinery";
import type { ObjectKey, ResourceType } from "@kubewright/apimachinery";
import { untilAborted } from "@kubewright/async";
import type { Clock, Random } from "@kubewright/async";
import { createClient, createEventRecorder } from "@kubewright/client";
import type {
  ApiReader,
  Client,
  CreateClientOptions,
  EventApiVersion,
  EventRecorder,
  RequestBudget,
  RestMapper,
  RetryPolicy,
} from "@kubewright/client";
import { createInformerCache } from "@kubewright/informer";
import type { CacheOptions, CreateInformerCacheOptions, InformerCache } from "@kubewright/informer";
import type { OperatorObserver } from "@kubewright/telemetry";
import type { Transport } from "@kubewright/transport";
import type { Runnable } from "../runnable/runnable.ts";
import type { BoundedKind } from "./bounded-objects.ts";
import { createCachedClient } from "./cached-client.ts";

/** Informers deliver every object again after about this time, for drift correction. The value of controller-runtime. */
export const defaultSyncPeriodMs = 36_000_000;

export interface ClusterCacheOptions extends CacheOptions {
  /** The sync period of all kinds and namespaces without their own, in milliseconds. Default `defaultSyncPeriodMs`, 10 hours. 0 disables it. */
  readonly syncPeriodMs?: number | undefined;
  /** Kinds that the client always reads from the server, because a cache of all their objects costs more than it saves. Default: none. */
  readonly disableFor?: readonly ResourceType[] | undefined;
  /**
   * Kinds whose objects are kept up to a total size: `boundedFor: [{ type: Secret, maxBytes: 10 * 1024 * 1024 }]`. The cache contains the metadata of all
   * their objects, and `get` keeps the complete objects that were read last, until the metadata has another version. `list` without `metadataOnly` goes to
   * the server. Sources of such a kind should have `metadataOnly: true`: with an informer of complete objects there is no bound. Default: none.
   */
  readonly boundedFor?: readonly BoundedKind[] | undefined;
  /** Whether a read of a kind without an informer throws a `ResourceNotCachedError`. Default false: the read starts the informer. */
  readonly readerFailOnMissingInformer?: boolean | undefined;
  /** Creates the cache. Default: `createInformerCache`. */
  readonly newCache?: ((options: CreateInformerCacheOptions) => InformerCache) | undefined;
}

export interface ClusterClientOptions {
  /** Descriptors of kinds that are written but never read. A read registers its kind. Default: none. */
  readonly types?: readonly ResourceType[] | undefined;
  /** The field manager of every write: the name of this program in `metadata.managedFields`. Default: the server derives it from the user agent. */
  readonly fieldManager?: string | undefined;
  /** The `User-Agent` header of every request. Default: that of `createClient`. */
  readonly userAgent?: string | undefined;
  /** The limits of requests to the API server, which all clients of a manager share. Default: those of `createRequestBudget`. */
  readonly budget?: RequestBudget | undefined;
  /** Which requests are retried. Default: those to which the server responds with 429 or 503 and `Retry-After`; creates only after a 429 of flow control. */
  readonly retry?: RetryPolicy | undefined;
  /** The longest time of a request that is not a watch, in milliseconds. Default `defaultRequestTimeoutMs` of the client, 65 s. 0: no limit. */
  readonly requestTimeoutMs?: number | undefined;
  /** Host and port of the API server, the label `host` of metrics. Default "in-process". */
  readonly host?: string | undefined;
  /** Finds the resources of kinds, for all clients. Default: a mapper over discovery for each client. */
  readonly mapper?: RestMapper | undefined;
  /**
   * Creates the clients that read and write at the server: the clients of the manager, of which one is fenced by leadership, and the client of the
   * election. Default: `createClient`.
   */
  readonly newClient?: ((options: CreateClientOptions) => Client) | undefined;
}

export interface ClusterEventOptions {
  /** The API that stores Events: "events.k8s.io/v1", the default, or "v1". */
  readonly apiVersion?: EventApiVersion | undefined;
}

export interface ClusterOptions {
  /** The connection to the API server. The caller disposes it after the cluster has stopped. */
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: Random;
  readonly cache?: ClusterCacheOptions | undefined;
  readonly client?: ClusterClientOptions | undefined;
  /** The reporting instance of Events, such as the name of the Pod. Default: the component. */
  readonly instance?: string | undefined;
  readonly events?: ClusterEventOptions | undefined;
  /** Receives the events of clients, informers and reads of the cache. Default: none. */
  readonly observer?: OperatorObserver | undefined;
  /** Called for each Event that is not written. */
  readonly onEventDropped?: ((error: unknown) => void) | undefined;
}

/**
 * A cluster is a runnable that runs its cache: `manager.add(cluster)`. Once the cache has stopped, queued Events are sent. Disposing sends them, too.
 */
export interface Cluster extends AsyncDisposable, Runnable {
  readonly needLeaderElection: false;
  readonly isCache: true;
  /** Reads from the cache and writes to the server. A read after a write returns the result of the write. */
  readonly client: Client;
  /** Reads at the server, for reads before the cache runs and for quorum reads. */
  readonly apiReader: ApiReader;
  /** Reads and writes at the server. Reads of `client` do not wait for its writes, and leadership does not fence them. */
  readonly directClient: Client;
  readonly cache: InformerCache;
  /** The recorder of a component, such as "myjob-controller": the `reportingController` of its Events. Default API of the Events: that of the cluster. */
  eventRecorder(component: string, options?: ClusterEventOptions): EventRecorder;
}

/** Creates a cluster. It sends no request before the cache is started or a client is used. */
export function createCluster(options: ClusterOptions): Cluster {
  const { clock, random, instance, events: { apiVersion } = {}, observer, onEventDropped: onDropped } = options;
  const direct = createDirectClient(options);
  const { newCache = createInformerCache } = options.cache ?? {};
  const cache = newCache({
    ...cacheOptionsOf(options),
    verbs: direct.raw,
    clock,
    random,
    observer: observer?.informer,
  });
  const recorders = new Map<string, EventRecorder>();
  const sendEvents = async (): Promise<void> => {
    await Promise.all([...recorders.values()].map((recorder) => recorder[Symbol.asyncDispose]()));
  };

  return {
    name: "cluster",
    needLeaderElection: false,
    isCache: true,
    async start({ signal, deadline }) {
      await cache.start({ signal });
      await (deadline ? Promise.race([sendEvents(), untilAborted(deadline)]) : sendEvents());
    },
    client: createClientOverCache(direct, cache, options),
    apiReader: direct,
    directClient: direct,
    cache,
    eventRecorder(component, options = {}) {
      const api = options.apiVersion ?? apiVersion;
      const key = `${component} ${api}`;
      const recorder =
        recorders.get(key) ??
        createEventRecorder({
          client: direct,
          component,
          instance: instance ?? component,
          apiVersion: api,
          clock,
          random,
          onDropped,
        });
      recorders.set(key, recorder);
      return recorder;
    },
    [Symbol.asyncDispose]: sendEvents,
  };
}

/** Creates the two clients of a cluster over an existing cache, with another transport to the same server. */
export function createClusterClients(
  cache: InformerCache,
  options: ClusterOptions,
): Pick<Cluster, "client" | "apiReader"> {
  const direct = createDirectClient(options);
  return { client: createClientOverCache(direct, cache, options), apiReader: direct };
}

/** Creates the client that reads and writes at the server. */
export function createDirectClient({ transport, clock, random, client = {}, observer }: ClusterOptions): Client {
  const { types, mapper, fieldManager, userAgent, host, budget, retry, requestTimeoutMs } = client;
  const { newClient = createClient } = client;
  const sending = { transport, clock, random, userAgent, host, budget, retry, requestTimeoutMs };
  return newClient({ ...sending, types, mapper, fieldManager, observer: observer?.client });
}

function createClientOverCache(direct: Client, cache: InformerCache, options: ClusterOptions): Client {
  const { clock, cache: { disableFor, boundedFor, readerFailOnMissingInformer } = {}, observer } = options;
  const onLate = (type: ResourceType, key: ObjectKey): void =>
    observer?.cache?.late?.({ type, object: formatKey(key) });
  const cacheOptions = cacheOptionsOf(options);
  const read = { disableFor, boundedFor, readerFailOnMissingInformer };
  const onBypass = (type: ResourceType, error: unknown): void => observer?.cache?.bypassed?.({ type, error });
  return createCachedClient({ direct, cache, cacheOptions, clock, ...read, onLate, onBypass });
}

function cacheOptionsOf({ cache = {} }: ClusterOptions): CacheOptions {
  return { ...cache, syncPeriodMs: cache.syncPeriodMs ?? defaultSyncPeriodMs };
}
