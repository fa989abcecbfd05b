/** Nodes: https://kubernetes.io/docs/concepts/architecture/nodes/ */
import { fieldPath } from "@kubewright/apimachinery";
import type { Node } from "@kubewright/api/core/v1";
import type { ApiObject, ReadonlyObject } from "../../objects/api-object.ts";
import type { Subresource } from "../../registry/subresource.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { prefixWarnings } from "../ip/ip-checks.ts";
import { draftOf, viewOf } from "../typed.ts";
import { checkNode, checkNodeChange } from "./node-checks.ts";

/** Nodes, whose kubelets the subresource `proxy` reaches. */
export function nodeKind(proxy: Subresource): BuiltinKind {
  return { ...node, subresources: [proxy] };
}

const node: BuiltinKind = {
  group: "",
  plural: "nodes",
  // A kubelet that registers its node says at once how it is.
  keepsStatusOnCreate: true,
  fields: {
    labels: ["spec.unschedulable"],
    valuesOf: (object) => ({ "spec.unschedulable": String(viewOf<Node>(object).spec?.unschedulable ?? false) }),
  },
  defaults: (draft) => {
    allocateAll(draft);
    matchPodCidrs(draft);
  },
  prepareForCreate: (draft) => {
    const node = draftOf<Node>(draft);
    delete node.spec?.configSource;
    delete node.status?.config;
  },
  prepareForUpdate: (draft, old) => {
    if (viewOf<Node>(old).spec?.configSource === undefined) delete draftOf<Node>(draft).spec?.configSource;
  },
  validate: (object) => checkNode(viewOf<Node>(object)),
  validateUpdate: (object, old) => [
    ...checkNode(viewOf<Node>(object)),
    ...checkNodeChange(viewOf<Node>(object), viewOf<Node>(old)),
  ],
  warningsOnCreate: warnings,
  warningsOnUpdate: warnings,
  status: {
    prepareForUpdate: (draft, old) => {
      if (viewOf<Node>(old).status?.config === undefined) delete draftOf<Node>(draft).status?.config;
    },
    validateUpdate: (object, old) => checkNodeChange(viewOf<Node>(object), viewOf<Node>(old)),
  },
};

/** What a node has is what Pods may have, unless it says otherwise. */
function allocateAll(draft: ApiObject): void {
  const { status } = draftOf<Node>(draft);
  if (status?.capacity !== undefined) status.allocatable ??= { ...status.capacity };
}

/** `podCIDR` is the first of `podCIDRs`, and goes before it. */
function matchPodCidrs(draft: ApiObject): void {
  const { spec } = draftOf<Node>(draft);
  if (spec === undefined) return;
  const { podCIDR = "", podCIDRs: [first] = [] } = spec;
  if (podCIDR !== "" && first !== podCIDR) spec.podCIDRs = [podCIDR];
  else if (podCIDR === "" && first !== undefined) spec.podCIDR = first;
}

function warnings(object: ReadonlyObject): readonly string[] {
  const { configSource, externalID = "", podCIDRs = [] } = viewOf<Node>(object).spec ?? {};
  return [
    ...(configSource === undefined ? [] : ["spec.configSource: the feature is removed"]),
    ...(externalID === "" ? [] : ["spec.externalID: this field is deprecated, and is unused by Kubernetes"]),
    ...podCIDRs.flatMap((cidr, index) => prefixWarnings(cidr, fieldPath("spec", "podCIDRs").index(index))),
  ];
}
