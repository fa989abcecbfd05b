/** Flow schemas and priority levels: kept, with their defaults; nobody is held back. https://kubernetes.io/docs/concepts/cluster-administration/flow-control/ */
import type { FlowSchema, PriorityLevelConfiguration } from "@kubewright/api/flowcontrol.apiserver.k8s.io/v1";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { draftOf } from "../typed.ts";

const group = "flowcontrol.apiserver.k8s.io";

export const flowSchemaKind: BuiltinKind = {
  group,
  plural: "flowschemas",
  defaults: (draft) => {
    const spec = (draftOf<FlowSchema>(draft).spec ??= {});
    if ((spec.matchingPrecedence ?? 0) === 0) spec.matchingPrecedence = 1000;
  },
};

export const priorityLevelConfigurationKind: BuiltinKind = {
  group,
  plural: "prioritylevelconfigurations",
  defaults: (draft) => {
    const { limited, exempt } = draftOf<PriorityLevelConfiguration>(draft).spec ?? {};
    if (exempt !== undefined) {
      exempt.nominalConcurrencyShares ??= 0;
      exempt.lendablePercent ??= 0;
    }
    if (limited === undefined) return;
    limited.nominalConcurrencyShares ??= 30;
    limited.lendablePercent ??= 0;
    const queuing = limited.limitResponse?.queuing;
    if (queuing === undefined) return;
    if ((queuing.handSize ?? 0) === 0) queuing.handSize = 8;
    if ((queuing.queues ?? 0) === 0) queuing.queues = 64;
    if ((queuing.queueLengthLimit ?? 0) === 0) queuing.queueLengthLimit = 50;
  },
};
