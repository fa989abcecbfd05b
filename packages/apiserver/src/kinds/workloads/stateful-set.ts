/** StatefulSets: https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/ */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import { field, fieldPath, flatMapInSteps, isDeepEqual, joinedInSteps, nameIsDnsLabel } from "@kubewright/apimachinery";
import type { StatefulSet, StatefulSetSpec } from "@kubewright/api/apps/v1";
import type { PodTemplateSpec } from "@kubewright/api/core/v1";
import type { ApiObject, ReadonlyObject } from "../../objects/api-object.ts";
import { checkDnsLabel, checkNonNegative } from "../field-checks.ts";
import { checkClaimSpec, claimSpecWarnings } from "../storage/claim-spec.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import type { View } from "../typed.ts";
import { draftOf, viewOf } from "../typed.ts";
import { checkEndless, checkSelecting, checkTemplate, checkTemplateMetadata, defaultTemplate } from "./pod-template.ts";
import { scaleSubresource } from "./scale.ts";
import { checkCounts, statefulSetCounts } from "./status-checks.ts";
import { containerCells } from "../cells.ts";
import { podTemplateAt } from "../pod/template-rules.ts";

const spec = fieldPath("spec");

export const statefulSetKind: BuiltinKind = builtinKind<StatefulSet>({
  group: "apps",
  plural: "statefulsets",
  tracksGeneration: true,
  podTemplate: { ...podTemplateAt("spec", "template"), warnsFirst: true },
  validateName: nameIsDnsLabel,
  defaults: defaultStatefulSet,
  prepareForCreate: dropGatedFields,
  prepareForUpdate: dropGatedFields,
  warningsOnCreate: (object) => specWarnings(object, (claim) => claim),
  // The name of a Go field.
  warningsOnUpdate: (object) => specWarnings(object, (claim) => claim.child("Spec")),
  validate: (object) => checkStatefulSet(object, { isNew: true }),
  validateUpdate: (object, old) =>
    joinedInSteps([
      () => checkStatefulSet(object, { isNew: false }),
      () => checkChange(object.spec ?? {}, old.spec ?? {}),
    ]),
  status: {
    validateUpdate: checkCounts(statefulSetCounts),
  },
  subresources: [scaleSubresource],
  cells: (object) => {
    const { spec, status } = object;
    const ready = `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`;
    return { Ready: ready, ...containerCells(spec?.template) };
  },
});

/** Drops `maxUnavailable`, which requires a feature gate that is off. */
function dropGatedFields(draft: ApiObject): void {
  delete draftOf<StatefulSet>(draft).spec?.updateStrategy?.rollingUpdate?.maxUnavailable;
}

function specWarnings(object: ReadonlyObject, pathOf: (claim: FieldPath) => FieldPath): readonly string[] {
  const { volumeClaimTemplates = [], revisionHistoryLimit = 0 } = viewOf<StatefulSet>(object).spec ?? {};
  const claims = spec.child("volumeClaimTemplates");
  return [
    ...volumeClaimTemplates.flatMap((claim, index) => claimSpecWarnings(claim.spec, pathOf(claims.index(index)))),
    ...(revisionHistoryLimit < 0 ? [endlessHistory] : []),
  ];
}

const endlessHistory =
  "spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended";

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
    // Claim templates are printed like whole objects.
    claim.apiVersion ??= "v1";
    claim.kind ??= "PersistentVolumeClaim";
    (claim.spec ??= {}).volumeMode ??= "Filesystem";
    (claim.status ??= {}).phase ??= "Pending";
  }
  defaultTemplate(statefulSet.template);
}

/** Immutable fields are only checked on create. */
interface CheckOptions {
  readonly isNew: boolean;
}

