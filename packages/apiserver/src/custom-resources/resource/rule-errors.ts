/** The errors of the CEL rules of a custom resource. */
import {
  field,
  nameIsDnsSubdomain,
  validateObjectMeta,
  validateObjectMetaUpdate,
  whenDone,
  workOf,
} from "@kubewright/apimachinery";
import type { FieldError, FieldErrorType, JsonValue, Work } from "@kubewright/apimachinery";
import type { RuleValidator } from "@kubewright/cel";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import { jsonOf } from "../../objects/json-of.ts";
import { assertActive } from "../../turns/deadline.ts";
import type { RequestContext } from "../../contracts/server-context.ts";

/** A write whose object is validated. */
export interface ValidatedWrite {
  readonly object: ReadonlyObject;
  /** The object with its integral floats. */
  readonly json: JsonValue;
  /** `undefined` for a create. */
  readonly old: ReadonlyObject | undefined;
  readonly context: RequestContext;
  readonly namespaced: boolean;
}

/**
 * In steps: adds the errors of CEL rules, which are evaluated only on an object whose values and metadata have the right types and sizes. The evaluation of expensive rules
 * pauses for other requests.
 */
export function withRuleErrors(
  errors: readonly FieldError[],
  rules: RuleValidator | undefined,
  write: ValidatedWrite,
): Work<readonly FieldError[]> {
  if (rules === undefined) return errors;
  const { json, old, context } = write;
  if ([...metadataErrors(write), ...errors].some(({ type }) => blockingTypes.has(type)))
    return [...errors, field.invalid(undefined, null, notChecked)];
  const before = old === undefined ? {} : { old: jsonOf(old), ratchets: true };
  const steps = rules.validateInSteps(json, { ...before, checkpoint: () => assertActive(context) });
  return whenDone(workOf(steps), (result) => {
    for (const warning of result.warnings) context.warn(warning);
    return [...errors, ...result.errors];
  });
}

/** The errors of the metadata, which the engine reports. */
function metadataErrors({ object: { metadata }, old, namespaced }: ValidatedWrite): readonly FieldError[] {
  return old === undefined
    ? validateObjectMeta(metadata, { namespaced, nameRule: nameIsDnsSubdomain })
    : validateObjectMetaUpdate(metadata, old.metadata);
}

const blockingTypes: ReadonlySet<FieldErrorType> = new Set([
  "FieldValueNotSupported",
  "FieldValueRequired",
  "FieldValueTooLong",
  "FieldValueTooMany",
  "FieldValueTypeInvalid",
]);
const notChecked =
  "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation";
