/** A cluster: a cache of its objects, a client that reads from the cache, and event recorders. */
import type { ObjectKey, ResourceType } from "@kubewright/apimachinery";
import type { Clock, Random } from "@kubewright/async";
import { createClient, createEventRecorder } from "@kubewright/client";
import type { Client, ClientObserver, EventRecorder } from "@kubewright/client";
import { createInformerCache } from "@kubewright/informer";
import type { InformerCache, InformerObserver } from "@kubewright/informer";
import type { Transport } from "@kubewright/transport";
import { createCachedClient } from "./cached-client.ts";

export interface ClusterOptions {
  /** The connection to the API server. The caller disposes it after the cluster has stopped. */
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: Random;
  /** Descriptors of kinds that are written and never read. Kinds that are read register themselves. */
  readonly types?: readonly ResourceType[];
  /** The only namespace that is cached. Absent: all namespaces. */
  readonly namespace?: string;
  /** The only namespaces that are cached, each by its own watch. Excludes `namespace`. */
  readonly namespaces?: readonly string[];
  /** Kinds that are never cached. */
  readonly uncached?: readonly ResourceType[];
  /** The field manager of every write: the name in `metadata.managedFields`. */
  readonly fieldManager?: string;
  readonly userAgent?: string;
  /** The reporting instance of Events, such as the name of the Pod. Default: the component. */
  readonly instance?: string;
  /** The server's host and port, for metrics. */
  readonly host?: string;
  readonly clientObserver?: ClientObserver;
  /** Called for each Event that is not written. */
  readonly onEventDropped?: (error: unknown) => void;
  readonly informerObserver?: InformerObserver;
  /** Called if the cache has not reached a write of this client in time. Until it does, reads go to the server. */
  readonly onLate?: (type: ResourceType, key: ObjectKey) => void;
}

/** Disposing it sends the queued Events. */
export interface Cluster extends AsyncDisposable {
  /** Reads from the cache and writes to the server. Its reads see its own writes. */
  readonly client: Client;
  /** Reads and writes at the server, for reads before the cache runs and for quorum reads. */
  readonly apiReader: Client;
  readonly cache: InformerCache;
  /** The recorder of a component, such as "myjob-controller": the `reportingController` of its Events. */
  eventRecorder(component: string): EventRecorder;
}

/** Creates a cluster. It sends nothing before the cache is started or a client is used. */
export function createCluster(options: ClusterOptions): Cluster {
  const { clock, random, instance, informerObserver: observer, onEventDropped: onDropped } = options;
  const direct = createDirectClient(options);
  const cache = createInformerCache({
    verbs: direct.raw,
    clock,
    random,
    namespaces: namespacesOf(options),
    observer,
  });
  const recorders = new Map<string, EventRecorder>();

  return {
    client: createClientOverCache(direct, cache, options),
    apiReader: direct,
    cache,
    eventRecorder(component) {
      const recorder =
        recorders.get(component) ??
        createEventRecorder({ client: direct, component, instance: instance ?? component, clock, random, onDropped });
      recorders.set(component, recorder);
      return recorder;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...recorders.values()].map((recorder) => recorder[Symbol.asyncDispose]()));
    },
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

function createDirectClient(options: ClusterOptions): Client {
  const { transport, clock, random, types, fieldManager, userAgent, host, clientObserver: observer } = options;
  return createClient({ transport, clock, random, types, fieldManager, userAgent, host, observer });
}

function createClientOverCache(direct: Client, cache: InformerCache, options: ClusterOptions): Client {
  const { clock, uncached, onLate } = options;
  return createCachedClient({ direct, cache, clock, namespaces: namespacesOf(options), uncached, onLate });
}

function namespacesOf({ namespace, namespaces }: ClusterOptions): readonly string[] | undefined {
  if (namespace !== undefined && namespaces) {
    throw new TypeError("Cannot create a cluster: namespace and namespaces are set, must be one of them");
  }
  return namespaces ?? (namespace === undefined ? undefined : [namespace]);
}
