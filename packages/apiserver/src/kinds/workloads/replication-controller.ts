/** ReplicationControllers, the predecessor of Deployments. https://kubernetes.io/docs/concepts/workloads/controllers/replicationcontroller/ */
import type { FieldError, Work } from "@kubewright/apimachinery";
import { field, fieldPath, joinedInSteps } from "@kubewright/apimachinery";
import type { ReplicationController } from "@kubewright/api/core/v1";
import { checkNonNegative } from "../field-checks.ts";
import type { ApiObject } from "../../objects/api-object.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { podNameWarnings } from "../generic/hostname-warnings.ts";
import { nameIsLongName } from "../generic/names.ts";
import type { View } from "../typed.ts";
import { viewOf } from "../typed.ts";
import { checkEndlessTemplate, defaultTemplate, shownLabels } from "./pod-template.ts";
import { scaleSubresource } from "./scale.ts";
import { checkCounts, replicationControllerCounts } from "./status-checks.ts";
import { containerCells, labelsText } from "../cells.ts";
import { podTemplateAt } from "../pod/template-rules.ts";

const spec = fieldPath("spec");

export const replicationControllerKind: BuiltinKind = builtinKind<ReplicationController>({
  group: "",
  plural: "replicationcontrollers",
  storagePrefix: "controllers",
  tracksGeneration: true,
  deletion: { defaultPropagationPolicy: "Orphan" },
  podTemplate: { ...podTemplateAt("spec", "template"), warnedOf: (_controller, old) => old },
  validateName: nameIsLongName,
  warningsOnCreate: podNameWarnings,
  fields: {
    labels: ["status.replicas"],
    valuesOf: (object) => ({
      "status.replicas": String(object.status?.replicas ?? 0),
    }),
  },
  defaults: (draft) => {
    const controller = (draft.spec ??= {});
    controller.replicas ??= 1;
    defaultTemplate(controller.template);
    const labels = controller.template?.metadata?.labels;
    if (labels !== undefined) controller.selector ??= { ...labels };
    defaultLabels(draft);
  },
  validate: (object) => checkController(object),
  validateUpdate: (object) => checkController(object),
  // A write of the status has the template, and so the default labels, only once its spec is the stored one again.
  fillIn: defaultLabels,
  status: { validateUpdate: checkCounts(replicationControllerCounts) },
  subresources: [scaleSubresource],
  cells: (object) => {
    const { spec, status } = object;
    return {
      Desired: spec?.replicas ?? 0,
      Current: status?.replicas ?? 0,
      Ready: status?.readyReplicas ?? 0,
      ...containerCells(spec?.template),
      Selector: labelsText(spec?.selector),
    };
  },
});

/** Sets the default labels, which are those of the template. Returns whether it has set them. */
function defaultLabels(object: ApiObject): boolean {
  const labels = viewOf<ReplicationController>(object).spec?.template?.metadata?.labels;
  if (labels === undefined || object.metadata.labels !== undefined) return false;
  object.metadata.labels = { ...labels };
  return true;
}

function checkController({ spec: controller = {} }: View<ReplicationController>): Work<readonly FieldError[]> {
  const { selector = {}, template } = controller;
  const path = spec.child("template");
  const errors = [
    ...checkNonNegative(controller.minReadySeconds, spec.child("minReadySeconds")),
    ...(Object.keys(selector).length === 0 ? [field.required(spec.child("selector"), "")] : []),
    ...checkNonNegative(controller.replicas, spec.child("replicas")),
  ];
  if (template === undefined) return [...errors, field.required(path, "")];
  const labels = template.metadata?.labels;
  if (Object.entries(selector).some(([key, value]) => labels?.[key] !== value)) {
    const text = "`selector` does not match template `labels`";
    errors.push(field.invalid(path.child("metadata", "labels"), shownLabels(labels), text));
  }
  return joinedInSteps([() => errors, () => checkEndlessTemplate(template, "ReplicationController", path)]);
}
