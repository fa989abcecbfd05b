/** `kubewright_informer_*`: what keeps the caches up to date. controller-runtime has no metrics here, so the names are ours. */
import type { InformerObserver } from "@kubewright/informer";
import { Counter, Gauge, Histogram } from "prom-client";
import type { Registry } from "prom-client";

export function createInformerObserver(registers: Registry[]): InformerObserver {
  const labelNames = ["group", "kind"];
  const state = new Gauge({
    name: "kubewright_informer_state",
    help: "Informers of a kind in each state: listing, watching, backingOff, expired, pending, stopped",
    labelNames: [...labelNames, "state"],
    registers,
  });
  const lists = new Histogram({
    name: "kubewright_informer_list_duration_seconds",
    help: "How long filling the cache by a list took",
    labelNames,
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60],
    registers,
  });
  const items = new Gauge({
    name: "kubewright_informer_listed_items",
    help: "Objects that the latest lists brought, of all informers of a kind",
    labelNames,
    registers,
  });
  const reconnects = new Counter({
    name: "kubewright_informer_watches_ended_total",
    help: "Watches that ended, for whatever reason",
    labelNames,
    registers,
  });
  const events = new Counter({
    name: "kubewright_informer_events_total",
    help: "Watch events, by kind of event",
    labelNames: [...labelNames, "event"],
    registers,
  });
  const refused = new Counter({
    name: "kubewright_informer_refused_objects_total",
    help: "Objects that could not be read and were left out of the cache",
    labelNames,
    registers,
  });
  const failures = new Counter({
    name: "kubewright_informer_handler_failures_total",
    help: "Handlers that threw",
    labelNames,
    registers,
  });

  return {
    // Several informers follow one kind, of different namespaces or selectors, so gauges are sums.
    stateChanged: ({ type: { group, kind }, state: now, before }) => {
      if (before.kind !== "idle") state.dec({ group, kind, state: before.kind });
      state.inc({ group, kind, state: now.kind });
    },
    listed: ({ type: { group, kind }, durationMs }) => lists.observe({ group, kind }, durationMs / 1000),
    listSizeChanged: ({ type: { group, kind }, change }) => items.inc({ group, kind }, change),
    watchEnded: ({ type: { group, kind } }) => reconnects.inc({ group, kind }),
    eventReceived: ({ type: { group, kind }, change }) => events.inc({ group, kind, event: change }),
    objectRefused: ({ type: { group, kind } }) => refused.inc({ group, kind }),
    handlerFailed: ({ type: { group, kind } }) => failures.inc({ group, kind }),
  };
}
