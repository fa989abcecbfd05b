/**
 * ResourceQuota: rejects requests that exceed a quota of their namespace, and adds the usage of the others to `status.used`. The check and the update are one
 * synchronous step, so only one of two concurrent writers gets the last unit.
 * https://kubernetes.io/docs/concepts/policy/resource-quotas/
 */
import type { ResourceQuota } from "@kubewright/api/core/v1";
import type { DeviceClass } from "@kubewright/api/resource.k8s.io/v1";
import type { View } from "../../../kinds/typed.ts";
import { draftOf, viewOf } from "../../../kinds/typed.ts";
import type { AdmissionAttributes, AdmissionPlugin } from "../../../registry/admission-plugin.ts";
import type { ObjectReader, RequestContext } from "../../../contracts/server-context.ts";
import { forbid, forbidUncountable } from "../forbid.ts";
import type { Charge } from "./check-quotas.ts";
import { checkQuotas } from "./check-quotas.ts";
import { evaluatorOf } from "./evaluators.ts";

const quotas = { group: "", resource: "resourcequotas" } as const;
const deviceClasses = { group: "resource.k8s.io", resource: "deviceclasses" } as const;

export const resourceQuotaPlugin: AdmissionPlugin = {
  name: "ResourceQuota",
  validate: (attributes, context) => {
    const { object, operation, namespace, resource } = attributes;
    if (object === undefined || namespace === "" || (operation !== "CREATE" && operation !== "UPDATE")) return;
    if (resource.group === "" && resource.resource === "namespaces") return;
    const evaluator = evaluatorOf(resource);
    if (evaluator?.handles(attributes) !== true || !context.read.hasAny(quotas, namespace)) return;

    const request = { ...attributes, object, evaluator };
    const decision = forbidUncountable(attributes, () =>
      checkQuotas(quotasOf(namespace, context.read), request, usageContext(context)),
    );
    if ("problem" in decision) throw forbid(attributes, decision.problem);
    if (!attributes.dryRun) for (const charge of decision.charges) applyCharge(charge, attributes, context);
  },
};

function quotasOf(namespace: string, read: ObjectReader): readonly View<ResourceQuota>[] {
  return Array.from(read.list(quotas, namespace), (each) => viewOf<ResourceQuota>(each));
}

function usageContext({ clock, read }: RequestContext): Parameters<typeof checkQuotas>[2] {
  return {
    nowMs: clock.wallTime(),
    deviceClasses: () => Array.from(read.list(deviceClasses), (each) => viewOf<DeviceClass>(each)),
  };
}

function applyCharge({ name, used }: Charge, { namespace }: AdmissionAttributes, { write }: RequestContext): void {
  const charge = (draft: Parameters<Parameters<typeof write.update>[2]>[0]): void => {
    const status = (draftOf<ResourceQuota>(draft).status ??= {});
    status.used = { ...used };
  };
  write.update(quotas, { namespace, name }, charge, { ownedThrough: "status" });
}
