/** Checks the restart policy of a container, its rules for exit codes, and its resize policy. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { append, field, repeatedIndexes } from "@kubewright/apimachinery";
import type { Container, ContainerResizePolicy, ContainerRestartRule } from "@kubewright/api/core/v1";
import type { View } from "../typed.ts";
import { checkOneOf, checkSupported } from "../field-checks.ts";

const policies: readonly string[] = ["Always", "Never", "OnFailure"];
const actions: readonly string[] = ["Restart", "RestartAllContainers"];
const operators: readonly string[] = ["In", "NotIn"];
const rulesMax = 20;
const exitCodesMax = 255;

export function checkRestartRules(container: View<Container>, path: FieldPath): readonly FieldError[] {
  const { restartPolicy, restartPolicyRules: rules = [] } = container;
  const errors: FieldError[] = [];
  if (restartPolicy === undefined) {
    if (rules.length === 0) return [];
    errors.push(field.required(path.child("restartPolicy"), "must specify restartPolicy when restart rules are used"));
  } else if (!policies.includes(restartPolicy)) {
    errors.push(field.notSupported(path.child("restartPolicy"), restartPolicy, policies));
  }
  const at = path.child("restartPolicyRules");
  if (rules.length > rulesMax) errors.push(field.tooMany(at, rules.length, rulesMax));
  return [...errors, ...rules.flatMap((rule, index) => checkRule(rule, at.index(index)))];
}

function checkRule({ action = "", exitCodes }: View<ContainerRestartRule>, path: FieldPath): readonly FieldError[] {
  const errors = [...checkSupported(action, actions, path.child("action"))];
  const at = path.child("exitCodes");
  if (exitCodes === undefined) return [...errors, field.required(at, "must be specified")];
  const { operator = "", values = [] } = exitCodes;
  if (!operators.includes(operator)) errors.push(field.notSupported(at.child("operator"), operator, operators));
  if (values.length > exitCodesMax) errors.push(field.tooMany(at.child("values"), values.length, exitCodesMax));
  return errors;
}

const resizable: readonly string[] = ["cpu", "memory"];
const resizePolicies: readonly string[] = ["NotRequired", "RestartContainer"];

/** Most errors have the path of the list, without the index, as in kube-apiserver. */
export function checkResizePolicy(
  list: readonly View<ContainerResizePolicy>[],
  podRestartPolicy: string,
  path: FieldPath,
): readonly FieldError[] {
  const repeated = repeatedIndexes(list.map(({ resourceName = "" }) => resourceName));
  return list.flatMap(({ resourceName = "", restartPolicy = "" }, index) => {
    const errors: FieldError[] = [];
    if (repeated.has(index)) errors.push(field.duplicate(path.index(index), resourceName));
    append(errors, [...checkOneOf(resourceName, resizable, path), ...checkOneOf(restartPolicy, resizePolicies, path)]);
    if (podRestartPolicy === "Never" && restartPolicy !== "NotRequired") {
      const text = "must be 'NotRequired' when pod `restartPolicy` is 'Never'";
      errors.push(field.invalid(path, restartPolicy, text));
    }
    return errors;
  });
}
