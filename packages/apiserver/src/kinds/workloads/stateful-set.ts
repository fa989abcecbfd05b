/** StatefulSets: https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/ */
import type { FieldError } from "@kubewright/apimachinery";
import { field, fieldPath, isDeepEqual, nameIsDnsLabel } from "@kubewright/apimachinery";
import type { StatefulSet, StatefulSetSpec } from "@kubewright/api/apps/v1";
import type { PodTemplateSpec } from "@kubewright/api/core/v1";
import type { ApiObject } from "../../registry/api-object.ts";
import { checkNonNegative } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import type { View } from "../typed.ts";
import { draftOf, viewOf } from "../typed.ts";
import { checkEndlessTemplate, checkSelection, checkSelector, defaultTemplate } from "./pod-template.ts";
import { scaleSubresource } from "./scale.ts";
import { checkCounts, statefulSetCounts } from "./status-checks.ts";

const spec = fieldPath("spec");

export const statefulSetKind: BuiltinKind = {
  group: "apps",
  plural: "statefulsets",
  validateName: nameIsDnsLabel,
  defaults: defaultStatefulSet,
  validate: (object) => checkStatefulSet(viewOf<StatefulSet>(object)),
  validateUpdate: (object, old) => [
    ...checkStatefulSet(viewOf<StatefulSet>(object)),
    ...checkChange(viewOf<StatefulSet>(object).spec ?? {}, viewOf<StatefulSet>(old).spec ?? {}),
  ],
  status: {
    validateUpdate: checkCounts(statefulSetCounts),
  },
  subresources: [scaleSubresource],
};

function defaultStatefulSet(draft: ApiObject): void {
  const { spec: statefulSet = {} } = draftOf<StatefulSet>(draft);
  statefulSet.podManagementPolicy ??= "OrderedReady";
  const strategy = (statefulSet.updateStrategy ??= {});
  if (strategy.type === undefined) {
    strategy.type = "RollingUpdate";
    strategy.rollingUpdate ??= {};
  }
  if (strategy.type === "RollingUpdate" && strategy.rollingUpdate !== undefined) {
    strategy.rollingUpdate.partition ??= 0;
  }
  const retention = (statefulSet.persistentVolumeClaimRetentionPolicy ??= {});
  retention.whenDeleted ??= "Retain";
  retention.whenScaled ??= "Retain";
  statefulSet.replicas ??= 1;
  statefulSet.revisionHistoryLimit ??= 10;
  for (const claim of statefulSet.volumeClaimTemplates ?? []) {
    // Claims inside a template print as whole objects do.
    claim.apiVersion ??= "v1";
    claim.kind ??= "PersistentVolumeClaim";
    (claim.spec ??= {}).volumeMode ??= "Filesystem";
    (claim.status ??= {}).phase ??= "Pending";
  }
  defaultTemplate(statefulSet.template);
}

function checkStatefulSet({ spec: statefulSet = {} }: View<StatefulSet>): readonly FieldError[] {
  const { podManagementPolicy, updateStrategy = {}, selector } = statefulSet;
  const errors: FieldError[] = [];
  if (podManagementPolicy !== "OrderedReady" && podManagementPolicy !== "Parallel") {
    const text = "must be 'OrderedReady' or 'Parallel'";
    errors.push(field.invalid(spec.child("podManagementPolicy"), podManagementPolicy ?? "", text));
  }
  errors.push(...checkUpdateStrategy(updateStrategy));
  errors.push(
    ...checkNonNegative(statefulSet.replicas, spec.child("replicas")),
    ...checkNonNegative(statefulSet.minReadySeconds, spec.child("minReadySeconds")),
    ...checkNonNegative(statefulSet.ordinals?.start, spec.child("ordinals.start")),
    ...checkSelector(selector, "statefulset", spec.child("selector")),
    ...checkSelection(selector, statefulSet.template, spec.child("template")),
    ...checkEndlessTemplate(withClaims(statefulSet), "StatefulSet", spec.child("template")),
  );
  return errors;
}

function checkUpdateStrategy(strategy: NonNullable<View<StatefulSetSpec>["updateStrategy"]>): readonly FieldError[] {
  const path = spec.child("updateStrategy");
  switch (strategy.type) {
    case "OnDelete":
      if (strategy.rollingUpdate === undefined) return [];
      return [
        field.invalid(
          path.child("rollingUpdate"),
          strategy.rollingUpdate,
          "only allowed for updateStrategy 'RollingUpdate'",
        ),
      ];
    case "RollingUpdate":
      return checkNonNegative(strategy.rollingUpdate?.partition, path.child("rollingUpdate", "partition"));
    default:
      return [field.invalid(path, strategy, "must be 'RollingUpdate' or 'OnDelete'")];
  }
}

/** The template as Pods will get it: each claim becomes a volume of its name. */
function withClaims({ template = {}, volumeClaimTemplates = [] }: View<StatefulSetSpec>): View<PodTemplateSpec> {
  const claims = volumeClaimTemplates.map(({ metadata }) => {
    const name = metadata?.name ?? "";
    return { name, persistentVolumeClaim: { claimName: name } };
  });
  const names = new Set(claims.map(({ name }) => name));
  const own = (template.spec?.volumes ?? []).filter(({ name = "" }) => !names.has(name));
  return { ...template, spec: { ...template.spec, volumes: [...claims, ...own] } };
}

const changeable = [
  "replicas",
  "ordinals",
  "template",
  "updateStrategy",
  "revisionHistoryLimit",
  "persistentVolumeClaimRetentionPolicy",
  "minReadySeconds",
] as const;

function checkChange(next: View<StatefulSetSpec>, before: View<StatefulSetSpec>): readonly FieldError[] {
  const fixed = (object: View<StatefulSetSpec>): unknown => {
    const copy: { -readonly [Key in keyof View<StatefulSetSpec>]: View<StatefulSetSpec>[Key] } = { ...object };
    for (const name of changeable) delete copy[name];
    return copy;
  };
  if (isDeepEqual(fixed(next), fixed(before))) return [];
  const quoted = changeable.map((name) => `'${name}'`);
  const names = `${quoted.slice(0, -1).join(", ")} and ${quoted.at(-1)}`;
  return [field.forbidden(spec, `updates to statefulset spec for fields other than ${names} are forbidden`)];
}
