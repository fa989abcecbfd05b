/** PersistentVolumeClaims: their number and the storage that they request, also by storage class. */
import { getOwn } from "@kubewright/apimachinery";
import type { PersistentVolumeClaim } from "@kubewright/api/core/v1";
import { compareQuantities, wholeQuantity } from "../../../kinds/quantities.ts";
import { classAnnotation } from "../../../kinds/storage/claim-change.ts";
import type { View } from "../../../kinds/typed.ts";
import { viewOf } from "../../../kinds/typed.ts";
import type { AdmissionAttributes } from "../../../registry/admission-plugin.ts";
import type { Evaluator } from "./evaluator.ts";
import { isCreateOrUpdate } from "./evaluator.ts";
import type { ResourceList } from "./resource-list.ts";
import type { ScopeRequirement } from "./scopes.ts";
import { matchesValue } from "./scopes.ts";

const counted: readonly string[] = ["persistentvolumeclaims", "requests.storage"];
/** `gold.storageclass.storage.k8s.io/requests.storage`: the storage of one class. */
const classSuffix = ".storageclass.storage.k8s.io/";

export const claimEvaluator: Evaluator = {
  resource: { group: "", resource: "persistentvolumeclaims" },
  // The status has the size that is allocated. It is counted, and never rejected.
  handles: (attributes) => isCreateOrUpdate(attributes) || isStatusUpdate(attributes),
  matchingResources: (names) => names.filter(isCounted),
  matchesScope: (scope, object) => matchesScope(scope, viewOf<PersistentVolumeClaim>(object)),
  usage: (object) => usageOf(viewOf<PersistentVolumeClaim>(object)),
};

function isStatusUpdate({ operation, subresource }: AdmissionAttributes): boolean {
  return subresource === "status" && operation === "UPDATE";
}

function isCounted(name: string): boolean {
  if (name === "count/persistentvolumeclaims" || counted.includes(name)) return true;
  return counted.some((each) => name.endsWith(classSuffix + each));
}

function usageOf(claim: View<PersistentVolumeClaim>): ResourceList {
  const storageClass = claim.metadata?.annotations?.[classAnnotation] ?? claim.spec?.storageClassName ?? "";
  const usage: Record<string, string> = { "count/persistentvolumeclaims": "1", persistentvolumeclaims: "1" };
  const storage = storageOf(claim);
  if (storage !== undefined) usage["requests.storage"] = storage;
  if (storageClass === "") return usage;
  const ofClass = counted.flatMap((name) => {
    const amount = usage[name];
    return amount === undefined ? [] : [[storageClass + classSuffix + name, amount] as const];
  });
  return { ...usage, ...Object.fromEntries(ofClass) };
}

/** The request, or what is allocated while that is more, in whole bytes. */
function storageOf({ spec, status }: View<PersistentVolumeClaim>): string | undefined {
  const requested = getOwn(spec?.resources?.requests ?? {}, "storage");
  if (requested === undefined) return undefined;
  const allocated = getOwn(status?.allocatedResources ?? {}, "storage");
  const isMore = allocated !== undefined && compareQuantities(allocated, requested) > 0;
  return wholeQuantity(isMore ? allocated : requested);
}

function matchesScope(scope: ScopeRequirement, claim: View<PersistentVolumeClaim>): boolean {
  if (scope.scopeName !== "VolumeAttributesClass") return false;
  const names = [
    claim.spec?.volumeAttributesClassName ?? "",
    claim.status?.currentVolumeAttributesClassName ?? "",
    claim.status?.modifyVolumeStatus?.targetVolumeAttributesClassName ?? "",
  ].filter((name) => name !== "");
  if (names.length === 0) return matchesValue(scope, undefined);
  return names.some((name) => matchesValue(scope, name));
}
