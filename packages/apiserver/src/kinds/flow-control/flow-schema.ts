/** FlowSchemas: https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema */
import type { FlowSchema } from "@kubewright/api/flowcontrol.apiserver.k8s.io/v1";
import { keepAllMetadata } from "../keep-fields.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { draftOf, viewOf } from "../typed.ts";
import { checkFlowSchema } from "./flow-schema-checks.ts";
import { checkFlowControlStatus } from "./status-checks.ts";
import { queueDanglingConditions } from "./dangling-condition.ts";

const defaultPrecedence = 1000;

export const flowSchemaKind: BuiltinKind = {
  group: "flowcontrol.apiserver.k8s.io",
  plural: "flowschemas",
  defaults: (draft) => {
    const spec = (draftOf<FlowSchema>(draft).spec ??= {});
    if ((spec.matchingPrecedence ?? 0) === 0) spec.matchingPrecedence = defaultPrecedence;
  },
  validate: (object) => checkFlowSchema(viewOf<FlowSchema>(object)),
  status: {
    prepareForUpdate: keepAllMetadata,
    validateUpdate: (object) => checkFlowControlStatus(viewOf<FlowSchema>(object).status),
  },
  committed: queueDanglingConditions,
};
