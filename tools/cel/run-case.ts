// One case of the conformance data: compile, evaluate, compare. Values of a case are written as expressions, so that the
// package itself reads and compares them.

import type { Environment, Program, Value } from "@kubewright/cel";
import {
  bindingLibrary,
  boolType,
  bytesType,
  CelError,
  CelType,
  compileExpression,
  createEnvironment,
  doubleType,
  durationType,
  dynType,
  extendedListLibrary,
  formatValue,
  intType,
  listOf,
  mapOf,
  optionalLibrary,
  optionalOf,
  setLibrary,
  stringLibrary,
  stringReverseLibrary,
  stringType,
  timestampType,
  twoVariableLibrary,
  uintType,
} from "@kubewright/cel";
import { literalOf, OutsideError, testMessages } from "./literals.ts";
import type { Message } from "./text-proto.ts";
import { messageOf, messagesOf, textOf } from "./text-proto.ts";

/** The result of a case. */
export interface ConformanceResult {
  readonly name: string;
  /** `outside` for a case that needs what Kubernetes does not have. */
  readonly outcome: "holds" | "outside" | "deviates";
  readonly reason: string;
}

const libraries = [optionalLibrary, bindingLibrary, stringLibrary, stringReverseLibrary, setLibrary].concat([
  extendedListLibrary,
  twoVariableLibrary,
]);

/** Runs a case. */
export function runCase(test: Message, name: string): ConformanceResult {
  try {
    const problem = problemOf(test);
    if (problem === undefined) return { name, outcome: "holds", reason: "" };
    const known = kubernetesReasons.find(([pattern]) => pattern.test(name))?.[1];
    return { name, outcome: known === undefined ? "deviates" : "outside", reason: known ?? problem };
  } catch (error) {
    if (error instanceof OutsideError) return { name, outcome: "outside", reason: error.message };
    throw error;
  }
}

