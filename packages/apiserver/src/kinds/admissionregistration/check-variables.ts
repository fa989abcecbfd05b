/** Errors of the variables of a policy. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field } from "@kubewright/apimachinery";
import { expressionErrors } from "../../expressions/compiled-expression.ts";
import type { Declarations } from "../../expressions/environment.ts";
import type { PolicyVariables } from "../../expressions/policy-variables.ts";
import type { VariableView } from "./policy.ts";

/** Names that CEL reserves. */
const reservedNames: ReadonlySet<string> = new Set(
  "true false null in as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
);

/** The checks of the variables, which run one after another. Each compiles a variable into `scope` and returns its errors. */
export function checksOfVariables(
  variables: readonly VariableView[],
  scope: PolicyVariables,
  declarations: Declarations,
  path: FieldPath,
): readonly (() => readonly FieldError[])[] {
  return variables.map(({ name = "", expression = "" }, index) => () => [
    ...checkName(name, path.index(index).child("name")),
    ...(expression.trim() === ""
      ? [field.required(path.index(index).child("expression"), "expression is not specified")]
      : expressionErrors(scope.declare({ name, expression }, declarations), path.index(index).child("expression"))),
  ]);
}

function checkName(name: string, path: FieldPath): readonly FieldError[] {
  if (name.trim() === "") return [field.required(path, "name is not specified")];
  const isIdentifier = /^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name) && !reservedNames.has(name);
  return isIdentifier ? [] : [field.invalid(path, name, "must be a valid CEL identifier")];
}
