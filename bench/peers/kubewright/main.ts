// The workloads of bench/runtime on Kubewright, as cmd/main.ts of a scaffolded project. bench/README.md explains the variables.
import { ConfigMap, Pod } from "@kubewright/api/core/v1";
import { isAlreadyExists, ownerReferenceTo } from "@kubewright/apimachinery";
import { controllerManagedBy, runOperator } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import { event, now } from "../stamps.ts";
import { Widget } from "./widget.ts";

const { WORKLOAD: workload = "A", KIND: kind = "widgets", NS: namespace = "", COMPRESS } = process.env;
const stamps: string[] = [];
let isFirst = true;

process.on("SIGUSR2", () => globalThis.gc?.());

await runOperator(process, {
  name: "peer",
  summary: "Runs a workload of bench/runtime",
  manager: () => ({
    cache: { compress: COMPRESS === "true", ...(namespace === "" ? {} : { defaultNamespaces: [namespace] }) },
  }),
  setup(manager) {
    if (workload === "A") manager.cache.informer<Pod | Widget>(kind === "pods" ? Pod : Widget);
    else if (workload === "B") addRecorder(manager);
    else addController(manager);
    manager.waitForSync().then(
      () => event(`synced ${now()}`),
      () => {}, // The manager ends first.
    );
  },
});
if (stamps.length > 0) event(stamps.join("\n"));

/** A reconcile only notes its version and time. */
function addRecorder(manager: Manager): void {
  controllerManagedBy(manager)
    .for(Widget)
    .withOptions({ maxConcurrentReconciles: 10 })
    .complete(async ({ key, client }) => {
      const stamp = now();
      const widget = await client.get(Widget, key);
      if (widget) stamps.push(`rec ${widget.metadata.resourceVersion} ${stamp}`);
    });
}

/** A reconcile creates one ConfigMap per Widget and sets the Widget's phase. */
function addController(manager: Manager): void {
  controllerManagedBy(manager)
    .for(Widget)
    .owns(ConfigMap)
    .withOptions({ maxConcurrentReconciles: 10 })
    .complete(async ({ key, client }) => {
      const widget = await client.get(Widget, key);
      if (!widget) return;
      if (!(await client.get(ConfigMap, key))) {
        const { name, namespace = "" } = widget.metadata;
        const metadata = { name, namespace, ownerReferences: [ownerReferenceTo(widget)] };
        const data = { image: widget.spec.image, replicas: String(widget.spec.replicas) };
        try {
          await client.create(ConfigMap, { metadata, data });
        } catch (error) {
          if (!isAlreadyExists(error)) throw error;
        }
      }
      await client.patchStatus(widget, { phase: "Ready", observedGeneration: widget.metadata.generation });
      if (isFirst) event(`firstrec ${now()}`);
      isFirst = false;
    });
}
