// The next step for a definition, as a pure function of the stored definition and the served resource. `catalog.ts` takes the steps in order:
//
//   names and conditions → serve → delete the instances → release the definition → withdraw
import { isDeepEqual } from "@kubewright/apimachinery";
import { caBundleProblem } from "./ca-bundle.ts";
import type { AcceptedNames, NamedCondition } from "./accept-names.ts";
import { acceptNames } from "./accept-names.ts";
import { approvalCondition } from "./approval.ts";
import {
  deletionCompleted,
  deletionInProgress,
  established,
  invalidCaBundle,
  neverEstablished,
  notAccepted,
  isSameCondition,
} from "./conditions.ts";
import type { AcceptedNamesView } from "./definition-index.ts";
import type { DefinitionView } from "../definition-view.ts";
import { hasCondition } from "../definition-view.ts";

/** Keeps a definition until its last instance is deleted. */
export const cleanupFinalizer = "customresourcecleanup.apiextensions.k8s.io";

export type Step =
  | StatusStep
  | ServeStep
  /** Begin to delete the instances. */
  | { readonly type: "deleteInstances" }
  /** Remove the finalizer of the cleanup, which ends with this condition. */
  | { readonly type: "release"; readonly condition: NamedCondition }
  /** Stop serving the resource. */
  | { readonly type: "withdraw" };

export interface StatusStep {
  readonly type: "writeStatus";
  /** Default: they do not change. */
  readonly acceptedNames?: AcceptedNames["names"];
  readonly conditions: readonly NamedCondition[];
}

/** Serve the resource as the definition defines it now. */
export interface ServeStep {
  readonly type: "serve";
  readonly definition: DefinitionView;
  readonly source: Source;
}

/** The parts of a definition that a served resource is created from. */
export interface Source {
  readonly uid: string | undefined;
  readonly spec: DefinitionView["spec"];
  readonly names: AcceptedNamesView | undefined;
}

export interface Observed {
  /** The parts of the definition from which the served resource was created; `undefined` if nothing is served. */
  readonly served: Source | undefined;
  /** The names of the other definitions in the group. */
  readonly others: readonly AcceptedNamesView[];
  /** `deleting`: their deletion has begun. */
  readonly instances: "none" | "present" | "deleting";
}

/** Returns the next step for a definition (`undefined`: it is not stored), or `undefined` if nothing is left to do. */
export function nextStep(definition: DefinitionView | undefined, observed: Observed): Step | undefined {
  if (definition === undefined) return observed.served && { type: "withdraw" };
  return statusStep(definition, observed) ?? servingStep(definition, observed) ?? cleanupStep(definition, observed);
}

function statusStep(definition: DefinitionView, { others }: Observed): Step | undefined {
  const wanted = [...approvalConditions(definition), ...terminatingConditions(definition)];
  const { acceptedNames, conditions: present } = definition.status ?? {};
  const isMissing = (condition: NamedCondition): boolean =>
    !(present ?? []).some((each) => isSameCondition(each, condition));

  // As in kube-apiserver, names are not accepted again while all names of the spec are accepted.
  if (isDeepEqual(definition.spec?.names, acceptedNames)) {
    if (hasCondition(definition, "NamesAccepted") && !hasCondition(definition, "Established"))
      wanted.push(newlyEstablished(definition));
    const conditions = wanted.filter(isMissing);
    return conditions.length === 0 ? undefined : { type: "writeStatus", conditions };
  }
  const { names, namesAccepted } = acceptNames(definition, others);
  // A definition remains established when a later name is not accepted.
  const named = namesAccepted.status === "True" ? newlyEstablished(definition) : notAccepted;
  const establishment = hasCondition(definition, "Established") ? established : named;
  const conditions = [...wanted, namesAccepted, establishment].filter(isMissing);
  const isUpToDate = conditions.length === 0 && isDeepEqual(acceptedNames, names);
  return isUpToDate ? undefined : { type: "writeStatus", acceptedNames: names, conditions };
}

/** The condition of a definition whose names are accepted. */
function newlyEstablished(definition: DefinitionView): NamedCondition {
  return caBundleProblem(definition) === undefined ? established : invalidCaBundle;
}

function approvalConditions(definition: DefinitionView): readonly NamedCondition[] {
  const condition = approvalCondition(definition);
  return condition === undefined ? [] : [condition];
}

function terminatingConditions(definition: DefinitionView): readonly NamedCondition[] {
  return needsCleanup(definition) ? [deletionInProgress] : [];
}

function servingStep(definition: DefinitionView, { served }: Observed): Step | undefined {
  if (!hasCondition(definition, "Established")) return served && { type: "withdraw" };
  const { metadata, spec, status } = definition;
  const source = { uid: metadata?.uid, spec, names: status?.acceptedNames };
  return isDeepEqual(served, source) ? undefined : { type: "serve", definition, source };
}

function cleanupStep(definition: DefinitionView, { instances }: Observed): Step | undefined {
  if (!needsCleanup(definition)) return undefined;
  if (!hasCondition(definition, "Established")) return { type: "release", condition: neverEstablished };
  switch (instances) {
    case "present":
      return { type: "deleteInstances" };
    case "deleting":
      return undefined; // Each removal of an instance adds the definition to the queue again.
    case "none":
      return { type: "release", condition: deletionCompleted };
  }
}

function needsCleanup({ metadata }: DefinitionView): boolean {
  return metadata?.deletionTimestamp !== undefined && (metadata.finalizers ?? []).includes(cleanupFinalizer);
}
