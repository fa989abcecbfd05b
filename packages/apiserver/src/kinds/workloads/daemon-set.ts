/** DaemonSets: https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/ */
import type { FieldError, Work } from "@kubewright/apimachinery";
import { badRequest, field, fieldPath, isDeepEqual, joinedInSteps, quoteGoString } from "@kubewright/apimachinery";
import type { DaemonSet } from "@kubewright/api/apps/v1";
import type { ApiObject, ReadonlyObject } from "../../objects/api-object.ts";
import { checkLabelSelector, checkNonNegative } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { shownSelector } from "../label-selectors.ts";
import type { View } from "../typed.ts";
import { draftOf, viewOf } from "../typed.ts";
import { checkEndlessTemplate, checkSelection, checkSelectorChange, defaultTemplate } from "./pod-template.ts";
import { checkDaemonSetRollout, strategyInGo } from "./rolling-update.ts";
import { checkCounts, daemonSetCounts } from "./status-checks.ts";
import { containerCells, labelsText, selectorText } from "../cells.ts";
import { podTemplateAt } from "../pod/template-rules.ts";

const spec = fieldPath("spec");

/** Counts the changes of the template, for clients of an API version that had a field for it. */
const templateGeneration = "deprecated.daemonset.template.generation";

export const daemonSetKind: BuiltinKind = builtinKind<DaemonSet>({
  group: "apps",
  plural: "daemonsets",
  tracksGeneration: true,
  versionAnnotations: [templateGeneration],
  podTemplate: podTemplateAt("spec", "template"),
  defaults: (draft, version) => {
    assertCount(draft, version);
    defaultDaemonSet(draft);
  },
  prepareForCreate: (draft) => {
    const count = Math.max(1, Number(draft.metadata.annotations?.[templateGeneration] ?? "1"));
    draft.metadata.annotations = { ...draft.metadata.annotations, [templateGeneration]: String(count) };
  },
  prepareForUpdate: countTemplateChange,
  validate: (object) => checkDaemonSet(object),
  validateUpdate: (object, old) =>
    joinedInSteps([
      () => checkSelectorChange(object.spec?.selector, old.spec?.selector, spec.child("selector")),
      () => checkDaemonSet(object),
    ]),
  status: {
    prepareForUpdate: (draft, old) => {
      const count = old.metadata.annotations?.[templateGeneration] ?? "0";
      draft.metadata.annotations = { ...draft.metadata.annotations, [templateGeneration]: count };
    },
    validateUpdate: checkCounts(daemonSetCounts),
  },
  cells: (object) => {
    const { spec, status } = object;
    return {
      Desired: status?.desiredNumberScheduled ?? 0,
      Current: status?.currentNumberScheduled ?? 0,
      Ready: status?.numberReady ?? 0,
      "Up-to-date": status?.updatedNumberScheduled ?? 0,
      Available: status?.numberAvailable ?? 0,
      "Node Selector": labelsText(spec?.template?.spec?.nodeSelector),
      ...containerCells(spec?.template),
      Selector: selectorText(spec?.selector),
    };
  },
});

/** The reference parses the annotation as a number and rejects other values. */
function assertCount({ metadata }: ApiObject, version: string): void {
  const count = metadata.annotations?.[templateGeneration];
  if (count === undefined || /^[+-]?\d+$/.test(count)) return;
  const lead = `DaemonSet in version ${quoteGoString(version)} cannot be handled as a DaemonSet`;
  throw badRequest(`${lead}: strconv.ParseInt: parsing ${quoteGoString(count)}: invalid syntax`);
}

function defaultDaemonSet(draft: ApiObject): void {
  draft.metadata.annotations = { [templateGeneration]: "0", ...draft.metadata.annotations };
  const { spec: daemonSet = {} } = draftOf<DaemonSet>(draft);
  const strategy = (daemonSet.updateStrategy ??= {});
  strategy.type ??= "RollingUpdate";
  if (strategy.type === "RollingUpdate") {
    const rollingUpdate = (strategy.rollingUpdate ??= {});
    rollingUpdate.maxUnavailable ??= 1;
    rollingUpdate.maxSurge ??= 0;
  }
  daemonSet.revisionHistoryLimit ??= 10;
  defaultTemplate(daemonSet.template);
}

function countTemplateChange(draft: ApiObject, old: ReadonlyObject): void {
  const before = Number(old.metadata.annotations?.[templateGeneration] ?? "0");
  const isSame = isDeepEqual(viewOf<DaemonSet>(old).spec?.template, draftOf<DaemonSet>(draft).spec?.template);
  const count = String(isSame ? before : before + 1);
  draft.metadata.annotations = { ...draft.metadata.annotations, [templateGeneration]: count };
}

function checkDaemonSet({ spec: daemonSet = {} }: View<DaemonSet>): Work<readonly FieldError[]> {
  const { selector, template, updateStrategy = {} } = daemonSet;
  const isEmpty =
    selector !== undefined &&
    // An absent selector is null here, because it prints as null.
    selector !== null &&
    Object.keys(selector.matchLabels ?? {}).length + (selector.matchExpressions ?? []).length === 0;
  return joinedInSteps([
    () => checkLabelSelector(selector ?? undefined, spec.child("selector")),
    () => checkSelection(selector, template, spec.child("template")),
    () =>
      isEmpty
        ? [field.invalid(spec.child("selector"), shownSelector(selector), "empty selector is invalid for daemonset")]
        : [],
    () => checkEndlessTemplate(template, "DaemonSet", spec.child("template")),
    () => checkNonNegative(daemonSet.minReadySeconds, spec.child("minReadySeconds")),
    () => checkUpdateStrategy(updateStrategy),
    () => checkNonNegative(daemonSet.revisionHistoryLimit, spec.child("revisionHistoryLimit")),
  ]);
}

function checkUpdateStrategy(
  strategy: NonNullable<NonNullable<View<DaemonSet>["spec"]>["updateStrategy"]>,
): readonly FieldError[] {
  const path = spec.child("updateStrategy");
  switch (strategy.type) {
    case "OnDelete":
      return [];
    case "RollingUpdate":
      return checkDaemonSetRollout(strategy.rollingUpdate ?? {}, path.child("rollingUpdate"));
    default:
      return [field.notSupported(path, strategyInGo(strategy), ["RollingUpdate", "OnDelete"])];
  }
}
