/** FlowSchemas: https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema */
import type { FlowSchema, FlowSchemaSpec } from "@kubewright/api/flowcontrol.apiserver.k8s.io/v1";
import type { FieldError, Work } from "@kubewright/apimachinery";
import { field, fieldPath, flatMapInSteps, joinedInSteps } from "@kubewright/apimachinery";
import { keepAllMetadata } from "../keep-fields.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { checkFlowControlStatus } from "./status-checks.ts";
import { queueDanglingConditions } from "./dangling-condition.ts";
import { checkDnsSubdomain } from "../field-checks.ts";
import type { View } from "../typed.ts";
import { checkPolicyRules } from "./rule-checks.ts";
import { flowSchemaSpecInGo, isSameSpec } from "./specs-in-go.ts";
import { mandatoryFlowSchemaSpecs } from "./mandatory.ts";

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

const specPath = fieldPath("spec");
const precedenceMax = 10_000;
const distinguisherMethods: readonly string[] = ["ByNamespace", "ByUser"];

export function checkFlowSchema({ metadata, spec = {}, status }: View<FlowSchema>): Work<readonly FieldError[]> {
  const { name = "" } = metadata ?? {};
  return joinedInSteps([
    () => checkSpec(name, spec),
    () => checkFixedSpec(name, spec),
    () => checkFlowControlStatus(status),
  ]);
}

function checkSpec(name: string, spec: View<FlowSchemaSpec>): Work<readonly FieldError[]> {
  const { distinguisherMethod, rules = [] } = spec;
  const method = distinguisherMethod?.type ?? "";
  const hasUnknownMethod = distinguisherMethod !== undefined && !distinguisherMethods.includes(method);
  const methodPath = specPath.child("distinguisherMethod", "type");
  return joinedInSteps([
    () => [
      ...checkPrecedence(name, spec.matchingPrecedence ?? 0),
      ...(hasUnknownMethod ? [field.notSupported(methodPath, { Type: method }, distinguisherMethods)] : []),
      ...checkLevelName(spec.priorityLevelConfiguration?.name ?? ""),
    ],
    () => flatMapInSteps(rules, (rule, index) => checkPolicyRules(rule, specPath.child("rules").index(index))),
  ]);
}

function checkPrecedence(name: string, precedence: number): readonly FieldError[] {
  const path = specPath.child("matchingPrecedence");
  const errors: FieldError[] = [];
  if (precedence <= 0) errors.push(field.invalid(path, precedence, "must be a positive value"));
  if (precedence > precedenceMax) {
    errors.push(field.invalid(path, precedence, `must not be greater than ${precedenceMax}`));
  }
  if (precedence === 1 && name !== "exempt") {
    errors.push(field.invalid(path, precedence, "only the schema named 'exempt' may have matchingPrecedence 1"));
  }
  return errors;
}

function checkLevelName(name: string): readonly FieldError[] {
  const path = specPath.child("priorityLevelConfiguration", "name");
  return name === "" ? [field.required(path, "must reference a priority level")] : checkDnsSubdomain(name, path);
}

/** The specs of the mandatory schemas are immutable. */
function checkFixedSpec(name: string, spec: View<FlowSchemaSpec>): readonly FieldError[] {
  const fixed = mandatoryFlowSchemaSpecs.get(name);
  if (fixed === undefined) return [];
  const value = flowSchemaSpecInGo(spec);
  if (isSameSpec(value, flowSchemaSpecInGo(fixed))) return [];
  return [field.invalid(specPath, value, `spec of '${name}' must equal the fixed value`)];
}
