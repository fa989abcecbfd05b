/** Errors of the mutations of a policy. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field } from "@kubewright/apimachinery";
import type { CelType, Environment } from "@kubewright/cel";
import { listOf, structType } from "@kubewright/cel";
import { compileAdmissionExpression, expressionErrors } from "../../expressions/compiled-expression.ts";
import type { MutationView } from "./policy.ts";

/** The types that expressions of mutations return. */
export const mutationReturnTypes: { readonly [Type in "ApplyConfiguration" | "JSONPatch"]: readonly CelType[] } = {
  ApplyConfiguration: [structType("Object")],
  JSONPatch: [listOf(structType("JSONPatch"))],
};

/** The field with the expression of each patch type. */
const fieldNames = { ApplyConfiguration: "applyConfiguration", JSONPatch: "jsonPatch" } as const;

/** Errors of a mutation at `path`. Expressions are compiled for `environment`. */
export function checkMutation(
  mutation: MutationView,
  path: FieldPath,
  environment: Environment,
): readonly FieldError[] {
  const { patchType = "" } = mutation;
  switch (patchType) {
    case "":
      return [field.required(path.child("patchType"), "")];
    case "JSONPatch":
      return checkFields(mutation, "JSONPatch", "ApplyConfiguration", path, environment);
    case "ApplyConfiguration":
      return checkFields(mutation, "ApplyConfiguration", "JSONPatch", path, environment);
    default:
      return [field.notSupported(path.child("patchType"), patchType, Object.keys(fieldNames))];
  }
}

type PatchType = keyof typeof fieldNames;

function checkFields(
  mutation: MutationView,
  patchType: PatchType,
  other: PatchType,
  path: FieldPath,
  environment: Environment,
): readonly FieldError[] {
  const [name, otherName] = [fieldNames[patchType], fieldNames[other]];
  const own = mutation[name];
  return [
    ...(own === undefined
      ? [field.required(path.child(name), `must be specified when patchType is ${patchType}`)]
      : checkExpression(own.expression ?? "", patchType, path.child(name).child("expression"), environment)),
    ...(mutation[otherName] === undefined
      ? []
      : [
          field.invalid(
            path.child(otherName),
            `{${otherName}}`,
            `must not be specified when patchType is ${patchType}`,
          ),
        ]),
  ];
}

function checkExpression(
  text: string,
  patchType: PatchType,
  path: FieldPath,
  environment: Environment,
): readonly FieldError[] {
  const trimmed = text.trim();
  if (trimmed === "") return [field.required(path, "")];
  return expressionErrors(compileAdmissionExpression(trimmed, mutationReturnTypes[patchType], environment), path);
}
