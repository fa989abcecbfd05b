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
  saysTheSame,
  setDefinitionCondition,
} from "./conditions.ts";
import type { DefinitionIndex } from "./definition-index.ts";
import { createDefinitionIndex } from "./definition-index.ts";
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
  const index = createDefinitionIndex();

  function follow(object: ReadonlyObject, context: ServerContext): void {
    const name = object.metadata.name ?? "";
    const definition = definitionView(object);
    if (object.metadata.deletionTimestamp !== undefined) {
      if (!terminating.has(name)) beginCleanup(name, definition, context);
      return;
    }
    // A write of the status brings us here again, with nothing left to change.
    if (settleNames(name, definition, index, context)) return;
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
    for (const other of index.inGroup(definitionView(object).spec?.group ?? "")) {
      const waiting = context.read.get(definitionsResource, { name: other });
      if (waiting !== undefined) follow(waiting, context);
    }
  }

  return {
    committed: (change, context) => {
      if (change.type === "deleted") {
        index.forget(change.old);
        forget(change.old, context);
        followApiServices(definitionView(change.old), undefined, index, context);
        return;
      }
      index.note(change.object);
      const old = change.type === "updated" ? definitionView(change.old) : undefined;
      followApiServices(definitionView(change.object), old, index, context);
      follow(change.object, context);
    },
    start: (context) => {
      const definitions = Array.from(context.read.list(definitionsResource));
      for (const object of definitions) index.note(object);
      for (const object of definitions) follow(object, context);
    },
  };
}

function resourceOf(definition: DefinitionView): GroupResource {
  return { group: definition.spec?.group ?? "", resource: definition.spec?.names?.plural ?? "" };
}

/** Writes accepted names and conditions. True when something changed, and the write has led to another look at the definition. */
function settleNames(
  name: string,
  definition: DefinitionView,
  index: DefinitionIndex,
  context: ServerContext,
): boolean {
  const { group = "" } = definition.spec ?? {};
  const { names, namesAccepted } = acceptNames(definition, index.namesOfOthers(group, name));
  const approval = approvalCondition(definition);
  // Once established, a definition stays so: what is served is not taken away for the sake of a short name.
  const isEstablished = hasCondition(definition, "Established") || namesAccepted.status === "True";
  const conditions = [
    ...(approval === undefined ? [] : [approval]),
    namesAccepted,
    isEstablished ? established : notAccepted,
  ];
  const { acceptedNames, conditions: present } = definition.status ?? {};
  const isSettled = conditions.every((condition) => (present ?? []).some((each) => saysTheSame(each, condition)));
  if (isSettled && isDeepEqual(acceptedNames, names)) return false;
  context.write.update(
    definitionsResource,
    { name },
    (draft) => {
      const stored = draftOf<CustomResourceDefinition>(draft);
      (stored.status ??= {}).acceptedNames = names;
      for (const condition of conditions) setDefinitionCondition(stored, condition, context.clock.wallTime());
    },
    asController,
  );
  return true;
}

function setCondition(name: string, condition: typeof deletionInProgress, context: ServerContext): void {
  context.write.update(
    definitionsResource,
    { name },
    (draft) => setDefinitionCondition(draftOf<CustomResourceDefinition>(draft), condition, context.clock.wallTime()),
    asController,
  );
}
