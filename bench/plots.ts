/** The plots of the documentation, by the names of their files in docs/pictures: the part that is drawn, and how. */
import type { PlotOptions } from "./draw-plot.ts";
import type { RecordedPart } from "./results.ts";

export const plots: Readonly<Record<string, { readonly part: RecordedPart } & PlotOptions>> = {
  "bench-servers": {
    part: "servers",
    title: "The embedded API server beside a bare Node server, and beside etcd and kube-apiserver",
    panels: [
      ["start as a program", "Start, to the first response"],
      ["memory at rest", "Memory at rest"],
      ["HTTP/2: creates, 1 worker", "Creates, one client"],
      ["HTTP/2: creates, 16 workers", "Creates, 16 clients"],
      ["HTTP/2: list of 50000, whole", "List of 50,000 objects"],
      ["HTTP/2: 100 watchers, 1000 updates: events", "Events to 100 watchers"],
      ["HTTP/2: memory with 50000 objects", "Memory with 50,000 objects"],
      ["HTTP/2: status update, p50", "Status update, p50"],
    ],
  },
  "bench-runtime": {
    part: "runtime",
    title: "An operator on Kubewright beside the same operator on controller-runtime, kube-rs and client-node",
    panels: [
      ["A, sync of Widgets: time", "Sync of 50,000 objects"],
      ["A, sync of Widgets: processor time", "Processor time of the sync"],
      ["A, sync of Widgets: memory after collection", "Memory with 50,000 objects"],
      ["A, sync of Pods: memory after collection", "Memory with 10,000 Pods"],
      ["B, event to reconcile: p50", "Event to reconcile, p50"],
      ["B, event to reconcile: p99", "Event to reconcile, p99"],
      ["C, new Widgets: time", "2,000 new objects, 4,000 writes"],
      ["C, new Widgets: processor time", "Processor time of 2,000 new objects"],
      ["D, cold start: time", "Start, to the first reconcile"],
      ["D, cold start: memory", "Memory after the start"],
    ],
  },
};
