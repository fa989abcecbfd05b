/** The builder of controllers: the kind, the kinds it owns, other watched kinds, and the reconciler. */
import { apiVersionOfType } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { InformerCache } from "@kubewright/informer";
import { createController } from "../controller/controller.ts";
import type { Controller } from "../controller/controller.ts";
import type { ControllerOptions } from "../controller/controller-options.ts";
import { enqueueRequestForObject, enqueueRequestForOwner } from "../handler/handler.ts";
import type { EventHandler } from "../handler/handler.ts";
import type { Manager } from "../manager/manager.ts";
import type { Predicate } from "../predicate/predicate.ts";
import { formatRequest } from "../reconcile/request.ts";
import type { Request } from "../reconcile/request.ts";
import type { Reconciler } from "../reconcile/reconciler.ts";
import { createKindSource } from "../source/kind-source.ts";
import type { KindSourceOptions } from "../source/kind-source.ts";
import type { Source } from "../source/source.ts";
import { defaultsFor } from "./controller-defaults.ts";
import { managerCluster } from "./controller-clusters.ts";
import type { ControllerClusters } from "./controller-clusters.ts";

/** How a kind is watched. */
export interface WatchedOptions<T extends KubernetesObject> extends Pick<
  KindSourceOptions<T>,
  "predicates" | "priority"
> {
  readonly metadataOnly?: false;
}

/**
 * How the metadata of a kind is watched (`OnlyMetadata` of controller-runtime): the server sends only metadata, and the cache stores only metadata.
 * Handlers and predicates receive objects without `spec` and `status`. `client.get` and `client.list` read the metadata from the cache with
 * `metadataOnly: true`, and complete objects from the server.
 */
export interface MetadataWatchedOptions extends Pick<KindSourceOptions<KubernetesObject>, "predicates" | "priority"> {
  readonly metadataOnly: true;
}

interface MatchedOwners {
  /** Whether to enqueue every owner of the controller's kind. Default false: only the owner whose reference has `controller: true`. */
  readonly matchEveryOwner?: boolean;
}

export interface OwnedOptions<T extends KubernetesObject> extends WatchedOptions<T>, MatchedOwners {}

export interface MetadataOwnedOptions extends MetadataWatchedOptions, MatchedOwners {}

/** Builds a controller with requests of any type, which its handlers and sources enqueue. Each method returns the builder. */
export interface TypedControllerBuilder<R> {
  /** Watches a kind, whose events `handler` maps to requests. */
  watches<T extends KubernetesObject>(
    type: ResourceType<T>,
    handler: EventHandler<KubernetesObject, R>,
    options: MetadataWatchedOptions,
  ): this;
  watches<T extends KubernetesObject>(
    type: ResourceType<T>,
    handler: EventHandler<T, R>,
    options?: WatchedOptions<T>,
  ): this;
  /** Adds any other source of requests. */
  watchesRawSource(source: Source<R>): this;
  /** Adds a predicate to every kind of the controller, before the predicates of the kind. Raw sources have their own. */
  withEventFilter(predicate: Predicate): this;
  /** Sets the name of the controller. Default: the kind in lower case. Required without `for`. */
  named(name: string): this;
  /**
   * Whether the controller reconciles only while the manager leads. Default: `controller.needLeaderElection` of the manager, which is true by default.
   * Without leader election the manager always leads. The clients of a reconcile are fenced accordingly.
   */
  needLeaderElection(needed: boolean): this;
  /** Adds options. Later values replace earlier ones. */
  withOptions(options: ControllerOptions<R>): this;
  /** Creates the controller and adds it to the manager. Throws a `TypeError` if the name is missing or taken, or if nothing is watched. */
  complete(reconcile: Reconciler<R>): Controller<R>;
}

/**
 * Builds a controller. Each method returns the builder.
 *
 * ```ts
 * controllerManagedBy(manager)
 *   .for(MyJob)
 *   .owns(Pod)
 *   .complete(async ({ key, client }) => {
 *     const job = await client.get(MyJob, key);
 *     if (job) await client.apply(Pod, podFor(job), { force: true });
 *   });
 * ```
 */
export interface ControllerBuilder extends TypedControllerBuilder<Request> {
  /** Watches the kind that the controller reconciles. Call it at most once; without it, the controller needs a name. */
  for<T extends KubernetesObject>(type: ResourceType<T>, options: MetadataWatchedOptions): this;
  for<T extends KubernetesObject>(type: ResourceType<T>, options?: WatchedOptions<T>): this;
  /** Watches a kind whose objects have an owner of the controller's kind: their changes enqueue a request for the owner. */
  owns<T extends KubernetesObject>(type: ResourceType<T>, options: MetadataOwnedOptions): this;
  owns<T extends KubernetesObject>(type: ResourceType<T>, options?: OwnedOptions<T>): this;
}

/** Creates a builder for a controller that `manager` runs. */
export function controllerManagedBy(manager: Manager): ControllerBuilder {
  return createControllerBuilder(manager, managerCluster(manager));
}

/** Creates a builder for a controller of objects in `clusters`. */
export function createControllerBuilder(manager: Manager, clusters: ControllerClusters<Request>): ControllerBuilder {
  return new ManagedControllerBuilder(manager, clusters, formatRequest);
}