// Where Kubernetes, or the version of cel-go that it uses, differs from the specification, and the package follows it.
const kubernetesReasons: readonly (readonly [RegExp, string])[] = [
  [/^map_fields\/map_bad_key_type_(?:or_true|and_false)$/, "constant keys that cel-go rejects before it evaluates"],
  [/^format\//, "formats of a later version of the string extension (Kubernetes has version 2)"],
  [/^value_errors\/(?:last)?indexof_out_of_range$/, "an index after the end, which cel-go accepts"],
  [
    /^legacy_nullable_types\/null_assignable_to_abstract_parameter_candidate$/,
    "a list of an optional and null, whose items have the type null in the cel-go of Kubernetes 1.36",
  ],
  [/^qualified_identifier_resolution\/map_(?:key|value)_/, "keys of map literals that cel-go does not check"],
  [
    /^optionals\/map_(?:null_entry_no_such_key|present_key_invalid_field)$/,
    "optional fields of scalars, which are `optional.none()` in Kubernetes",
  ],
];

const outside: readonly (readonly [RegExp, string])[] = [
  [/TestAllTypes|NestedEnum|GlobalEnum|cel\.expr\.|proto\.(?:get|has)Ext/, testMessages],
  [/\bmath\./, "the math extension, which no environment of Kubernetes 1.36 enables"],
  [/\bbase64\./, "the encoder extension, which no environment of Kubernetes 1.36 enables"],
  [/cel\.(?:block|index|iterVar|accuVar)/, "cel.block"],
];

function problemOf(test: Message): string | undefined {
  const text = textOf(test, "expr");
  for (const [pattern, reason] of outside) if (pattern.test(text)) throw new OutsideError(reason);
  if (textOf(test, "container").startsWith("cel.expr")) throw new OutsideError(testMessages);
  if (test.has("unknown") || test.has("any_unknowns")) throw new OutsideError("unknown values");
  const environment = environmentOf(test);
  const compilation = compileExpression(text, environment);
  if (compilation.kind === "failed") return compilationProblem(test, compilation.message);
  const deduced = deducedProblem(test, compilation.program);
  if (deduced !== undefined || textOf(test, "check_only") === "true") return deduced;
  return evaluationProblem(test, compilation.program, environment);
}

function compilationProblem(test: Message, message: string): string | undefined {
  if (test.has("eval_error") || test.has("any_eval_errors")) return undefined;
  if (textOf(test, "disable_check") === "true") throw new OutsideError("evaluation without a type check");
  return `does not compile: ${message.split("\n")[0] ?? ""}`;
}

function environmentOf(test: Message): Environment {
  const variables = new Map<string, CelType>();
  for (const declaration of messagesOf(test, "type_env")) {
    const ident = messageOf(declaration, "ident");
    if (ident === undefined) throw new OutsideError("functions that a case declares");
    variables.set(textOf(declaration, "name"), typeOfMessage(messageOf(ident, "type")));
  }
  for (const binding of messagesOf(test, "bindings")) {
    const name = textOf(binding, "key");
    if (!variables.has(name)) variables.set(name, dynType);
  }
  return createEnvironment({ libraries, variables, container: textOf(test, "container"), hasEscapedNames: true });
}

const primitives: ReadonlyMap<string, CelType> = new Map([
  ["BOOL", boolType],
  ["BYTES", bytesType],
  ["DOUBLE", doubleType],
  ["INT64", intType],
  ["STRING", stringType],
  ["UINT64", uintType],
  ["DURATION", durationType],
  ["TIMESTAMP", timestampType],
]);

function typeOfMessage(message: Message | undefined): CelType {
  if (message === undefined) return dynType;
  const named = primitives.get(textOf(message, "primitive") || textOf(message, "well_known"));
  if (named !== undefined) return named;
  const wrapped = primitives.get(textOf(message, "wrapper"));
  if (wrapped !== undefined) return new CelType(wrapped.kind, wrapped.name, [], `wrapper(${wrapped.name})`);
  const list = messageOf(message, "list_type");
  if (list !== undefined) return listOf(typeOfMessage(messageOf(list, "elem_type")));
  const map = messageOf(message, "map_type");
  if (map !== undefined) {
    return mapOf(typeOfMessage(messageOf(map, "key_type")), typeOfMessage(messageOf(map, "value_type")));
  }
  const abstract = messageOf(message, "abstract_type");
  if (abstract !== undefined && textOf(abstract, "name") === "optional_type") {
    return optionalOf(typeOfMessage(messageOf(abstract, "parameter_types")));
  }
  if (message.has("dyn")) return dynType;
  if (message.has("null")) return new CelType("null", "null_type", [], "null");
  const type = messageOf(message, "type");
  if (type !== undefined) return new CelType("type", "type", type.size === 0 ? [] : [typeOfMessage(type)]);
  throw new OutsideError(testMessages);
}

function deducedProblem(test: Message, program: Program): string | undefined {
  const deduced = messageOf(messageOf(test, "typed_result") ?? new Map(), "deduced_type");
  if (deduced === undefined) return undefined;
  const expected = typeOfMessage(deduced).text;
  const actual = program.resultType.text;
  return actual === expected ? undefined : `has the type ${actual}, must be ${expected}`;
}

function evaluationProblem(test: Message, program: Program, environment: Environment): string | undefined {
  const variables: Record<string, Value> = {};
  for (const binding of messagesOf(test, "bindings")) {
    const value = messageOf(messageOf(binding, "value") ?? new Map(), "value");
    if (value === undefined) throw new OutsideError("unknown values");
    variables[textOf(binding, "key")] = valueOf(literalOf(value));
  }
  const { value: actual } = program.evaluate(variables);
  if (test.has("eval_error") || test.has("any_eval_errors")) {
    return actual instanceof CelError ? undefined : `evaluates to ${formatValue(actual)}, must be an error`;
  }
  const typed = messageOf(messageOf(test, "typed_result") ?? new Map(), "result");
  const expected = messageOf(test, "value") ?? typed;
  const literal = expected === undefined ? "true" : literalOf(expected);
  if (actual instanceof CelError) return `evaluates to the error "${actual.message}", must be ${literal}`;
  return isEqual(actual, valueOf(literal), environment)
    ? undefined
    : `evaluates to ${formatValue(actual)}, must be ${literal}`;
}

const plain = createEnvironment({ libraries: [optionalLibrary] });

function valueOf(literal: string): Value {
  const compilation = compileExpression(literal, plain);
  if (compilation.kind === "failed") throw new TypeError(`${literal}: ${compilation.message}`);
  return compilation.program.evaluate({}).value;
}

function isEqual(actual: Value, expected: Value, { macros }: Environment): boolean {
  const pair = createEnvironment({ variables: { actual: dynType, expected: dynType } });
  const isNan = "type(actual) == double && type(expected) == double && actual != actual && expected != expected";
  const text = `type(actual) == type(expected) && actual == expected || ${isNan}`;
  const compilation = compileExpression(text, { ...pair, macros });
  return compilation.kind === "compiled" && compilation.program.evaluate({ actual, expected }).value === true;
}
