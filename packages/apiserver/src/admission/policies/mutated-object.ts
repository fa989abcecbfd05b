/** The result of one mutation: an apply configuration that is merged into the object, or a JSON patch that is applied to it. */
import { applyJsonPatch, applyMergePatch, numberLiteralsOf } from "@kubewright/apimachinery";
import type {
  GroupVersionKind,
  JsonObject,
  JsonPatch,
  JsonValue,
  NumberLiterals,
  Steps,
} from "@kubewright/apimachinery";
import type { Value } from "@kubewright/cel";
import {
  applyConfigurationJson,
  JsonPatchValue,
  ListValue,
  NoJsonError,
  ObjectValue,
  patchValueJson,
  typeNameProblems,
} from "@kubewright/cel";
import type { JsonSchema } from "@kubewright/schema";
import { atomicPaths, mergeTyped, TypedError, typedErrors } from "@kubewright/schema";
import type { ExpressionInputs } from "../../expressions/evaluation.ts";
import { evaluateExpressions, policyBudget } from "../../expressions/evaluation.ts";
import { patchFailure } from "../webhooks/patch-failure.ts";
import type { CompiledMutation } from "./compile-mutating-policy.ts";

/** A mutation cannot be applied, so the failure policy applies. The message is part of the response. */
export class MutationError extends Error {
  override readonly name = "MutationError";
}

/** The object before a mutation. */
export interface MutationTarget {
  readonly object: JsonObject;
  readonly kind: GroupVersionKind;
  readonly literals: NumberLiterals | undefined;
  /** The schema of the kind. `undefined` if the server publishes none. */
  readonly schema: JsonSchema | undefined;
  /** The kind comes from a CRD. */
  readonly isCustom: boolean;
}

/** The object after a mutation, with the literals of its numbers. */
interface Mutated {
  readonly value: JsonValue;
  readonly literals: NumberLiterals | undefined;
}

/**
 * Returns the object after a mutation, in one step. Does not change the object or the inputs. The result may have unknown fields and wrong types.
 *
 * @throws {MutationError}
 */
export function* mutatedObject(
  { patchType, expression }: CompiledMutation,
  inputs: ExpressionInputs,
  target: MutationTarget,
): Steps<Mutated> {
  const outcome = yield* evaluateExpressions([expression], inputs, policyBudget);
  if (outcome.kind === "failed") throw new MutationError(outcome.message);
  const [result] = outcome.results;
  if (result === undefined || result.kind === "error") throw new MutationError(result?.message);
  if (patchType === "ApplyConfiguration") return applied(result.value, target);
  return { value: patched(result.value, target.object), literals: undefined }; // It applies to an object with encoded numbers.
}

function applied(value: Value, target: MutationTarget): Mutated {
  // Compilation checks the type of the result.
  if (!(value instanceof ObjectValue))
    throw new MutationError("unsupported return type from ApplyConfiguration expression");
  assertTypeNames(value);
  const { apiVersion = null, kind = null } = target.object;
  const configuration = { ...configurationJson(value), apiVersion, kind };
  const literals = numberLiteralsOf(target.literals && applyMergePatch(target.literals, configuration));
  return { value: merged(configuration, target), literals };
}

function assertTypeNames(value: ObjectValue): void {
  const problems = typeNameProblems(value);
  if (problems.length > 0) throw new MutationError(`type mismatch: ${problems.join("\n")}`);
}

function configurationJson(value: ObjectValue): JsonObject {
  try {
    return applyConfigurationJson(value);
  } catch (error) {
    if (error instanceof NoJsonError)
      throw new MutationError("invalid return type: *dynamic.ObjectVal", { cause: error });
    throw error;
  }
}

/** Merges a configuration without field managers: it adds and changes fields, and removes none. */
function merged(configuration: JsonObject, { object, kind, schema }: MutationTarget): JsonValue {
  const mergeError = (what: string, why: string): MutationError =>
    new MutationError(`error applying patch: ${what}: ${why}`);
  const typing = "failed to convert patch object to typed object";
  if (schema === undefined) {
    throw mergeError(typing, `no corresponding type for ${kind.group}/${kind.version}, Kind=${kind.kind}`);
  }
  const errors = typedErrors(configuration, schema);
  if (errors.length > 0) throw mergeError(typing, new TypedError(errors).message);
  const atomics = atomicPaths(configuration, schema);
  if (atomics.length > 0) {
    throw mergeError(
      "invalid ApplyConfiguration",
      `may not mutate atomic arrays, maps or structs: ${atomics.join(", ")}`,
    );
  }
  const liveErrors = typedErrors(object, schema, { allowDuplicates: true });
  if (liveErrors.length > 0) {
    throw mergeError("failed to convert original object to typed object", new TypedError(liveErrors).message);
  }
  try {
    return mergeTyped(object, configuration, schema);
  } catch (error) {
    if (error instanceof TypedError) throw mergeError("failed to merge patch", error.message);
    throw error;
  }
}

function patched(value: Value, object: JsonObject): JsonValue {
  const patch = operationsOf(value);
  try {
    return applyJsonPatch(object, patch);
  } catch (error) {
    const failure = patchFailure(object, patch, error);
    // A patch whose test fails is not applied, without an error.
    if (failure.endsWith(": test failed")) return object;
    throw new MutationError(`JSON Patch: ${failure}`, { cause: error });
  }
}

function operationsOf(list: Value): JsonPatch {
  // Compilation checks the type of the result.
  const items = list instanceof ListValue ? list.items() : [];
  // Their operations are checked when they are applied.
  return items.map((item) => (item instanceof JsonPatchValue ? operationOf(item) : {})) as unknown as JsonPatch;
}

function operationOf(operation: JsonPatchValue): JsonObject {
  const { fields } = operation;
  const value = fields.get("value");
  if (value instanceof ObjectValue) assertTypeNames(value);
  return {
    op: textOf(fields.get("op")),
    path: textOf(fields.get("path")),
    ...(textOf(fields.get("from")) === "" ? {} : { from: textOf(fields.get("from")) }),
    ...(value === undefined ? {} : { value: valueJson(value) }),
  };
}

function textOf(value: Value | undefined): string {
  return typeof value === "string" ? value : "";
}

function valueJson(value: Value): JsonValue {
  try {
    return patchValueJson(value);
  } catch (error) {
    if (!(error instanceof NoJsonError)) throw error;
    const what = "JSONPath valueExpression evaluated to a type that could not marshal to JSON";
    throw new MutationError(`${what}: ${error.message}`, { cause: error });
  }
}
