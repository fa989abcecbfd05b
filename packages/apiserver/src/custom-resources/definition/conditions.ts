/** Conditions of CustomResourceDefinitions. */
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionCondition,
} from "@kubewright/api/apiextensions.k8s.io/v1";
import { formatTime } from "@kubewright/apimachinery";
import type { Draft, View } from "../../kinds/typed.ts";
import type { NamedCondition } from "./accept-names.ts";

export const established: NamedCondition = {
  type: "Established",
  status: "True",
  reason: "InitialNamesAccepted",
  message: "the initial names have been accepted",
};

export const notAccepted: NamedCondition = {
  type: "Established",
  status: "False",
  reason: "NotAccepted",
  message: "not all names are accepted",
};

/** The condition of a definition whose conversion webhook has invalid certificates. */
export const invalidCaBundle: NamedCondition = {
  type: "Established",
  status: "False",
  reason: "InvalidCABundle",
  message: "The conversion webhook CABundle is invalid",
};

export const deletionPending: NamedCondition = {
  type: "Terminating",
  status: "True",
  reason: "InstanceDeletionPending",
  message: "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon",
};

export const deletionInProgress: NamedCondition = {
  type: "Terminating",
  status: "True",
  reason: "InstanceDeletionInProgress",
  message: "CustomResource deletion is in progress",
};

export const deletionCompleted: NamedCondition = {
  type: "Terminating",
  status: "False",
  reason: "InstanceDeletionCompleted",
  message: "removed all instances",
};

export const neverEstablished: NamedCondition = {
  type: "Terminating",
  status: "False",
  reason: "NeverEstablished",
  message: "resource was never established",
};

/** Sets a condition. `lastTransitionTime` changes with the status. Returns false if the condition is equal already. */
export function setDefinitionCondition(
  definition: Draft<CustomResourceDefinition>,
  condition: NamedCondition,
  nowMs: number,
): boolean {
  const status = (definition.status ??= {});
  const conditions = (status.conditions ??= []);
  const current = conditions.find(({ type }) => type === condition.type);
  if (current === undefined) {
    const { type, status: value, reason, message } = condition;
    conditions.push({ type, status: value, lastTransitionTime: formatTime(nowMs), reason, message });
    return true;
  }
  if (isSameCondition(current, condition)) return false;
  if (current.status !== condition.status) current.lastTransitionTime = formatTime(nowMs);
  Object.assign(current, { status: condition.status, reason: condition.reason, message: condition.message });
  return true;
}

/** Whether two conditions are equal, except for their times. */
export function isSameCondition(
  present: View<CustomResourceDefinitionCondition>,
  { type, status, reason, message }: NamedCondition,
): boolean {
  return present.type === type && present.status === status && present.reason === reason && present.message === message;
}
