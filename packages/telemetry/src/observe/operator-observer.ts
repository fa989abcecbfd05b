/**
 * The one interface through which an operator is observed. Metrics, logs, traces and programs implement it; every part of an operator reports to it.
 *
 *     client, informer, work queue, controller, election ──► joined observer ──► metrics, logs, traces, observers of the program
 *
 * One error policy: an observer must not break what it observes. An error of an observer is caught, reported once, and ends neither the part that reports nor
 * the other observers.
 */
import { guardObserver } from "@kubewright/async";
import type { ObserverErrorHandler } from "@kubewright/async";
import type { ClientObserver, LeaderElectionObserver } from "@kubewright/client";
import type { InformerObserver } from "@kubewright/informer";
import type { WorkQueueObserver } from "@kubewright/workqueue";
import type { CacheObserver } from "./cache-observer.ts";
import type { CertificateObserver } from "./certificate-observer.ts";
import type { EventLoopObserver } from "./event-loop-observer.ts";
import type { FleetObserver } from "./fleet-observer.ts";
import type { ControllerObserver } from "./controller-observer.ts";

/** Receives the events of all parts of an operator. Each method is called synchronously, with one event, in the order of events. */
export interface OperatorObserver {
  /** Requests to the API server. */
  readonly client?: ClientObserver | undefined;
  /** Lists, watches and handlers. */
  readonly informer?: InformerObserver | undefined;
  readonly workQueue?: WorkQueueObserver | undefined;
  /** Reconciles. */
  readonly controller?: ControllerObserver | undefined;
  readonly leaderElection?: LeaderElectionObserver | undefined;
  /** Reads of the cache. */
  readonly cache?: CacheObserver | undefined;
  /** Serving certificates in files. */
  readonly certificate?: CertificateObserver | undefined;
  /** Blocks of the event loop. */
  readonly eventLoop?: EventLoopObserver | undefined;
  /** Further clusters besides the cluster of the manager. */
  readonly fleet?: FleetObserver | undefined;
}

/** An observer that has every part. */
export type JoinedObserver = { readonly [Source in ObserverSource]: PartOf<Source> };

/** The parts of an operator that report events. */
export type ObserverSource = keyof OperatorObserver;

type PartOf<Source extends ObserverSource> = NonNullable<OperatorObserver[Source]>;

/** The events of one part: the arguments of its methods, with the part and the name of the method. */
type EventsOf<Source extends ObserverSource> = {
  [Kind in keyof PartOf<Source>]-?: NonNullable<PartOf<Source>[Kind]> extends (event: infer Event) => unknown
    ? { readonly source: Source; readonly kind: Kind; readonly event: Event }
    : never;
}[keyof PartOf<Source>];

/**
 * Any event of an operator: `{ source: "controller", kind: "ended", event: { controller, object, outcome, durationMs } }`. `source` and `kind` determine the type
 * of `event`.
 */
export type OperatorEvent = { [Source in ObserverSource]-?: EventsOf<Source> }[ObserverSource];

/** Every method of every part. It does not compile if one is missing. */
const methods: { readonly [Source in ObserverSource]-?: Readonly<Record<keyof PartOf<Source>, true>> } = {
  client: { requestEnded: true, responseRead: true, requestRetried: true, requestDelayed: true, warned: true },
  informer: {
    started: true,
    stopped: true,
    stateChanged: true,
    listed: true,
    listSizeChanged: true,
    watchEnded: true,
    eventReceived: true,
    consistencyChecked: true,
    handlerFailed: true,
    objectRefused: true,
  },
  workQueue: { created: true, added: true, depthChanged: true, taken: true, released: true, retried: true },
  controller: { created: true, started: true, ended: true, handlerFailed: true, hotLoop: true },
  leaderElection: { leadingChanged: true, leaderSeen: true, slowPath: true, failed: true },
  cache: { late: true, bypassed: true },
  certificate: { read: true },
  eventLoop: { blocked: true },
  fleet: { stateChanged: true },
};

type Handler = (event: unknown) => void;

/** An observer that passes all events to one function. */
export function observeEvents(handle: (event: OperatorEvent) => void): OperatorObserver {
  return mapMethods((source, kind) => (event) => handle({ source, kind, event } as OperatorEvent)); // The table pairs them.
}

/**
 * Joins observers into one that calls each of them. `onError` is called with the first error of each part of each observer. A method that no observer has is
 * absent, so that events without an observer cost nothing.
 */
export function joinObservers(observers: readonly OperatorObserver[], onError: ObserverErrorHandler): JoinedObserver {
  const guarded = observers.map((observer) => guardParts(observer, onError));
  return mapMethods((source, kind) => {
    const handlers = guarded.map((observer) => handlerOf(observer[source], kind)).filter((each) => each !== undefined);
    if (handlers.length < 2) return handlers[0];
    return (event) => {
      for (const handle of handlers) handle(event);
    };
  });
}

function guardParts(observer: OperatorObserver, onError: ObserverErrorHandler): OperatorObserver {
  const parts = Object.entries(observer).map(([source, part]: [string, object | undefined]) => [
    source,
    part && guardObserver(part, (method, error) => onError(`${source}.${method}`, error)),
  ]);
  return Object.fromEntries(parts) as OperatorObserver; // The same parts with the same methods.
}

function handlerOf(part: object | undefined, kind: string): Handler | undefined {
  const method: unknown = part && Reflect.get(part, kind);
  return typeof method === "function" ? (method as Handler).bind(part) : undefined; // The table lists methods of one event.
}

function mapMethods(handlerFor: (source: ObserverSource, kind: string) => Handler | undefined): JoinedObserver {
  const parts = Object.entries(methods).map(([source, names]) => {
    const handlers = Object.keys(names).map((kind) => [kind, handlerFor(source as ObserverSource, kind)] as const); // A key of the table.
    return [source, Object.fromEntries(handlers.filter(([, handler]) => handler !== undefined))];
  });
  return Object.fromEntries(parts) as JoinedObserver; // The table has every part.
}
