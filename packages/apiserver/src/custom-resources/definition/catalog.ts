/**
 * Serves what CustomResourceDefinitions define. Everything that follows from a write of a definition happens in the turn of that
 * write: names are accepted, the resource is served under its new schema, instances of a definition that goes are deleted. So
 * whoever created a definition can use it with the next request.
 */
import type { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import { isDeepEqual } from "@kubewright/apimachinery";
import type { GroupResource, ReadonlyObject } from "../../registry/api-object.ts";
import type { ServerContext } from "../../registry/server-context.ts";
import type { CommittedChange } from "../../registry/strategy.ts";
import { draftOf } from "../../kinds/typed.ts";
import { createCustomResource } from "../resource/custom-resource.ts";
import { acceptNames } from "./accept-names.ts";
import { followApiServices } from "./api-services.ts";
import { approvalCondition } from "./approval.ts";
import {
  deletionCompleted,
  deletionInProgress,
  established,
  notAccepted,
  setDefinitionCondition,
} from "./conditions.ts";
import type { DefinitionView } from "./definition-view.ts";
import { definitionView, definitionsResource, hasCondition } from "./definition-view.ts";

/** Holds a definition back until its last instance is gone. */
export const cleanupFinalizer = "customresourcecleanup.apiextensions.k8s.io";

/** In a kube-apiserver controllers do this, which write the status as clients. */
const asController = { ownedThrough: "status" } as const;

export interface DefinitionCatalog {
  /** Follows a write of a definition. */
  readonly committed: (change: CommittedChange, context: ServerContext) => void;
  /** Serves the definitions that are in the store already. */
  readonly start: (context: ServerContext) => void;
}

export function createDefinitionCatalog(): DefinitionCatalog {
  /** What is served, by the definition's name, with what it was made of. */
  const served = new Map<string, unknown>();
  const terminating = new Set<string>();

  function follow(object: ReadonlyObject, context: ServerContext): void {
    const name = object.metadata.name ?? "";
    const definition = definitionView(object);
    if (object.metadata.deletionTimestamp !== undefined) {
      if (!terminating.has(name)) beginCleanup(name, definition, context);
      return;
    }
    // A write of the status brings us here again, with nothing left to change.
    if (settleNames(name, definition, context)) return;
    serve(name, definition, context);
  }

  function serve(name: string, definition: DefinitionView, context: ServerContext): void {
    if (!hasCondition(definition, "Established")) return;
    const { spec, status } = definition;
    const madeOf = { spec, names: status?.acceptedNames };
    if (isDeepEqual(served.get(name), madeOf)) return;
    const isTerminating = (): boolean => terminating.has(name);
    const onDeleted = (later: ServerContext): void => finishCleanup(name, definition, later);
    const resource = createCustomResource(definition, { isTerminating, onDeleted });
    if (resource === undefined) context.registry.remove(resourceOf(definition));
    else context.registry.add(resource);
    served.set(name, madeOf);
  }

  function beginCleanup(name: string, definition: DefinitionView, context: ServerContext): void {
    terminating.add(name);
    setCondition(name, deletionInProgress, context);
    const resource = resourceOf(definition);
    if (served.has(name)) {
      for (const { metadata } of context.read.list(resource)) {
        const { name: instance = "", namespace } = metadata;
        context.write.delete(resource, namespace === undefined ? { name: instance } : { namespace, name: instance });
      }
    }
    finishCleanup(name, definition, context);
  }

  /** Lets the definition go once nothing of it is left. */
  function finishCleanup(name: string, definition: DefinitionView, context: ServerContext): void {
    if (!terminating.has(name)) return;
    const isEmpty =
      !served.has(name) || context.read.list(resourceOf(definition))[Symbol.iterator]().next().done === true;
    if (!isEmpty || !context.read.has(definitionsResource, { name })) return;
    context.write.update(
      definitionsResource,
      { name },
      (draft) => {
        setDefinitionCondition(draftOf<CustomResourceDefinition>(draft), deletionCompleted, context.clock.wallTime());
        const left = (draft.metadata.finalizers ?? []).filter((finalizer) => finalizer !== cleanupFinalizer);
        if (left.length > 0) draft.metadata.finalizers = left;
        else delete draft.metadata.finalizers;
      },
      asController,
    );
  }

  function forget(object: ReadonlyObject, context: ServerContext): void {
    const name = object.metadata.name ?? "";
    terminating.delete(name);
    if (served.delete(name)) context.registry.remove(resourceOf(definitionView(object)));
    // Its names are free: another definition of the group may have waited for them.
    const group = definitionView(object).spec?.group;
    for (const other of context.read.list(definitionsResource)) {
      if (definitionView(other).spec?.group === group) follow(other, context);
    }
  }

  return {
    committed: (change, context) => {
      if (change.type === "deleted") {
        forget(change.old, context);
        followApiServices(definitionView(change.old), undefined, context);
        return;
      }
      const old = change.type === "updated" ? definitionView(change.old) : undefined;
      followApiServices(definitionView(change.object), old, context);
      follow(change.object, context);
    },
    start: (context) => {
      for (const object of context.read.list(definitionsResource)) follow(object, context);
    },
  };
}

function resourceOf(definition: DefinitionView): GroupResource {
  return { group: definition.spec?.group ?? "", resource: definition.spec?.names?.plural ?? "" };
}

/** Writes accepted names and conditions. True when something changed, and the write has led to another look at the definition. */
function settleNames(name: string, definition: DefinitionView, context: ServerContext): boolean {
  const others = Array.from(context.read.list(definitionsResource))
    .filter((other) => other.metadata.name !== name)
    .map(definitionView)
    .filter((other) => other.spec?.group === definition.spec?.group);
  const { names, namesAccepted } = acceptNames(definition, others);
  let changed = false;
  context.write.update(
    definitionsResource,
    { name },
    (draft) => {
      const stored = draftOf<CustomResourceDefinition>(draft);
      const status = (stored.status ??= {});
      if (!isDeepEqual(status.acceptedNames, names)) {
        status.acceptedNames = names;
        changed = true;
      }
      const now = context.clock.wallTime();
      const approval = approvalCondition(definition);
      if (approval !== undefined) changed = setDefinitionCondition(stored, approval, now) || changed;
      changed = setDefinitionCondition(stored, namesAccepted, now) || changed;
      // Once established, a definition stays so: what is served is not taken away for the sake of a short name.
      const isEstablished = hasCondition(definition, "Established");
      const next = isEstablished || namesAccepted.status === "True" ? established : notAccepted;
      changed = setDefinitionCondition(stored, next, now) || changed;
      return changed;
    },
    asController,
  );
  return changed;
}

function setCondition(name: string, condition: typeof deletionInProgress, context: ServerContext): void {
  context.write.update(
    definitionsResource,
    { name },
    (draft) => setDefinitionCondition(draftOf<CustomResourceDefinition>(draft), condition, context.clock.wallTime()),
    asController,
  );
}
