// All checks of a custom resource definition's schema, in the order of a kube-apiserver. What a later check needs, an
// earlier one has established: defaults are only judged by a schema that is structural.

import { field, formatFieldError } from "@kubewright/apimachinery";
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import { childrenOf } from "../model/walk.ts";
import { checkCompleteness } from "./completeness.ts";
import { checkDefaults } from "./check-defaults.ts";
import { checkInvariants } from "./invariants.ts";
import { checkNodes } from "./check-node.ts";
import { checkRootWithStatus } from "./check-root.ts";
import { unsupportedKeyword } from "./keywords.ts";

/** What the definition says beside the schema. */
export interface CheckStructuralOptions {
  /** The version has a status subresource, which restricts what may stand at the root. Default: false. */
  readonly hasStatus?: boolean;
}

/**
 * Errors of the schema of a custom resource, for which a kube-apiserver refuses the definition. None means that the other
 * functions of this package can work with it. Rules in CEL are not compiled: see `usesCel`.
 *
 * @param path where the schema is in the definition, its own name included: `spec.validation.openAPIV3Schema`.
 */
export function checkStructural(
  schema: JsonSchema,
  path: FieldPath,
  options: CheckStructuralOptions = {},
): FieldError[] {
  const errors = options.hasStatus === true ? checkRootWithStatus(schema, path) : [];
  if (schema.nullable === true) {
    errors.push(field.forbidden(path.child("nullable"), "nullable cannot be true at the root"));
  }
  const reason = whyNotStructural(schema);
  if (reason === undefined) errors.push(...checkAsStructural(schema, path));
  errors.push(...checkNodes(schema, path, { defaultForbidden: undefined, isInsideMetadata: false }, true));
  // Mostly another check has said the same in better words.
  return errors.length === 0 && reason !== undefined ? [field.invalid(path, "", reason)] : errors;
}

function checkAsStructural(schema: JsonSchema, path: FieldPath): FieldError[] {
  const errors = [...checkInvariants(schema, path), ...checkCompleteness(schema, path)];
  if (errors.length === 0) return checkDefaults(schema, path);
  return errors.toSorted((left, right) => (formatFieldError(left) < formatFieldError(right) ? -1 : 1));
}

function whyNotStructural(schema: JsonSchema): string | undefined {
  const keyword = unsupportedKeyword(schema);
  if (keyword !== undefined) return `OpenAPIV3Schema '${keyword}' is not supported`;
  if (schema["x-kubernetes-preserve-unknown-fields"] === false) {
    return "'x-kubernetes-preserve-unknown-fields' must be true or undefined";
  }
  if (Array.isArray(schema.items) && schema.items.length > 0)
    return "OpenAPIV3Schema 'items' must be a schema, but is an array";
  for (const child of childrenOf(schema)) {
    const reason = whyNotStructural(child);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
