/** RuntimeClasses: https://kubernetes.io/docs/concepts/containers/runtime-class/ */
import type { FieldError, Work } from "@kubewright/apimachinery";
import { field, fieldPath, joinedInSteps, repeatedIndexes } from "@kubewright/apimachinery";
import type { RuntimeClass } from "@kubewright/api/node.k8s.io/v1";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import { checkDnsLabel, checkImmutable, checkLabels } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { checkContainerResources } from "../pod/container-resources.ts";
import { checkTolerations } from "../pod/tolerations.ts";
import { deprecatedLabels } from "../node-label-warnings.ts";
import { fieldWarning } from "../field-warning.ts";
import type { View } from "../typed.ts";
import { viewOf } from "../typed.ts";

const handlerPath = fieldPath("handler");
const scheduling = fieldPath("scheduling");

export const runtimeClassKind: BuiltinKind = builtinKind<RuntimeClass>({
  group: "node.k8s.io",
  plural: "runtimeclasses",
  metadataChecks: { finalizerNames: false, wholeOnUpdate: true },
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: false,
  validate: (object) => checkClass(object),
  validateUpdate: (object, old) =>
    joinedInSteps([
      () => checkClass(object),
      () => checkImmutable(object.handler ?? "", old.handler ?? "", handlerPath),
    ]),
  warningsOnCreate: labelWarnings,
  warningsOnUpdate: labelWarnings,
  cells: (object) => ({ Handler: object.handler ?? "" }),
});

function checkClass({ handler = "", overhead, scheduling: where }: View<RuntimeClass>): Work<readonly FieldError[]> {
  return joinedInSteps([
    () => (handler === "" ? [field.required(handlerPath, "")] : checkDnsLabel(handler, handlerPath)),
    () =>
      // The overhead is validated, and reported, as the limits of a container.
      overhead?.podFixed === undefined
        ? []
        : checkContainerResources({ limits: overhead.podFixed }, new Set(), fieldPath("overhead")),
    () => checkLabels(where?.nodeSelector, scheduling.child("nodeSelector")),
    () => checkTolerations(where?.tolerations ?? [], scheduling.child("tolerations")),
    () => checkRepetitions(where?.tolerations ?? []),
  ]);
}

type Tolerations = NonNullable<NonNullable<View<RuntimeClass>["scheduling"]>["tolerations"]>;

function checkRepetitions(tolerations: Tolerations): readonly FieldError[] {
  const keys = tolerations.map(({ key = "", operator = "", value = "", effect = "" }) => ({
    Key: key,
    Operator: operator,
    Value: value,
    Effect: effect,
  }));
  const repeated = repeatedIndexes(keys.map((key) => JSON.stringify(key)));
  return keys.flatMap((key, index) => {
    if (!repeated.has(index)) return [];
    const shown = { ...key, TolerationSeconds: tolerations[index]?.tolerationSeconds ?? null };
    return [field.duplicate(scheduling.child("tolerations").index(index), shown)];
  });
}

function labelWarnings(object: ReadonlyObject): readonly string[] {
  return Object.keys(viewOf<RuntimeClass>(object).scheduling?.nodeSelector ?? {}).flatMap((key) => {
    const text = deprecatedLabels.get(key);
    return text === undefined ? [] : [fieldWarning(scheduling.child("nodeSelector"), text)];
  });
}
