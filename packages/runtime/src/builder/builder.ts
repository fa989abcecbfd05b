/** The builder of controllers: the kind, the kinds it owns, other watched kinds, and the reconciler. */
import { apiVersionOfType } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { enqueueRequestForObject, enqueueRequestForOwner } from "../handler/handler.ts";
import type { Client } from "@kubewright/client";
import type { EnqueueRequestForOwnerOptions, EventHandler } from "../handler/handler.ts";
import type { ManagerControllerOptions } from "../manager/manager-options.ts";
import type { Manager } from "../manager/manager.ts";
import type { Predicate } from "../predicate/predicate.ts";
import type { Reconciler } from "../reconcile/reconciler.ts";
import { createKindSource } from "../source/kind-source.ts";
import type { Source } from "../source/source.ts";
import { createController } from "../controller/controller.ts";
import type { Controller, ControllerOptions, CreateControllerOptions } from "../controller/controller.ts";

export interface WatchedOptions<T extends KubernetesObject> {
  /** An event passes if every predicate returns true. */
  readonly predicates?: readonly Predicate<T>[];
  /** Watch metadata alone. */
  readonly metadataOnly?: boolean;
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
export interface ControllerBuilder {
  /** The kind that requests name. Must be called exactly once. */
  for<T extends KubernetesObject>(type: ResourceType<T>, options?: WatchedOptions<T>): ControllerBuilder;
  /** A kind whose objects have the controller's kind as controller owner: their changes enqueue a request for the owner. */
  owns<T extends KubernetesObject>(
    type: ResourceType<T>,
    options?: WatchedOptions<T> & EnqueueRequestForOwnerOptions,
  ): ControllerBuilder;
  /** Any other kind, with the handler that maps its changes to requests. */
  watches<T extends KubernetesObject>(
    type: ResourceType<T>,
    handler: EventHandler<T>,
    options?: WatchedOptions<T>,
  ): ControllerBuilder;
  /** Any other source of requests. */
  watchesRawSource(source: Source): ControllerBuilder;
  /** Default: the kind in lower case. */
  named(name: string): ControllerBuilder;
  /**
   * Whether the controller works only while the manager leads. Default: `controller.needLeaderElection` of the manager, which is true; without leader election the manager always leads. The clients
   * of a reconcile are fenced accordingly.
   */
  needLeaderElection(needed: boolean): ControllerBuilder;
  withOptions(options: ControllerOptions): ControllerBuilder;
  /** Creates the controller and adds it to the manager. Throws if `for` was not called or the name is taken. */
  complete(reconcile: Reconciler): Controller;
}

/** Begins a controller that `manager` runs. */
export function controllerManagedBy(manager: Manager): ControllerBuilder {
  return new ManagedControllerBuilder(manager);
}

class ManagedControllerBuilder implements ControllerBuilder {
  readonly #manager: Manager;
  /** Creates a source once the kind of the controller is known. */
  readonly #sources: ((owner: ResourceType) => Source)[] = [];
  #type: ResourceType | undefined;
  #name: string | undefined;
  #options: ControllerOptions = {};
  #needsLeadership: boolean | undefined;

  constructor(manager: Manager) {
    this.#manager = manager;
  }

  for<T extends KubernetesObject>(type: ResourceType<T>, options?: WatchedOptions<T>): ControllerBuilder {
    if (this.#type)
      throw new TypeError(`Cannot build a controller for "${type.kind}": it is for "${this.#type.kind}" already`);
    this.#type = type;
    return this.#watch(type, () => enqueueRequestForObject, options);
  }

  owns<T extends KubernetesObject>(
    type: ResourceType<T>,
    options: WatchedOptions<T> & EnqueueRequestForOwnerOptions = {},
  ): ControllerBuilder {
    return this.#watch(type, (owner) => enqueueRequestForOwner(owner, options), options);
  }

  watches<T extends KubernetesObject>(
    type: ResourceType<T>,
    handler: EventHandler<T>,
    options?: WatchedOptions<T>,
  ): ControllerBuilder {
    return this.#watch(type, () => handler, options);
  }

  watchesRawSource(source: Source): ControllerBuilder {
    this.#sources.push(() => source);
    return this;
  }

  named(name: string): ControllerBuilder {
    this.#name = name;
    return this;
  }

  needLeaderElection(needed: boolean): ControllerBuilder {
    this.#needsLeadership = needed;
    return this;
  }

  withOptions(options: ControllerOptions): ControllerBuilder {
    this.#options = { ...this.#options, ...options };
    return this;
  }

  complete(reconcile: Reconciler): Controller {
    const owner = this.#type;
    if (!owner) throw new TypeError("Cannot build a controller: its kind is missing, call for(…) first");
    const { clock, log, observer, tracing, leadership, controllerOptions } = this.#manager;
    const { needLeaderElection = true } = controllerOptions;
    const name = this.#name ?? owner.kind.toLowerCase();
    const needsLeadership = this.#needsLeadership ?? needLeaderElection;
    const controller = createController({
      ...defaultsFor(owner, controllerOptions),
      ...this.#options,
      name,
      reconcile,
      context: this.#contextOf(name, needsLeadership),
      sources: this.#sources.map((source) => source(owner)),
      clock,
      log: log.child({ controllerKind: owner.kind, apiVersion: apiVersionOfType(owner) }),
      observer: observer.controller,
      queueObserver: observer.workQueue,
      tracing,
      leadership: needsLeadership ? leadership : undefined,
    });
    this.#manager.addController(controller);
    return controller;
  }

  /** The clients of a controller that works without leadership are not fenced. */
  #contextOf(name: string, needsLeadership: boolean): CreateControllerOptions["context"] {
    const { client, apiReader } = needsLeadership ? this.#manager : this.#manager.cluster;
    const ownedBy = (to: Client): Client =>
      to.fieldManager === undefined ? to.withOptions({ fieldManager: name }) : to;
    return { client: ownedBy(client), apiReader: ownedBy(apiReader), events: this.#manager.eventRecorder(name) };
  }

  #watch<T extends KubernetesObject>(
    type: ResourceType<T>,
    handlerFor: (owner: ResourceType) => EventHandler<T>,
    { predicates = [], metadataOnly = false }: WatchedOptions<T> = {},
  ): ControllerBuilder {
    const { cache } = this.#manager;
    this.#sources.push((owner) =>
      createKindSource({ cache, type, handler: handlerFor(owner), predicates, metadataOnly }),
    );
    return this;
  }
}

/** The options that a manager sets for a controller of this kind. */
function defaultsFor({ group, kind }: ResourceType, options: ManagerControllerOptions): ControllerOptions {
  const {
    maxConcurrentReconciles,
    groupKindConcurrency = {},
    reconcileTimeoutMs,
    gracePeriodMs,
    createRateLimiter,
  } = options;
  const groupKind = group === "" ? kind : `${kind}.${group}`;
  const concurrency = Object.hasOwn(groupKindConcurrency, groupKind)
    ? groupKindConcurrency[groupKind]
    : maxConcurrentReconciles;
  return {
    ...(concurrency === undefined ? {} : { maxConcurrentReconciles: concurrency }),
    ...(reconcileTimeoutMs === undefined ? {} : { reconcileTimeoutMs }),
    ...(gracePeriodMs === undefined ? {} : { gracePeriodMs }),
    ...(createRateLimiter === undefined ? {} : { rateLimiter: createRateLimiter() }),
  };
}
