/** PriorityLevelConfigurations: https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#prioritylevelconfiguration */
import type {
  ExemptPriorityLevelConfiguration,
  LimitedPriorityLevelConfiguration,
  LimitResponse,
  PriorityLevelConfiguration,
  PriorityLevelConfigurationSpec,
  QueuingConfiguration,
} from "@kubewright/api/flowcontrol.apiserver.k8s.io/v1";
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, fieldPath } from "@kubewright/apimachinery";
import { keepAllMetadata } from "../keep-fields.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { queueDanglingConditions } from "./dangling-condition.ts";
import { checkFlowControlStatus } from "./status-checks.ts";
import type { View } from "../typed.ts";
import { mandatoryPriorityLevelSpecs } from "./mandatory.ts";
import { isSameSpec, priorityLevelSpecInGo } from "./specs-in-go.ts";

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

const specPath = fieldPath("spec");
/** An annotation of v1beta3 that no later version may have. */
const zeroSharesAnnotation = "flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares";

function checkPriorityLevel({ metadata, spec = {}, status }: View<PriorityLevelConfiguration>): readonly FieldError[] {
  const { name = "", annotations = {} } = metadata ?? {};
  const hasOldAnnotation = Object.hasOwn(annotations, zeroSharesAnnotation);
  const text = `annotation '${zeroSharesAnnotation}' is forbidden`;
  return [
    ...(hasOldAnnotation ? [field.forbidden(fieldPath("metadata", "annotations"), text)] : []),
    ...checkSpec(name, spec),
    ...checkFixedSpec(name, spec),
    ...checkFlowControlStatus(status),
  ];
}

function checkSpec(name: string, spec: View<PriorityLevelConfigurationSpec>): readonly FieldError[] {
  const { type = "" } = spec;
  const typePath = specPath.child("type");
  const isMismatch = (name === "exempt") !== (type === "Exempt");
  const mismatch = field.invalid(typePath, type, "must be 'Exempt' if and only if `name` is 'exempt'");
  return [...(isMismatch ? [mismatch] : []), ...checkMembers(type, spec, typePath)];
}

function checkMembers(
  type: string,
  { exempt, limited }: View<PriorityLevelConfigurationSpec>,
  typePath: FieldPath,
): readonly FieldError[] {
  const limitedPath = specPath.child("limited");
  const exemptPath = specPath.child("exempt");
  switch (type) {
    case "Exempt":
      return [
        ...(limited === undefined ? [] : [field.forbidden(limitedPath, "must be nil if the type is not Limited")]),
        ...(exempt === undefined ? [] : checkExempt(exempt, exemptPath)),
      ];
    case "Limited":
      return [
        ...(exempt === undefined ? [] : [field.forbidden(exemptPath, "must be nil if the type is Limited")]),
        ...(limited === undefined
          ? [field.required(limitedPath, "must not be empty when type is Limited")]
          : checkLimited(limited, limitedPath)),
      ];
    case "":
      return [field.required(typePath, "")];
    default:
      return [field.notSupported(typePath, type, ["Exempt", "Limited"])];
  }
}

function checkExempt(
  { nominalConcurrencyShares, lendablePercent }: View<ExemptPriorityLevelConfiguration>,
  path: FieldPath,
): readonly FieldError[] {
  return [
    ...checkShares(nominalConcurrencyShares, path.child("nominalConcurrencyShares")),
    ...checkPercentage(lendablePercent, path.child("lendablePercent")),
  ];
}

function checkLimited(level: View<LimitedPriorityLevelConfiguration>, path: FieldPath): readonly FieldError[] {
  const { nominalConcurrencyShares, limitResponse = {}, lendablePercent, borrowingLimitPercent: borrowing } = level;
  const borrowingPath = path.child("borrowingLimitPercent");
  const text = "if specified, must be a non-negative integer";
  return [
    ...checkShares(nominalConcurrencyShares, path.child("nominalConcurrencyShares")),
    ...checkLimitResponse(limitResponse, path.child("limitResponse")),
    ...checkPercentage(lendablePercent, path.child("lendablePercent")),
    ...(borrowing !== undefined && borrowing < 0 ? [field.invalid(borrowingPath, borrowing, text)] : []),
  ];
}

function checkShares(shares: number | null | undefined, path: FieldPath): readonly FieldError[] {
  return (shares ?? 0) >= 0 ? [] : [field.invalid(path, shares, "must be a non-negative integer")];
}

function checkPercentage(percent: number | undefined, path: FieldPath): readonly FieldError[] {
  if (percent === undefined || (percent >= 0 && percent <= 100)) return [];
  return [field.invalid(path, percent, "must be between 0 and 100, inclusive")];
}

function checkLimitResponse({ type = "", queuing }: View<LimitResponse>, path: FieldPath): readonly FieldError[] {
  const queuingPath = path.child("queuing");
  switch (type) {
    case "Reject": {
      const text = "must be nil if limited.limitResponse.type is not Limited";
      return queuing === undefined ? [] : [field.forbidden(queuingPath, text)];
    }
    case "Queue": {
      const text = "must not be empty if limited.limitResponse.type is Limited";
      return queuing === undefined ? [field.required(queuingPath, text)] : checkQueuing(queuing, queuingPath);
    }
    case "":
      return [field.required(path.child("type"), "")];
    default:
      return [field.notSupported(path.child("type"), type, ["Queue", "Reject"])];
  }
}

const queuesMax = 10_000_000;

function checkQueuing(
  { queueLengthLimit = 0, queues = 0, handSize = 0 }: View<QueuingConfiguration>,
  path: FieldPath,
): readonly FieldError[] {
  const queuesPath = path.child("queues");
  const positive = "must be positive";
  const errors: FieldError[] = [];
  if (queueLengthLimit <= 0) {
    errors.push(field.invalid(path.child("queueLengthLimit"), queueLengthLimit, positive));
  }
  if (queues <= 0) errors.push(field.invalid(queuesPath, queues, positive));
  else if (queues > queuesMax) errors.push(field.invalid(queuesPath, queues, `must not be greater than ${queuesMax}`));
  const problem = handProblem(handSize, queues);
  if (problem !== undefined) errors.push(field.invalid(path.child("handSize"), handSize, problem));
  return errors;
}

/** The maximum number of bits of one hash value that select the hand of queues. */
const hashBitsMax = 60;

function handProblem(handSize: number, queues: number): string | undefined {
  if (handSize <= 0) return "must be positive";
  if (handSize > queues) return `should not be greater than queues (${queues})`;
  if (Math.ceil(Math.log2(queues) * handSize) <= hashBitsMax) return undefined;
  return `required entropy bits of deckSize ${queues} and handSize ${handSize} should not be greater than ${hashBitsMax}`;
}

/** The specs of the mandatory levels are immutable, except for the shares of `exempt`. */
function checkFixedSpec(name: string, spec: View<PriorityLevelConfigurationSpec>): readonly FieldError[] {
  const fixed = mandatoryPriorityLevelSpecs.get(name);
  if (fixed === undefined) return [];
  const isExempt = name === "exempt";
  const value = priorityLevelSpecInGo(spec);
  const compared = isExempt ? { ...value, Exempt: null } : value;
  const expected = isExempt ? { ...priorityLevelSpecInGo(fixed), Exempt: null } : priorityLevelSpecInGo(fixed);
  if (isSameSpec(compared, expected)) return [];
  const except = isExempt ? " except the 'spec.exempt' field" : "";
  return [field.invalid(specPath, value, `spec of '${name}'${except} must equal the fixed value`)];
}
