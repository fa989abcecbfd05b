// Serves the resources of CustomResourceDefinitions. A commit of a definition only adds its name to the work queue. The work compares the stored
// definition with the served resource and takes one step (`next-step.ts`) at a time, in the turn of the commit: the next request can use a new definition.
import type { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import { isDeepEqual } from "@kubewright/apimachinery";
import type { Registry } from "../../registry/registry.ts";
import type { ReconcileContext, Reconciler, ServerContext } from "../../contracts/server-context.ts";
import type { CommittedChange } from "../../contracts/strategy.ts";
import type { Draft } from "../../kinds/typed.ts";
import { draftOf } from "../../kinds/typed.ts";
import type { ConverterFactory } from "../conversion-webhook/conversion-webhooks.ts";
import { createCustomResource } from "../resource/custom-resource.ts";
import type { NamedCondition } from "./accept-names.ts";
import { ApiServiceReconciler, apiServiceNames } from "./api-services.ts";
import { setDefinitionCondition } from "./conditions.ts";
import { DefinitionIndex } from "./definition-index.ts";
import { definitionView, definitionsResource } from "../definition-view.ts";
import { InstanceDeletion, resourceOf } from "./instance-deletion.ts";
import { cleanupFinalizer, nextStep } from "./next-step.ts";
import type { Observed, ServeStep, Source, StatusStep } from "./next-step.ts";

export class DefinitionCatalog implements Reconciler {
  readonly #registry: Registry;
  readonly #converters: ConverterFactory;
  readonly #index = new DefinitionIndex();
  readonly #apiServices = new ApiServiceReconciler(this.#index);
  readonly #instances = new InstanceDeletion();
  /** The parts of definitions from which the served resources were created, by the names of the definitions. */
  readonly #served = new Map<string, Source>();

  /** `registry` serves the defined resources; `converters` creates their converters. */
  constructor(registry: Registry, converters: ConverterFactory) {
    this.#registry = registry;
    this.#converters = converters;
  }

  /** Records a commit of a definition and queues the work that follows from it. */
  committed(change: CommittedChange, { queue }: Pick<ServerContext, "queue">): void {
    const before = change.type === "created" ? undefined : definitionView(change.old);
    const after = change.type === "deleted" ? undefined : definitionView(change.object);
    const { metadata, spec } = after ?? before ?? {};
    const name = metadata?.name ?? "";
    if (after === undefined) this.#index.forget(name);
    else this.#index.record(after);

    queue.add(this, name);
    for (const apiService of apiServiceNames(before, after)) queue.add(this.#apiServices, apiService);
    if (isDeepEqual(before?.status?.acceptedNames, after?.status?.acceptedNames)) return;
    for (const waiting of this.#index.waitingForNames(spec?.group ?? "")) queue.add(this, waiting);
  }

  /** Records the stored definitions and queues the work for them. */
  start({ read, queue }: ServerContext): void {
    for (const object of read.list(definitionsResource)) this.committed({ type: "created", object }, { queue });
  }

  /** Takes one step for the definition of this name, and queues the name for the next one. */
  reconcile(name: string, context: ReconcileContext): void {
    const stored = context.read.get(definitionsResource, { name });
    const step = nextStep(stored && definitionView(stored), this.#observe(name, context));
    if (step === undefined) return;
    context.queue.add(this, name);
    switch (step.type) {
      case "writeStatus":
        return writeStatus(name, step, context);
      case "serve":
        return this.#serve(name, step, context);
      case "deleteInstances":
        return this.#instances.begin(name, context);
      case "release":
        return release(name, step.condition, context);
      case "withdraw":
        return this.#withdraw(name);
    }
  }

  #observe(name: string, { read }: ReconcileContext): Observed {
    const isEmpty = read.keys(resourceOf(name))[Symbol.iterator]().next().done === true;
    return {
      served: this.#served.get(name),
      others: this.#index.namesOfOthers(name),
      instances: isEmpty ? "none" : this.#instances.hasBegun(name) ? "deleting" : "present",
    };
  }

  #serve(name: string, { definition, source }: ServeStep, context: ReconcileContext): void {
    const resource = createCustomResource(definition, {
      webhookConverter: () => this.#converters(definition, context),
      isTerminating: () => this.#index.isTerminating(name),
      storedVersions: () => Iterator.from(context.read.entries(resourceOf(name))).map(({ apiVersion }) => apiVersion),
      onDeleted: ({ queue }) => {
        if (this.#instances.hasBegun(name)) queue.add(this, name);
      },
    });
    this.#registry.add(resource);
    this.#served.set(name, source);
  }

  #withdraw(name: string): void {
    this.#registry.remove(resourceOf(name));
    this.#served.delete(name);
    this.#instances.end(name);
  }
}

function writeStatus(name: string, { acceptedNames, conditions }: StatusStep, context: ReconcileContext): void {
  updateDefinition(name, context, (definition) => {
    if (acceptedNames !== undefined) (definition.status ??= {}).acceptedNames = acceptedNames;
    for (const condition of conditions) setDefinitionCondition(definition, condition, context.clock.wallTime());
  });
}

function release(name: string, condition: NamedCondition, context: ReconcileContext): void {
  updateDefinition(name, context, (definition) => {
    setDefinitionCondition(definition, condition, context.clock.wallTime());
    const { metadata = {} } = definition;
    const left = (metadata.finalizers ?? []).filter((finalizer) => finalizer !== cleanupFinalizer);
    if (left.length > 0) metadata.finalizers = left;
    else delete metadata.finalizers;
  });
}

function updateDefinition(
  name: string,
  { write }: ReconcileContext,
  change: (definition: Draft<CustomResourceDefinition>) => void,
): void {
  // In a kube-apiserver, controllers write the status of definitions as clients.
  const options = { ownedThrough: "status" } as const;
  write.update(definitionsResource, { name }, (draft) => change(draftOf<CustomResourceDefinition>(draft)), options);
}