function checkStatefulSet(
  { spec: statefulSet = {} }: View<StatefulSet>,
  { isNew }: CheckOptions,
): Work<readonly FieldError[]> {
  const { serviceName = "", persistentVolumeClaimRetentionPolicy: retention = {} } = statefulSet;
  const retentionPath = spec.child("persistentVolumeClaimRetentionPolicy");
  const claims = isNew ? (statefulSet.volumeClaimTemplates ?? []) : [];
  return joinedInSteps([
    () => checkPodManagement(statefulSet.podManagementPolicy ?? ""),
    () => checkUpdateStrategy(statefulSet.updateStrategy ?? {}),
    () => checkRetention(retention.whenDeleted, retentionPath.child("whenDeleted")),
    () => checkRetention(retention.whenScaled, retentionPath.child("whenScaled")),
    () =>
      flatMapInSteps(claims, (claim, index) =>
        checkClaimSpec(claim.spec ?? {}, spec.child("volumeClaimTemplates").index(index).child("spec")),
      ),
    () => checkNonNegative(statefulSet.replicas, spec.child("replicas")),
    () => checkNonNegative(statefulSet.minReadySeconds, spec.child("minReadySeconds")),
    () => checkNonNegative(statefulSet.ordinals?.start, spec.child("ordinals.start")),
    () => (isNew && serviceName !== "" ? checkDnsLabel(serviceName, spec.child("serviceName")) : []),
    () =>
      checkSelecting(statefulSet, { kind: "statefulset", malformed: "" }, spec, () =>
        checkMade(withClaims(statefulSet), spec.child("template")),
      ),
    () => checkEndless(statefulSet.template, "StatefulSet", spec.child("template")),
  ]);
}

function checkMade(template: View<PodTemplateSpec>, path: FieldPath): Work<readonly FieldError[]> {
  return joinedInSteps([() => checkTemplate(template, path), () => checkTemplateMetadata(template, path)]);
}

function checkPodManagement(policy: string): readonly FieldError[] {
  if (policy === "OrderedReady" || policy === "Parallel") return [];
  return [field.invalid(spec.child("podManagementPolicy"), policy, "must be 'OrderedReady' or 'Parallel'")];
}

function checkRetention(policy: string | undefined, path: FieldPath): readonly FieldError[] {
  return policy === "Retain" || policy === "Delete"
    ? []
    : [field.notSupported(path, policy ?? "", ["Retain", "Delete"])];
}

function checkUpdateStrategy(strategy: NonNullable<View<StatefulSetSpec>["updateStrategy"]>): readonly FieldError[] {
  const path = spec.child("updateStrategy");
  const { type = "", rollingUpdate } = strategy;
  const shown = { Partition: rollingUpdate?.partition ?? 0, MaxUnavailable: null };
  const rolling = path.child("rollingUpdate");
  switch (type) {
    case "OnDelete":
      if (rollingUpdate === undefined) return [];
      return [field.invalid(rolling, shown, "only allowed for updateStrategy 'RollingUpdate'")];
    case "RollingUpdate":
      return checkNonNegative(rollingUpdate?.partition, rolling.child("partition"));
    default: {
      const whole = { Type: type, RollingUpdate: rollingUpdate === undefined ? null : shown };
      return [field.invalid(path, whole, "must be 'RollingUpdate' or 'OnDelete'")];
    }
  }
}

/** The template with a volume for each claim template, as in the Pods. */
function withClaims({ template = {}, volumeClaimTemplates = [] }: View<StatefulSetSpec>): View<PodTemplateSpec> {
  const names = new Set(volumeClaimTemplates.map(({ metadata }) => metadata?.name ?? ""));
  const claims = Array.from(names, (name) => ({ name, persistentVolumeClaim: { claimName: name } }));
  const own = (template.spec?.volumes ?? []).filter(({ name = "" }) => !names.has(name));
  // The controller gives each Pod a hostname, and the subdomain of the service.
  const { hostname: _hostname, subdomain: _subdomain, ...rest } = template.spec ?? {};
  return { ...template, spec: { ...rest, volumes: [...claims, ...own] } };
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
