// What users need.
export type { CompiledRule, CompileRuleOptions } from "./rules/rule.ts";
export { compileRule, evaluationCostMax } from "./rules/rule.ts";
export type { DeclaredSchema, DeclareSchemaOptions } from "./schemas/declared-schema.ts";
export { declareSchema } from "./schemas/declared-schema.ts";
export type { KubernetesEnvironmentOptions } from "./kubernetes-environment.ts";
export { kubernetesEnvironment } from "./kubernetes-environment.ts";
export type { Environment, EnvironmentOptions } from "./environment.ts";
export { createEnvironment, extendEnvironment } from "./environment.ts";
export type { Compilation, EvaluateOptions, Evaluation, Program } from "./program.ts";
export { compileExpression } from "./program.ts";

// What other packages need.
export type { RuleCheckOptions } from "./rules/rule-checks.ts";
export { createRuleChecks } from "./rules/rule-checks.ts";
export type { RuleResult, RuleValidateOptions, RuleValidator } from "./rules/rule-validator.ts";
export { createRuleValidator } from "./rules/rule-validator.ts";
export type { CostEstimate, SizeOf } from "./cost/estimate.ts";
export type { Library } from "./libraries/library.ts";
export { bindingLibrary, optionalLibrary } from "./libraries/standard.ts";
export { stringLibrary, stringReverseLibrary } from "./libraries/strings.ts";
export { extendedListLibrary, setLibrary } from "./libraries/lists.ts";
export { quantityType } from "./libraries/quantity.ts";
export { twoVariableLibrary } from "./libraries/two-variables.ts";
export { jsonPatchLibrary, JsonPatchValue, mutationStructs, ObjectValue } from "./libraries/mutations.ts";
export { applyConfigurationJson, NoJsonError, patchValueJson, typeNameProblems } from "./libraries/mutation-values.ts";
export type {
  AuthorizationDecision,
  AuthorizationQuery,
  ExpressionAuthorizer,
  ResourceQuery,
} from "./libraries/authorizer.ts";
export { authorizerType, authorizerValue, resourceCheckType, resourceCheckValue } from "./libraries/authorizer.ts";
export type { StructDeclaration, StructResolver } from "./checking/scope.ts";
export type { Value } from "./values/value.ts";
export { CelError, ListValue, MapValue, OpaqueValue, Optional } from "./values/value.ts";
export { Double, Uint } from "./values/numbers.ts";
export { Duration, Timestamp } from "./values/time.ts";
export { formatValue } from "./values/describe.ts";
export { valueOfJson } from "./values/native.ts";
export { escapeName, unescapeName } from "./schemas/names.ts";
export type { TypeKind } from "./types/type.ts";
export {
  anyType,
  boolType,
  bytesType,
  CelType,
  doubleType,
  durationType,
  dynType,
  intType,
  isSameType,
  listOf,
  mapOf,
  nullType,
  optionalOf,
  stringType,
  structType,
  timestampType,
  uintType,
} from "./types/type.ts";
