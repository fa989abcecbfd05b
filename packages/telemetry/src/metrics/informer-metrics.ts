/** `kubewright_informer_*`: lists, watches and contents of the caches. controller-runtime has no equivalent metrics. */
import type { InformerObserver, InformerUsage } from "@kubewright/informer";
import { Counter, Gauge, Histogram } from "prom-client";
import type { Registry } from "prom-client";

type StartedEvent = Parameters<NonNullable<InformerObserver["started"]>>[0];

export function createInformerObserver(registers: Registry[]): InformerObserver {
  const labelNames = ["group", "kind"];
  const counter = (name: string, help: string, ...labels: string[]): Counter =>
    new Counter({ name, help, labelNames: [...labelNames, ...labels], registers });
  const state = new Gauge({
    name: "kubewright_informer_state",
    help: "Informers of a kind in each state: listing, watching, backingOff, expired, pending, stopped",
    labelNames: [...labelNames, "state"],
    registers,
  });
  const lists = new Histogram({
    name: "kubewright_informer_list_duration_seconds",
    help: "Duration of the lists that fill the cache, in seconds",
    labelNames,
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60],
    registers,
  });
  const items = new Gauge({
    name: "kubewright_informer_listed_items",
    help: "Number of objects in the latest list, summed over the informers of a kind",
    labelNames,
    registers,
  });
  const reconnects = counter("kubewright_informer_watches_ended_total", "Total number of ended watches");
  const events = counter("kubewright_informer_events_total", "Total number of watch events, by type", "event");
  const refused = counter(
    "kubewright_informer_refused_objects_total",
    "Total number of received objects that could not be parsed and are missing from the cache",
  );
  const failures = counter(
    "kubewright_informer_handler_failures_total",
    "Total number of errors thrown by event handlers",
  );
  const checks = counter(
    "kubewright_informer_consistency_checks_total",
    "Total number of consistency checks of the cache, by status: success, failure, error",
    "status",
  );

  const running = new Map<InformerUsage, StartedEvent["type"]>();
  addUsageGauges(registers, running);

  return {
    started: ({ type, informer }) => void running.set(informer, type),
    stopped: ({ informer }) => void running.delete(informer),
    // Several informers with different namespaces or selectors may watch one kind, so gauges are sums.
    stateChanged: ({ type: { group, kind }, state: now, before }) => {
      if (before.kind !== "idle") state.dec({ group, kind, state: before.kind });
      state.inc({ group, kind, state: now.kind });
    },
    listed: ({ type: { group, kind }, durationMs }) => lists.observe({ group, kind }, durationMs / 1000),
    listSizeChanged: ({ type: { group, kind }, change }) => items.inc({ group, kind }, change),
    watchEnded: ({ type: { group, kind } }) => reconnects.inc({ group, kind }),
    eventReceived: ({ type: { group, kind }, change }) => events.inc({ group, kind, event: change }),
    consistencyChecked: ({ type: { group, kind }, result: status }) => checks.inc({ group, kind, status }),
    objectRefused: ({ type: { group, kind } }) => refused.inc({ group, kind }),
    handlerFailed: ({ type: { group, kind } }) => failures.inc({ group, kind }),
  };
}

/** Gauges of what informers hold, read when metrics are collected. */
function addUsageGauges(registers: Registry[], running: ReadonlyMap<InformerUsage, StartedEvent["type"]>): void {
  const add = (name: string, help: string, valueOf: (informer: InformerUsage) => number): Gauge =>
    new Gauge({
      name,
      help,
      labelNames: ["group", "kind"],
      registers,
      collect() {
        this.reset();
        for (const [informer, { group, kind }] of running) this.inc({ group, kind }, valueOf(informer));
      },
    });
  add("kubewright_informer_objects", "Objects in the cache", ({ size }) => size);
  add(
    "kubewright_informer_object_bytes",
    "Size of the objects in the cache, compressed if `compress` is set",
    (informer) => informer.memory.usedBytes,
  );
  add(
    "kubewright_informer_memory_bytes",
    "Memory that the cache reserves for objects, without keys and indexes",
    (informer) => informer.memory.heldBytes,
  );
}
