/** Deployments and ReplicaSets: https://kubernetes.io/docs/concepts/workloads/controllers/deployment/ */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import { field, fieldPath, isDeepEqual, joinedInSteps } from "@kubewright/apimachinery";
import type { Deployment, DeploymentSpec, DeploymentStrategy, ReplicaSet } from "@kubewright/api/apps/v1";
import type { ApiObject, ReadonlyObject } from "../../objects/api-object.ts";
import { checkNonNegative } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { podNameWarnings } from "../generic/hostname-warnings.ts";
import { keepMetadata } from "../keep-fields.ts";
import type { View } from "../typed.ts";
import { draftOf } from "../typed.ts";
import { checkEndlessTemplate, checkSelecting, checkSelectorChange, defaultTemplate } from "./pod-template.ts";
import { checkDeploymentRollout, strategyInGo } from "./rolling-update.ts";
import { scaleSubresource } from "./scale.ts";
import { checkCounts, deploymentCounts, replicaSetCounts } from "./status-checks.ts";
import { containerCells, selectorText } from "../cells.ts";
import { podTemplateAt } from "../pod/template-rules.ts";

const spec = fieldPath("spec");

export const deploymentKind: BuiltinKind = builtinKind<Deployment>({
  group: "apps",
  plural: "deployments",
  tracksGeneration: true,
  podTemplate: podTemplateAt("spec", "template"),
  defaults: defaultDeployment,
  warningsOnCreate: podNameWarnings,
  validate: (object) => checkDeployment(object),
  validateUpdate: (object, old) =>
    joinedInSteps([
      () => checkDeployment(object),
      () => checkSelectorChange(object.spec?.selector, old.spec?.selector, spec.child("selector")),
    ]),
  prepareForUpdate: countAnnotations,
  status: {
    resetFields: [["spec"], ["metadata", "labels"]],
    prepareForUpdate: (draft, old) => keepMetadata(draft, old, "labels"),
    validateUpdate: checkCounts(deploymentCounts),
  },
  subresources: [scaleSubresource],
  cells: (object) => {
    const { spec, status } = object;
    return {
      Ready: `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`,
      "Up-to-date": status?.updatedReplicas ?? 0,
      Available: status?.availableReplicas ?? 0,
      ...containerCells(spec?.template),
      Selector: selectorText(spec?.selector),
    };
  },
});

export const replicaSetKind: BuiltinKind = builtinKind<ReplicaSet>({
  group: "apps",
  plural: "replicasets",
  tracksGeneration: true,
  podTemplate: podTemplateAt("spec", "template"),
  warningsOnCreate: podNameWarnings,
  defaults: (draft) => {
    const replicaSet = draft.spec ?? {};
    replicaSet.replicas ??= 1;
    defaultTemplate(replicaSet.template);
  },
  validate: (object) => checkReplicaSet(object),
  validateUpdate: (object, old) =>
    joinedInSteps([
      () => checkReplicaSet(object),
      () => checkSelectorChange(object.spec?.selector, old.spec?.selector, spec.child("selector")),
    ]),
  status: {
    validateUpdate: checkCounts(replicaSetCounts),
  },
  subresources: [scaleSubresource],
  cells: (object) => {
    const { spec, status } = object;
    return {
      Desired: spec?.replicas ?? 0,
      Current: status?.replicas ?? 0,
      Ready: status?.readyReplicas ?? 0,
      ...containerCells(spec?.template),
      Selector: selectorText(spec?.selector),
    };
  },
});

/** A change of the annotations is a change of the desired state, because old clients roll back by an annotation. */
function countAnnotations({ metadata }: ApiObject, old: ReadonlyObject): void {
  if (isDeepEqual(metadata.annotations ?? {}, old.metadata.annotations ?? {})) return;
  metadata.generation = (old.metadata.generation ?? 0) + 1;
}

function defaultDeployment(draft: ApiObject): void {
  const deployment = draftOf<Deployment>(draft).spec ?? {};
  deployment.replicas ??= 1;
  deployment.revisionHistoryLimit ??= 10;
  deployment.progressDeadlineSeconds ??= 600;
  const strategy = (deployment.strategy ??= {});
  strategy.type ??= "RollingUpdate";
  if (strategy.type === "RollingUpdate") {
    const rollingUpdate = (strategy.rollingUpdate ??= {});
    rollingUpdate.maxUnavailable ??= "25%";
    rollingUpdate.maxSurge ??= "25%";
  }
  defaultTemplate(deployment.template);
}

function checkDeployment({ spec: deployment = {} }: View<Deployment>): Work<readonly FieldError[]> {
  return joinedInSteps([
    () => checkNonNegative(deployment.replicas, spec.child("replicas")),
    () =>
      checkSelecting(deployment, selectorTexts, spec, () =>
        checkEndlessTemplate(deployment.template, "ReplicaSet", spec.child("template")),
      ),
    () => checkStrategy(deployment.strategy ?? {}, spec.child("strategy")),
    () => checkNonNegative(deployment.minReadySeconds, spec.child("minReadySeconds")),
    () => checkNonNegative(deployment.revisionHistoryLimit, spec.child("revisionHistoryLimit")),
    () => checkProgressDeadline(deployment),
  ]);
}

function checkProgressDeadline({
  progressDeadlineSeconds,
  minReadySeconds = 0,
}: View<DeploymentSpec>): readonly FieldError[] {
  const path = spec.child("progressDeadlineSeconds");
  const errors = checkNonNegative(progressDeadlineSeconds, path);
  if (progressDeadlineSeconds === undefined || progressDeadlineSeconds > minReadySeconds) return errors;
  return [...errors, field.invalid(path, progressDeadlineSeconds, "must be greater than minReadySeconds")];
}

/** kube-apiserver uses "deployment" in messages about ReplicaSets, too. */
const selectorTexts = { kind: "deployment", malformed: "invalid label selector" };

function checkReplicaSet({ spec: replicaSet = {} }: View<ReplicaSet>): Work<readonly FieldError[]> {
  return joinedInSteps([
    () => checkNonNegative(replicaSet.replicas, spec.child("replicas")),
    () => checkNonNegative(replicaSet.minReadySeconds, spec.child("minReadySeconds")),
    () =>
      checkSelecting(replicaSet, selectorTexts, spec, () =>
        checkEndlessTemplate(replicaSet.template, "ReplicaSet", spec.child("template")),
      ),
  ]);
}

function checkStrategy(strategy: View<DeploymentStrategy>, path: FieldPath): readonly FieldError[] {
  const rolling = path.child("rollingUpdate");
  switch (strategy.type) {
    case "Recreate":
      if (strategy.rollingUpdate === undefined) return [];
      return [field.forbidden(rolling, "may not be specified when strategy `type` is 'Recreate'")];
    case "RollingUpdate":
      return checkDeploymentRollout(strategy.rollingUpdate ?? {}, rolling);
    default:
      return [field.notSupported(path, strategyInGo(strategy), ["Recreate", "RollingUpdate"])];
  }
}
