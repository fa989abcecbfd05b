/**
 * The variables of a policy: named expressions that later expressions read as `variables.NAME`. An expression can read the variables that are declared before it.
 * https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#variable-composition
 */
import type { CelType, Environment } from "@kubewright/cel";
import { dynType, extendEnvironment, listOf, mapOf, structType } from "@kubewright/cel";
import type { CompiledExpression } from "./compiled-expression.ts";
import { compileAdmissionExpression } from "./compiled-expression.ts";
import type { Declarations } from "./environment.ts";
import { environmentOf } from "./environment.ts";

const variablesType = structType("kubernetes.variables");

/** A named expression of a policy. */
export interface VariableExpression {
  readonly name: string;
  readonly expression: string;
}

/** The variables that a policy has declared so far. */
export class PolicyVariables {
  readonly #compiled = new Map<string, CompiledExpression>();
  readonly #types = new Map<string, CelType>();

  /** Compiles a variable and adds it. A variable replaces a previous one of the same name. The type of one that does not compile is `dyn`. */
  declare({ name, expression }: VariableExpression, declarations: Declarations): CompiledExpression {
    const compiled = compileAdmissionExpression(expression, "any", this.environmentOf(declarations));
    const { result } = compiled;
    this.#types.set(name, result.kind === "compiled" ? variableType(result.program.resultType) : dynType);
    this.#compiled.set(name, compiled);
    return compiled;
  }

  /** The environment of expressions. Each sees the variables that are declared when it is compiled. */
  environmentOf(declarations: Declarations): Environment {
    return withVariables(environmentOf(declarations), this.#types);
  }

  get names(): readonly string[] {
    return Array.from(this.#compiled.keys());
  }

  get(name: string): CompiledExpression | undefined {
    return this.#compiled.get(name);
  }
}

const plainKinds: ReadonlySet<CelType["kind"]> = new Set([
  "bool",
  "bytes",
  "double",
  "duration",
  "int",
  "null",
  "string",
  "timestamp",
  "uint",
] as const);

/**
 * The environment with variables of these types. Expressions that are compiled later see the variables that the map has then. A copy of the map for each
 * variable would take quadratic time.
 */
export function withVariables(environment: Environment, types: ReadonlyMap<string, CelType>): Environment {
  return extendEnvironment(environment, {
    variables: { variables: variablesType },
    structs: (name) =>
      name === variablesType.name ? { type: variablesType, fieldType: (field) => types.get(field) } : undefined,
  });
}

/** The type of a variable where it is read. kube-apiserver drops the types of objects and of values that only functions understand. */
export function variableType(type: CelType): CelType {
  if (plainKinds.has(type.kind)) return type;
  const [first, second] = type.parameters;
  if (type.kind === "list" && first !== undefined) return listOf(variableType(first));
  if (type.kind !== "map" || first === undefined || second === undefined) return dynType;
  return mapOf(variableType(first), variableType(second));
}
