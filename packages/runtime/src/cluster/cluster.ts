/** A cluster as a controller sees it: a cache of its objects, a client that reads from it, and a recorder of events. */
import type { ObjectKey, ResourceType } from "@kubewright/apimachinery";
import type { Clock, Random } from "@kubewright/async";
import { createClient, createEventRecorder } from "@kubewright/client";
import type { Client, ClientObserver, EventRecorder } from "@kubewright/client";
import { createInformerCache } from "@kubewright/informer";
import type { InformerCache, InformerObserver } from "@kubewright/informer";
import type { Transport } from "@kubewright/transport";
import { createCachedClient } from "./cached-client.ts";

export interface ClusterOptions {
  /** The way to the API server. It stays the caller's, who disposes it after the cluster has stopped. */
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: Random;
  /** Descriptors of kinds that are only written; those that are read make themselves known. */
  readonly types?: readonly ResourceType[];
  /** Cache objects of this namespace alone. Absent: of all. */
  readonly namespace?: string;
  /** Cache objects of these namespaces, by a watch for each, instead. One of `namespace` and `namespaces` may be given. */
  readonly namespaces?: readonly string[];
  /** Kinds that are never cached. */
  readonly uncached?: readonly ResourceType[];
  /** The field manager of every write: the name in `metadata.managedFields`. */
  readonly fieldManager?: string;
  readonly userAgent?: string;
  /** Who we are in Events: the Pod's name. Default: the component. */
  readonly instance?: string;
  /** The server's host and port, for metrics. */
  readonly host?: string;
  readonly clientObserver?: ClientObserver;
  /** An Event was given up; what it told of has happened all the same. */
  readonly onEventDropped?: (error: unknown) => void;
  readonly informerObserver?: InformerObserver;
  /** The cache has not reached a write of ours in time; until it does the server is asked. */
  readonly onLate?: (type: ResourceType, key: ObjectKey) => void;
}

/** Disposing it sends the events that still wait. */
export interface Cluster extends AsyncDisposable {
  /** Reads from the cache, writes to the server, sees its own writes. */
  readonly client: Client;
  /** Reads and writes at the server. For what must be read before the cache runs, or by quorum. */
  readonly apiReader: Client;
  readonly cache: InformerCache;
  /** The recorder of a component, such as "myjob-controller": the `reportingController` of its Events. */
  eventRecorder(component: string): EventRecorder;
}

/** Makes the parts and wires them; nothing is requested until the cache is started or the client used. */
export function createCluster(options: ClusterOptions): Cluster {
  const { clock, random, instance, informerObserver, onEventDropped } = options;
  const namespaces = namespacesOf(options);
  const direct = createDirectClient(options);
  const cache = createInformerCache({
    verbs: direct.raw,
    clock,
    random,
    ...(namespaces ? { namespaces } : {}),
    ...(informerObserver ? { observer: informerObserver } : {}),
  });
  const recorders = new Map<string, EventRecorder>();

  return {
    client: createClientOverCache(direct, cache, options),
    apiReader: direct,
    cache,
    eventRecorder(component) {
      const recorder =
        recorders.get(component) ??
        createEventRecorder({
          client: direct,
          component,
          instance: instance ?? component,
          clock,
          random,
          ...(onEventDropped ? { onDropped: onEventDropped } : {}),
        });
      recorders.set(component, recorder);
      return recorder;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...recorders.values()].map((recorder) => recorder[Symbol.asyncDispose]()));
    },
  };
}

/** The two clients of a cluster once more, by another way to the same server and over a cache that is there already. */
export function createClusterClients(
  cache: InformerCache,
  options: ClusterOptions,
): Pick<Cluster, "client" | "apiReader"> {
  const direct = createDirectClient(options);
  return { client: createClientOverCache(direct, cache, options), apiReader: direct };
}

function createDirectClient(options: ClusterOptions): Client {
  const { transport, clock, random, types, fieldManager, userAgent, host, clientObserver } = options;
  return createClient({
    transport,
    clock,
    random,
    ...(types ? { types } : {}),
    ...(fieldManager === undefined ? {} : { fieldManager }),
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(host === undefined ? {} : { host }),
    ...(clientObserver ? { observer: clientObserver } : {}),
  });
}

function createClientOverCache(direct: Client, cache: InformerCache, options: ClusterOptions): Client {
  const { clock, uncached, onLate } = options;
  const namespaces = namespacesOf(options);
  return createCachedClient({
    direct,
    cache,
    clock,
    ...(namespaces ? { namespaces } : {}),
    ...(uncached ? { uncached } : {}),
    ...(onLate ? { onLate } : {}),
  });
}

function namespacesOf({ namespace, namespaces }: ClusterOptions): readonly string[] | undefined {
  if (namespace !== undefined && namespaces) {
    throw new TypeError("Cannot make a cluster: both namespace and namespaces are given: give one of them");
  }
  return namespaces ?? (namespace === undefined ? undefined : [namespace]);
}
