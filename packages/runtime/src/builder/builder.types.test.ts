// What the compiler knows when a controller is put together. It is checked by tsc; nothing here runs.
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { Manager } from "../manager/manager.ts";
import type { Reconciler } from "../reconcile/reconciler.ts";
import { enqueueRequestsFromMapFunc } from "../handler/handler.ts";
import { generationChanged } from "../predicate/predicate.ts";
import { controllerManagedBy } from "./builder.ts";

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

// A handler and a predicate of a watched kind see its own type.
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

// @ts-expect-error a reconciler answers when to come back, in milliseconds
const wrongResult: Reconciler = async () => ({ requeueAfter: "1s" });
// A reconciler that returns nothing is done until something changes.
const noResult: Reconciler = async () => {};
// @ts-expect-error there is no such option
controllerManagedBy(manager).withOptions({ workers: 2 });

export { name, noResult, wrongResult };
