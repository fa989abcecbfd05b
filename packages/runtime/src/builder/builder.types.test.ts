// The types of the controller builder. tsc checks this file; nothing here runs.
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { Manager } from "../manager/manager.ts";
import type { Reconciler } from "../reconcile/reconciler.ts";
import { enqueueRequestsFromMapFunc } from "../handler/handler.ts";
import { generationChanged } from "../predicate/predicate.ts";
import type { Controller } from "../controller/controller.ts";
import { controllerManagedBy, typedControllerManagedBy } from "./builder.ts";
import type { TypedControllerBuilder } from "./builder.ts";

interface Widget extends KubernetesObject {
  readonly spec?: { readonly for: string };
}

declare const manager: Manager;
declare const Widget: ResourceType<Widget>;
declare const Gadget: ResourceType;

const reconcile: Reconciler = async ({ key: { namespace, name }, signal, log }) => {
  log.info("Reconciling", { name, namespace, aborted: signal.aborted });
  return { requeueAfterMs: 1_000 };
};

// A handler and a predicate of a watched kind receive objects of its type.
const controller = controllerManagedBy(manager)
  .for(Gadget, { predicates: [generationChanged] })
  .owns(Widget)
  .watches(
    Widget,
    enqueueRequestsFromMapFunc<Widget>((widget) => [{ name: widget.read().spec?.for ?? "" }]),
    { predicates: [(event) => event.object.read().spec !== undefined] },
  )
  .withOptions({ maxConcurrentReconciles: 2 })
  .complete(reconcile);
const name: string = controller.name;

// @ts-expect-error requeueAfterMs is a number of milliseconds
const wrongResult: Reconciler = async () => ({ requeueAfter: "1s" });
// A reconciler may return nothing: it is called again after the next change.
const noResult: Reconciler = async () => {};
// @ts-expect-error there is no such option
controllerManagedBy(manager).withOptions({ workers: 2 });

// Handlers and predicates of metadata receive objects without a spec.
controllerManagedBy(manager)
  .for(Widget, { metadataOnly: true, predicates: [generationChanged, ({ object }) => object.labels["a"] === "b"] })
  .owns(Widget, { metadataOnly: true, matchEveryOwner: true })
  .watches(Widget, ({ object }) => [{ name: object.read().metadata.name }], { metadataOnly: true });
controllerManagedBy(manager).for(Widget, {
  metadataOnly: true,
  // @ts-expect-error metadata has no spec
  predicates: [({ object }) => object.read().spec !== undefined],
});

// The handlers, sources and reconciler of a typed controller have its type of requests.
interface Shard {
  readonly index: number;
}
const typed: Controller<Shard> = typedControllerManagedBy<Shard>(manager, ({ index }) => `${index}`)
  .named("shards")
  .watches(Widget, ({ object }) => [{ index: object.read().spec?.for.length ?? 0 }])
  .withEventFilter(generationChanged)
  .complete(async ({ key: { index }, log }) => log.info("Reconciling", { index }));
// @ts-expect-error a handler of this controller returns shards
typedControllerManagedBy<Shard>(manager).watches(Widget, ({ object }) => [object.key]);
// @ts-expect-error the requests of a typed controller are not keys of objects
const forMethod: keyof TypedControllerBuilder<Shard> = "for";

export { forMethod, name, noResult, typed, wrongResult };
