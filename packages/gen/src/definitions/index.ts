/** CRDs that are there already: reading them, and comparing two states of them. Nothing here needs the compiler. */
export { readDefinition } from "./definition.ts";
export type { Column, Definition, DefinitionNames, DefinitionVersion, ScalePaths } from "./definition.ts";
export { DefinitionError, isDefinitionError } from "./errors.ts";
export { compareDefinitions } from "../compatibility/compare-definitions.ts";
export { compatibilityRules } from "../compatibility/rules.ts";
export type { RuleMeaning } from "../compatibility/rules.ts";
export type {
  Affected,
  CompatibilityRule,
  CrdChange,
  DefinitionRule,
  SchemaRule,
  Severity,
} from "../compatibility/change.ts";
export { definitionTypes, importedBanner } from "../from-definitions/definition-types.ts";
export { leftOutOf } from "../from-definitions/left-out.ts";
export type { LeftOut } from "../from-definitions/left-out.ts";
