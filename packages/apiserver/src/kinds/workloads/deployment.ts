/** Deployments and ReplicaSets: https://kubernetes.io/docs/concepts/workloads/controllers/deployment/ */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, fieldPath, isDeepEqual } from "@kubewright/apimachinery";
import type { Deployment, DeploymentStrategy, ReplicaSet } from "@kubewright/api/apps/v1";
import type { ApiObject, ReadonlyObject } from "../../registry/api-object.ts";
import { checkImmutable, checkIntOrPercent, checkNonNegative } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { podNameWarnings } from "../generic/hostname-warnings.ts";
import { keepMetadata } from "../keep-fields.ts";
import type { View } from "../typed.ts";
import { draftOf, viewOf } from "../typed.ts";
import { checkEndlessTemplate, checkSelection, checkSelector, defaultTemplate } from "./pod-template.ts";
import { scaleSubresource } from "./scale.ts";
import { checkCounts, deploymentCounts, replicaSetCounts } from "./status-checks.ts";

const spec = fieldPath("spec");

export const deploymentKind: BuiltinKind = {
  group: "apps",
  plural: "deployments",
  defaults: defaultDeployment,
  warningsOnCreate: podNameWarnings,
  validate: (object) => checkDeployment(viewOf<Deployment>(object)),
  validateUpdate: (object, old) => {
    const deployment = viewOf<Deployment>(object);
    const before = viewOf<Deployment>(old);
    return [
      ...checkDeployment(deployment),
      ...checkImmutable(deployment.spec?.selector, before.spec?.selector, spec.child("selector")),
    ];
  },
  prepareForUpdate: countAnnotations,
  status: {
    prepareForUpdate: (draft, old) => keepMetadata(draft, old, "labels"),
    validateUpdate: checkCounts(deploymentCounts),
  },
  subresources: [scaleSubresource],
};

export const replicaSetKind: BuiltinKind = {
  group: "apps",
  plural: "replicasets",
  warningsOnCreate: podNameWarnings,
  defaults: (draft) => {
    const replicaSet = draftOf<ReplicaSet>(draft).spec ?? {};
    replicaSet.replicas ??= 1;
    defaultTemplate(replicaSet.template);
  },
  validate: (object) => checkReplicaSet(viewOf<ReplicaSet>(object)),
  validateUpdate: (object, old) => {
    const replicaSet = viewOf<ReplicaSet>(object);
    const before = viewOf<ReplicaSet>(old);
    return [
      ...checkReplicaSet(replicaSet),
      ...checkImmutable(replicaSet.spec?.selector, before.spec?.selector, spec.child("selector")),
    ];
  },
  status: {
    validateUpdate: checkCounts(replicaSetCounts),
  },
  subresources: [scaleSubresource],
};

/** A change of the annotations counts as one of the desired state: clients of old roll back by an annotation. */
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

function checkDeployment({ spec: deployment = {} }: View<Deployment>): readonly FieldError[] {
  const { selector, template, progressDeadlineSeconds, minReadySeconds = 0 } = deployment;
  const errors = [
    ...checkNonNegative(deployment.replicas, spec.child("replicas")),
    ...checkSelector(selector, "deployment", spec.child("selector")),
    ...checkSelection(selector, template, spec.child("template")),
    ...checkEndlessTemplate(template, "ReplicaSet", spec.child("template")),
    ...checkStrategy(deployment.strategy ?? {}, spec.child("strategy")),
    ...checkNonNegative(minReadySeconds, spec.child("minReadySeconds")),
    ...checkNonNegative(deployment.revisionHistoryLimit, spec.child("revisionHistoryLimit")),
    ...checkNonNegative(progressDeadlineSeconds, spec.child("progressDeadlineSeconds")),
  ];
  if (progressDeadlineSeconds !== undefined && progressDeadlineSeconds <= minReadySeconds) {
    const text = "must be greater than minReadySeconds";
    errors.push(field.invalid(spec.child("progressDeadlineSeconds"), progressDeadlineSeconds, text));
  }
  return errors;
}

function checkReplicaSet({ spec: replicaSet = {} }: View<ReplicaSet>): readonly FieldError[] {
  const { selector, template } = replicaSet;
  return [
    ...checkNonNegative(replicaSet.replicas, spec.child("replicas")),
    ...checkNonNegative(replicaSet.minReadySeconds, spec.child("minReadySeconds")),
    // The reference says deployment here too.
    ...checkSelector(selector, "deployment", spec.child("selector")),
    ...checkSelection(selector, template, spec.child("template")),
    ...checkEndlessTemplate(template, "ReplicaSet", spec.child("template")),
  ];
}

function checkStrategy(strategy: View<DeploymentStrategy>, path: FieldPath): readonly FieldError[] {
  const rolling = path.child("rollingUpdate");
  switch (strategy.type) {
    case "Recreate":
      if (strategy.rollingUpdate === undefined) return [];
      return [field.forbidden(rolling, "may not be specified when strategy `type` is 'Recreate'")];
    case "RollingUpdate": {
      const { maxUnavailable = 0, maxSurge = 0 } = strategy.rollingUpdate ?? {};
      const errors = [
        ...checkIntOrPercent(maxUnavailable, rolling.child("maxUnavailable")),
        ...checkIntOrPercent(maxSurge, rolling.child("maxSurge")),
      ];
      if (isNothing(maxUnavailable) && isNothing(maxSurge)) {
        const text = "may not be 0 when `maxSurge` is 0";
        errors.push(field.invalid(rolling.child("maxUnavailable"), maxUnavailable, text));
      }
      if (isMoreThanAll(maxUnavailable)) {
        errors.push(field.invalid(rolling.child("maxUnavailable"), maxUnavailable, "must not be greater than 100%"));
      }
      return errors;
    }
    default:
      // The reference shows the Go struct.
      return [
        field.notSupported(path, { Type: strategy.type ?? "", RollingUpdate: strategy.rollingUpdate ?? null }, [
          "Recreate",
          "RollingUpdate",
        ]),
      ];
  }
}

function isNothing(value: number | string): boolean {
  return value === 0 || value === "0%";
}

/** Whether a percentage is beyond all of it. */
export function isMoreThanAll(value: number | string): boolean {
  return typeof value === "string" && /^\d+%$/.test(value) && Number.parseInt(value, 10) > 100;
}
