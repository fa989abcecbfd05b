/** The usual way to make a controller: which kind it is for, what that kind owns, what else matters to it. */
import { apiVersionOfType } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { enqueueObject, enqueueOwner } from "../handler/handler.ts";
import type { EnqueueOwnerOptions, EventHandler } from "../handler/handler.ts";
import type { Manager } from "../manager/manager.ts";
import type { Predicate } from "../predicate/predicate.ts";
import type { Reconciler } from "../reconcile/reconciler.ts";
import { createKindSource } from "../source/source.ts";
import type { Source } from "../source/source.ts";
import { createController } from "../controller/controller.ts";
import type { Controller, ControllerOptions } from "../controller/controller.ts";

export interface WatchedOptions<T extends KubernetesObject> {
  /** Every one of them must let an event through. */
  readonly predicates?: readonly Predicate<T>[];
  /** Watch metadata alone. */
  readonly metadataOnly?: boolean;
}

/**
 * Puts a controller together. Each method returns the builder.
 *
 * ```ts
 * controllerManagedBy(manager).for(MyJob).owns(Pod).complete(myJobReconciler(manager.client));
 * ```
 */
export interface ControllerBuilder {
  /** The kind the requests name. Exactly one is needed. */
  for<T extends KubernetesObject>(type: ResourceType<T>, options?: WatchedOptions<T>): ControllerBuilder;
  /** A kind whose objects have ours as controller owner: their changes lead to a request for the owner. */
  owns<T extends KubernetesObject>(
    type: ResourceType<T>,
    options?: WatchedOptions<T> & EnqueueOwnerOptions,
  ): ControllerBuilder;
  /** Any other kind, and which requests its changes lead to. */
  watches<T extends KubernetesObject>(
    type: ResourceType<T>,
    handler: EventHandler<T>,
    options?: WatchedOptions<T>,
  ): ControllerBuilder;
  /** A source of another sort. */
  watchesSource(source: Source): ControllerBuilder;
  /** Default: the kind in lower case. */
  named(name: string): ControllerBuilder;
  /**
   * Whether this controller works only while the manager leads. Default true; it matters only to a manager with leader election. One that
   * does not wait must not write by `manager.client`, which is fenced, but by `manager.cluster.client`.
   */
  needLeaderElection(needed: boolean): ControllerBuilder;
  withOptions(options: ControllerOptions): ControllerBuilder;
  /** Makes the controller and adds it to the manager. Throws when `for` is missing or the name is taken. */
  complete(reconcile: Reconciler): Controller;
}

/** Begins a controller that `manager` will run. */
export function controllerManagedBy(manager: Manager): ControllerBuilder {
  const watched: ((owner: ResourceType) => Source)[] = [];
  let forType: ResourceType | undefined;
  let name: string | undefined;
  let options: ControllerOptions = {};
  let needsLeadership = true;

  function watch<T extends KubernetesObject>(
    type: ResourceType<T>,
    handlerFor: (owner: ResourceType) => EventHandler<T>,
    { predicates = [], metadataOnly = false }: WatchedOptions<T> = {},
  ): ControllerBuilder {
    watched.push((owner) =>
      createKindSource({ cache: manager.cache, type, handler: handlerFor(owner), predicates, metadataOnly }),
    );
    return builder;
  }

  const builder: ControllerBuilder = {
    for(type, watchedOptions) {
      if (forType)
        throw new TypeError(`Cannot build a controller for "${type.kind}": it is for "${forType.kind}" already`);
      forType = type;
      return watch(type, () => enqueueObject, watchedOptions);
    },
    owns: (type, ownsOptions = {}) => watch(type, (owner) => enqueueOwner(owner, ownsOptions), ownsOptions),
    watches: (type, handler, watchedOptions) => watch(type, () => handler, watchedOptions),
    watchesSource(source) {
      watched.push(() => source);
      return builder;
    },
    named(given) {
      name = given;
      return builder;
    },
    needLeaderElection(needed) {
      needsLeadership = needed;
      return builder;
    },
    withOptions(given) {
      options = { ...options, ...given };
      return builder;
    },
    complete(reconcile) {
      const owner = forType;
      if (!owner) throw new TypeError("Cannot build a controller: it is for no kind yet: call for(…) first");
      const controller = createController({
        ...options,
        name: name ?? owner.kind.toLowerCase(),
        reconcile,
        sources: watched.map((source) => source(owner)),
        clock: manager.clock,
        log: manager.log.child({ controllerKind: owner.kind, apiVersion: apiVersionOfType(owner) }),
        observer: manager.metrics.controller,
        queueObserver: manager.metrics.workQueue,
        ...(needsLeadership && manager.leadership ? { leadership: manager.leadership } : {}),
      });
      manager.addController(controller);
      return controller;
    },
  };
  return builder;
}
