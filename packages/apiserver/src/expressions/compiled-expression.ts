/** Compiles admission expressions, and reports their errors as kube-apiserver does. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field } from "@kubewright/apimachinery";
import type { CelType, Environment, Program } from "@kubewright/cel";
import { compileExpression, isSameType } from "@kubewright/cel";

/** A compiled expression, or the error of its compilation. */
export interface CompiledExpression {
  readonly text: string;
  readonly result: CompilationResult;
}

export type CompilationResult =
  | { readonly kind: "compiled"; readonly program: Program }
  | { readonly kind: "invalid" | "internal"; readonly message: string };

/** The types that an expression may return. */
export type ReturnTypes = readonly CelType[] | "any";

/** Compiles an expression. Errors are values. */
export function compileAdmissionExpression(
  text: string,
  returnTypes: ReturnTypes,
  environment: Environment,
): CompiledExpression {
  return { text, result: compile(text, returnTypes, environment) };
}

function compile(text: string, returnTypes: ReturnTypes, environment: Environment): CompilationResult {
  const compilation = compileExpression(text, environment);
  if (compilation.kind === "failed" && compilation.cause === "syntax") {
    return { kind: "invalid", message: `compilation failed: ${compilation.message}` };
  }
  const { resultType } = compilation.kind === "compiled" ? compilation.program : compilation;
  if (returnTypes !== "any" && !returnTypes.some((type) => isSameType(type, resultType))) {
    return { kind: "invalid", message: wrongType(returnTypes, resultType) };
  }
  if (compilation.kind === "compiled") return compilation;
  return { kind: "internal", message: `program instantiation failed: ${compilation.message}` };
}

function wrongType(wanted: readonly CelType[], type: CelType): string {
  const names = wanted.map(typeNameAtRuntime);
  return `must evaluate to ${names.length === 1 ? names[0] : `one of [${names.join(" ")}]`} but got ${typeNameAtRuntime(type)}`;
}

/** The name of a type at run time: `google.protobuf.Timestamp` where messages of the compiler have `timestamp`. */
export function typeNameAtRuntime({ name, parameters }: CelType): string {
  return parameters.length === 0 ? name : `${name}(${parameters.map(typeNameAtRuntime).join(", ")})`;
}

/** The error of an expression at `path` that does not compile. `shown` is the value of the field, by default the expression. */
export function expressionErrors(
  { text, result }: CompiledExpression,
  path: FieldPath,
  shown: string = text,
): readonly FieldError[] {
  switch (result.kind) {
    case "compiled":
      return [];
    case "invalid":
      return [field.invalid(path, shown, result.message)];
    case "internal":
      return [field.internal(path, result.message)];
  }
}
