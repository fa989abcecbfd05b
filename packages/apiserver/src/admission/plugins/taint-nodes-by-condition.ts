/**
 * TaintNodesByCondition: taints a new node as not ready, so that no Pods are scheduled on it.
 * https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#taintnodesbycondition
 */
import type { Node } from "@kubewright/api/core/v1";
import { draftOf } from "../../kinds/typed.ts";
import type { AdmissionPlugin } from "../../registry/admission-plugin.ts";
import { isAbout } from "./forbid.ts";

const notReady = { key: "node.kubernetes.io/not-ready", effect: "NoSchedule" } as const;

export const taintNodesByCondition: AdmissionPlugin = {
  name: "TaintNodesByCondition",
  mutate: (attributes) => {
    const { object, operation } = attributes;
    if (operation !== "CREATE" || !isAbout(attributes, "", "nodes") || object === undefined) return;
    const spec = (draftOf<Node>(object).spec ??= {});
    const taints = spec.taints ?? [];
    const isTainted = taints.some(({ key, effect }) => key === notReady.key && effect === notReady.effect);
    if (!isTainted) spec.taints = [...taints, { ...notReady }];
  },
};
