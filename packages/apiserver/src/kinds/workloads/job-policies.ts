/** Errors of the failure and success policies of a Job: https://kubernetes.io/docs/concepts/workloads/controllers/job/#pod-failure-policy */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { append, field, omittedValue, quoteGoString, repeatedIndexes } from "@kubewright/apimachinery";
import type { JobSpec } from "@kubewright/api/batch/v1";
import { checkNonNegative, checkQualifiedName } from "../field-checks.ts";
import type { View } from "../typed.ts";
import { countIndexes } from "./index-intervals.ts";

type Job = View<JobSpec>;
type FailureRule = NonNullable<NonNullable<Job["podFailurePolicy"]>["rules"]>[number];
type SuccessRule = NonNullable<NonNullable<Job["successPolicy"]>["rules"]>[number];

const rulesMax = 20;
const patternsMax = 20;
const exitCodesMax = 255;
const indexesBytesMax = 64 * 1024;

const actions = ["Count", "FailIndex", "FailJob", "Ignore"];
const operators = ["In", "NotIn"];
const statuses = ["False", "True", "Unknown"];

/** Errors of the Pod failure policy. */
export function checkFailurePolicy(job: Job, path: FieldPath): readonly FieldError[] {
  const rules = job.podFailurePolicy?.rules ?? [];
  const at = path.child("rules");
  return [
    ...(rules.length > rulesMax ? [field.tooMany(at, rules.length, rulesMax)] : []),
    ...rules.flatMap((rule, index) => checkFailureRule(job, rule, at.index(index))),
  ];
}

function checkFailureRule(job: Job, rule: FailureRule, path: FieldPath): readonly FieldError[] {
  const { action = "", onExitCodes, onPodConditions = [] } = rule;
  const errors = [...checkChoice(action, actions, path.child("action"))];
  if (action === "FailIndex" && job.backoffLimitPerIndex === undefined) {
    errors.push(field.invalid(path.child("action"), action, "requires the backoffLimitPerIndex to be set"));
  }
  if (onExitCodes !== undefined) append(errors, checkExitCodes(job, onExitCodes, path.child("onExitCodes")));
  append(errors, checkPatterns(onPodConditions, path.child("onPodConditions")));
  if (onExitCodes !== undefined && onPodConditions.length > 0) {
    const text = "specifying both OnExitCodes and OnPodConditions is not supported";
    errors.push(field.invalid(path, omittedValue, text));
  }
  if (onExitCodes === undefined && onPodConditions.length === 0) {
    const text = "specifying one of OnExitCodes and OnPodConditions is required";
    errors.push(field.invalid(path, omittedValue, text));
  }
  return errors;
}

function checkPatterns(patterns: NonNullable<FailureRule["onPodConditions"]>, path: FieldPath): readonly FieldError[] {
  return [
    ...(patterns.length > patternsMax ? [field.tooMany(path, patterns.length, patternsMax)] : []),
    ...patterns.flatMap(({ type = "", status = "" }, index) => [
      ...checkQualifiedName(type, path.index(index).child("type")),
      ...checkChoice(status, statuses, path.index(index).child("status")),
    ]),
  ];
}

function checkExitCodes(
  job: Job,
  { operator: given, containerName, values: sent }: NonNullable<FailureRule["onExitCodes"]>,
  path: FieldPath,
): readonly FieldError[] {
  const values = sent ?? []; // An absent list prints as null.
  const operator: string = given ?? "";
  const errors = [...checkChoice(operator, operators, path.child("operator"))];
  const { containers, initContainers } = job.template?.spec ?? {};
  // The first list is null when it is missing.
  const isKnown = [...(containers ?? []), ...(initContainers ?? [])].some(({ name = "" }) => name === containerName);
  if (containerName !== undefined && !isKnown) {
    const text = "must be one of the container or initContainer names in the pod template";
    errors.push(field.invalid(path.child("containerName"), containerName, text));
  }
  const at = path.child("values");
  if (values.length === 0) errors.push(field.invalid(at, sent ?? null, "at least one value is required"));
  if (values.length > exitCodesMax) errors.push(field.tooMany(at, values.length, exitCodesMax));
  const repeated = repeatedIndexes(values);
  for (const [index, value] of values.entries()) {
    if (operator === "In" && value === 0) {
      errors.push(field.invalid(at.index(index), value, "must not be 0 for the In operator"));
    }
    if (repeated.has(index)) errors.push(field.duplicate(at.index(index), value));
  }
  const isOrdered = values.every((value, index) => index === 0 || (values[index - 1] ?? 0) <= value);
  return isOrdered ? errors : [...errors, field.invalid(at, values, "must be ordered")];
}

