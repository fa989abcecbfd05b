/** Nodes: https://kubernetes.io/docs/concepts/architecture/nodes/ */
import type { FieldError } from "@kubewright/apimachinery";
import { field, fieldPath, isDeepEqual, isLabelValue, isQualifiedName } from "@kubewright/apimachinery";
import type { Node, Taint } from "@kubewright/api/core/v1";
import type { ApiObject } from "../../registry/api-object.ts";
import { checkOneOf, invalidFor } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import type { View } from "../typed.ts";
import { draftOf, viewOf } from "../typed.ts";

/** Where the reference reports taints: they once were an annotation. */
const taintsPath = fieldPath("metadata", "taints");

export const nodeKind: BuiltinKind = {
  group: "",
  plural: "nodes",
  // A kubelet that registers its node says at once how it is.
  keepsStatusOnCreate: true,
  fields: {
    labels: ["spec.unschedulable"],
    valuesOf: (object) => ({ "spec.unschedulable": String(viewOf<Node>(object).spec?.unschedulable ?? false) }),
  },
  defaults: allocateAll,
  validate: (object) => checkTaints(viewOf<Node>(object).spec?.taints ?? []),
  validateUpdate: (object, old) => checkNodeChange(viewOf<Node>(object), viewOf<Node>(old)),
};

/** What a node has is what Pods may have, unless it says otherwise. */
function allocateAll(draft: ApiObject): void {
  const { status } = draftOf<Node>(draft);
  if (status?.capacity !== undefined) status.allocatable ??= { ...status.capacity };
}

function checkTaints(taints: readonly View<Taint>[]): readonly FieldError[] {
  const seen = new Set<string>();
  return taints.flatMap((taint, index) => {
    const path = taintsPath.index(index);
    const { key = "", value = "", effect = "" } = taint;
    const errors = [
      ...invalidFor(path.child("key"), key, isQualifiedName(key)),
      ...(isLabelValue(value).length > 0
        ? [field.invalid(path.child("value"), value, isLabelValue(value).join(";"))]
        : []),
      ...checkOneOf(effect, ["NoSchedule", "PreferNoSchedule", "NoExecute"], path.child("effect")),
    ];
    const identity = `${key}:${effect}`;
    if (seen.has(identity)) errors.push(field.duplicate(path, taint));
    seen.add(identity);
    return errors;
  });
}

function checkNodeChange(node: View<Node>, old: View<Node>): readonly FieldError[] {
  const errors = [...checkTaints(node.spec?.taints ?? [])];
  const { podCIDRs, providerID } = old.spec ?? {};
  if ((podCIDRs ?? []).length > 0 && !isDeepEqual(node.spec?.podCIDRs, podCIDRs)) {
    errors.push(
      field.forbidden(fieldPath("spec", "podCIDRs"), 'node updates may not change podCIDR except from "" to valid'),
    );
  }
  if ((providerID ?? "") !== "" && node.spec?.providerID !== providerID) {
    errors.push(
      field.forbidden(
        fieldPath("spec", "providerID"),
        'node updates may not change providerID except from "" to valid',
      ),
    );
  }
  return errors;
}
