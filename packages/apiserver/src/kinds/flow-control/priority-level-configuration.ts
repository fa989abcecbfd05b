/** PriorityLevelConfigurations: https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#prioritylevelconfiguration */
import type { PriorityLevelConfiguration } from "@kubewright/api/flowcontrol.apiserver.k8s.io/v1";
import { keepAllMetadata } from "../keep-fields.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { queueDanglingConditions } from "./dangling-condition.ts";
import { checkPriorityLevel } from "./priority-level-checks.ts";
import { checkFlowControlStatus } from "./status-checks.ts";

export const priorityLevelConfigurationKind: BuiltinKind = builtinKind<PriorityLevelConfiguration>({
  group: "flowcontrol.apiserver.k8s.io",
  plural: "prioritylevelconfigurations",
  tracksGeneration: true,
  defaults: (draft) => {
    const { limited, exempt } = draft.spec ?? {};
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
  validate: (object) => checkPriorityLevel(object),
  status: {
    resetFields: [["metadata"], ["spec"]],
    prepareForUpdate: keepAllMetadata,
    validateUpdate: (object) => checkFlowControlStatus(object.status),
  },
  committed: queueDanglingConditions,
  cells: (object) => {
    const { type = "", limited } = object.spec ?? {};
    const queuing = limited?.limitResponse?.queuing;
    return {
      Type: type,
      NominalConcurrencyShares: limited === undefined ? "<none>" : (limited.nominalConcurrencyShares ?? 0),
      Queues: queuing?.queues ?? "<none>",
      HandSize: queuing?.handSize ?? "<none>",
      QueueLengthLimit: queuing?.queueLengthLimit ?? "<none>",
    };
  },
});