/**
 * Creates a builder for a controller with requests of another type. `keyOf` returns the key of a request: requests with the same key are one entry
 * of the queue. Default: the string itself, the result of the request's own `toString`, or its properties.
 *
 * ```ts
 * typedControllerManagedBy<Shard>(manager, ({ cluster, index }) => `${cluster}/${index}`)
 *   .named("shards")
 *   .watches(Pod, (event) => [shardOf(event.object)])
 *   .complete(async ({ key: { cluster, index } }) => …);
 * ```
 */
export function typedControllerManagedBy<R>(
  manager: Manager,
  keyOf?: (request: R) => string,
): TypedControllerBuilder<R> {
  return new TypedBuilder<R>(manager, managerCluster<R>(manager), keyOf);
}

class TypedBuilder<R> implements TypedControllerBuilder<R> {
  readonly #clusters: ControllerClusters<R>;
  readonly #manager: Manager;
  readonly #keyOf: ((request: R) => string) | undefined;
  /** Called in `complete`, when all filters and the kind of the controller are set. */
  readonly #sources: ((cache: InformerCache) => Source<R>)[] = [];
  readonly #rawSources: Source<R>[] = [];
  readonly #filters: Predicate[] = [];
  protected type: ResourceType | undefined;
  #name: string | undefined;
  #options: ControllerOptions<R> = {};
  #needsLeadership: boolean | undefined;

  constructor(manager: Manager, clusters: ControllerClusters<R>, keyOf?: (request: R) => string) {
    this.#manager = manager;
    this.#clusters = clusters;
    this.#keyOf = keyOf;
  }

  watches<T extends KubernetesObject>(
    type: ResourceType<T>,
    handler: EventHandler<T, R>,
    options?: WatchedOptions<T> | MetadataWatchedOptions,
  ): this {
    return this.watch(type, () => handler, options);
  }

  watchesRawSource(source: Source<R>): this {
    this.#rawSources.push(source);
    return this;
  }

  withEventFilter(predicate: Predicate): this {
    this.#filters.push(predicate);
    return this;
  }

  named(name: string): this {
    this.#name = name;
    return this;
  }

  needLeaderElection(needed: boolean): this {
    this.#needsLeadership = needed;
    return this;
  }

  withOptions(options: ControllerOptions<R>): this {
    this.#options = { ...this.#options, ...options };
    return this;
  }

  complete(reconcile: Reconciler<R>): Controller<R> {
    const { clock, log, observer, tracing, leadership, controllerOptions } = this.#manager;
    const { needLeaderElection = true } = controllerOptions;
    const name = this.#name ?? this.type?.kind.toLowerCase();
    if (name === undefined || this.#sources.length + this.#rawSources.length === 0) throw incomplete(name);
    const needsLeadership = this.#needsLeadership ?? needLeaderElection;
    const options: ControllerOptions<R> = { ...defaultsFor(this.type, controllerOptions), ...this.#options };
    const controller = createController<R>({
      ...options,
      name,
      reconcile: this.#clusters.reconciler(reconcile),
      context: this.#clusters.context(name, needsLeadership),
      sources: this.#clusters.sources(this.#sources, this.#rawSources),
      ...(this.#keyOf ? { keyOf: this.#keyOf } : {}),
      clock,
      log: this.type ? log.child({ controllerKind: this.type.kind, apiVersion: apiVersionOfType(this.type) }) : log,
      observer: observer.controller,
      queueObserver: observer.workQueue,
      tracing,
      leadership: needsLeadership ? leadership : undefined,
    });
    this.#manager.addController(controller, options);
    return controller;
  }

  protected watch<T extends KubernetesObject>(
    type: ResourceType<T>,
    handler: () => EventHandler<T, R>,
    { predicates = [], ...options }: WatchedOptions<T> | MetadataWatchedOptions = {},
  ): this {
    this.#sources.push((cache) =>
      createKindSource({
        ...options,
        cache,
        type,
        handler: handler(),
        predicates: [...this.#filters, ...predicates],
      }),
    );
    return this;
  }
}

class ManagedControllerBuilder extends TypedBuilder<Request> implements ControllerBuilder {
  for<T extends KubernetesObject>(type: ResourceType<T>, options?: WatchedOptions<T> | MetadataWatchedOptions): this {
    if (this.type)
      throw new TypeError(`Cannot build a controller for "${type.kind}": it is already for "${this.type.kind}"`);
    this.type = type;
    return this.watch(type, () => enqueueRequestForObject, options);
  }

  owns<T extends KubernetesObject>(
    type: ResourceType<T>,
    { matchEveryOwner = false, ...options }: OwnedOptions<T> | MetadataOwnedOptions = {},
  ): this {
    const handler = (): EventHandler<T> => {
      if (!this.type) {
        throw new TypeError(
          `Cannot build a controller that owns "${type.kind}": the kind of the owner is missing, call for(…)`,
        );
      }
      return enqueueRequestForOwner(this.type, { onlyControllerOwner: !matchEveryOwner });
    };
    return this.watch(type, handler, options);
  }
}

function incomplete(name: string | undefined): TypeError {
  return name === undefined
    ? new TypeError("Cannot build a controller: its name is missing, call for(…) or named(…)")
    : new TypeError(
        `Cannot build controller "${name}": it watches nothing, call for(…), watches(…) or watchesRawSource(…)`,
      );
}