/** Checks a required value from a list. kube-apiserver prints the supported values in brackets. */
function checkChoice(value: string, supported: readonly string[], path: FieldPath): readonly FieldError[] {
  if (supported.includes(value)) return [];
  const listed = supported.map((each) => quoteGoString(each)).join(" ");
  return [
    value === "" ? field.required(path, `valid values: [${listed}]`) : field.notSupported(path, value, supported),
  ];
}

/** Errors of the success policy of an indexed Job. */
export function checkSuccessPolicy(job: Job, path: FieldPath): readonly FieldError[] {
  const rules = job.successPolicy?.rules ?? [];
  const at = path.child("rules");
  const errors: FieldError[] = [];
  if (rules.length === 0) {
    errors.push(field.required(at, "at least one rules must be specified when the successPolicy is specified"));
  }
  if (rules.length > rulesMax) errors.push(field.tooMany(at, rules.length, rulesMax));
  return [...errors, ...rules.flatMap((rule, index) => checkSuccessRule(job.completions ?? 0, rule, at.index(index)))];
}

function checkSuccessRule(completions: number, rule: SuccessRule, path: FieldPath): readonly FieldError[] {
  const { succeededCount, succeededIndexes } = rule;
  const errors: FieldError[] = [];
  if (succeededCount === undefined && succeededIndexes === undefined) {
    errors.push(field.required(path, "at least one of succeededCount or succeededIndexes must be specified"));
  }
  const count = countIndexes(succeededIndexes ?? "", completions);
  if (succeededIndexes !== undefined) {
    const at = path.child("succeededIndexes");
    if (Buffer.byteLength(succeededIndexes) > indexesBytesMax) errors.push(field.tooLong(at, indexesBytesMax));
    if (typeof count === "string") {
      errors.push(field.invalid(at, succeededIndexes, `error parsing succeededIndexes: ${count}`));
    }
  }
  if (succeededCount === undefined) return errors;
  const at = path.child("succeededCount");
  append(errors, checkNonNegative(succeededCount, at));
  if (succeededCount > completions) {
    const text = `must be less than or equal to ${completions} (the number of specified completions)`;
    errors.push(field.invalid(at, succeededCount, text));
  }
  const indexes = typeof count === "number" ? count : 0;
  if (succeededIndexes !== undefined && succeededCount > indexes) {
    const text = `must be less than or equal to ${indexes} (the number of indexes in the specified succeededIndexes field)`;
    errors.push(field.invalid(at, succeededCount, text));
  }
  return errors;
}

/** A failure policy as errors print it: as a Go struct. */
export function failurePolicyInGo(policy: Job["podFailurePolicy"]): unknown {
  if (policy === undefined) return null;
  const rules = (policy.rules ?? []).map(({ action = "", onExitCodes, onPodConditions }) => ({
    Action: action,
    OnExitCodes:
      onExitCodes === undefined
        ? null
        : {
            ContainerName: onExitCodes.containerName ?? null,
            Operator: onExitCodes.operator ?? "",
            Values: onExitCodes.values ?? null,
          },
    OnPodConditions: onPodConditions?.map(({ type = "", status = "" }) => ({ Type: type, Status: status })) ?? null,
  }));
  return { Rules: rules };
}

/** A success policy as errors print it: as a Go struct. */
export function successPolicyInGo(policy: Job["successPolicy"]): unknown {
  if (policy === undefined) return null;
  const rules = (policy.rules ?? []).map(({ succeededIndexes, succeededCount }) => ({
    SucceededIndexes: succeededIndexes ?? null,
    SucceededCount: succeededCount ?? null,
  }));
  return { Rules: rules };
}
