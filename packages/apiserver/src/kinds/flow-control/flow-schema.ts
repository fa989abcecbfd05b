/** FlowSchemas: https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema */
import type { FlowSchema } from "@kubewright/api/flowcontrol.apiserver.k8s.io/v1";
import { keepAllMetadata } from "../keep-fields.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { checkFlowSchema } from "./flow-schema-checks.ts";
import { checkFlowControlStatus } from "./status-checks.ts";
import { queueDanglingConditions } from "./dangling-condition.ts";

const defaultPrecedence = 1000;

export const flowSchemaKind: BuiltinKind = builtinKind<FlowSchema>({
  group: "flowcontrol.apiserver.k8s.io",
  plural: "flowschemas",
  tracksGeneration: true,
  defaults: (draft) => {
    const spec = (draft.spec ??= {});
    if ((spec.matchingPrecedence ?? 0) === 0) spec.matchingPrecedence = defaultPrecedence;
  },
  validate: (object) => checkFlowSchema(object),
  status: {
    resetFields: [["metadata"], ["spec"]],
    prepareForUpdate: keepAllMetadata,
    validateUpdate: (object) => checkFlowControlStatus(object.status),
  },
  committed: queueDanglingConditions,
  // Requests are matched against FlowSchemas by precedence, then by name.
  compareRows: (a, b) =>
    (a.spec?.matchingPrecedence ?? 0) - (b.spec?.matchingPrecedence ?? 0) ||
    ((a.metadata.name ?? "") < (b.metadata.name ?? "") ? -1 : 1),
  cells: (object) => {
    const { spec = {}, status = {} } = object;
    return {
      PriorityLevel: spec.priorityLevelConfiguration?.name ?? "",
      MatchingPrecedence: spec.matchingPrecedence ?? 0,
      DistinguisherMethod: spec.distinguisherMethod?.type ?? "<none>",
      MissingPL: status.conditions?.find(({ type }) => type === "Dangling")?.status ?? "?",
    };
  },
});
