/** Existing CRDs: reads them and compares two states of them. Nothing here loads the compiler. */
export { readDefinition } from "./definitions/definition.ts";
export type { Column, Definition, DefinitionNames, DefinitionVersion, ScalePaths } from "./definitions/definition.ts";
export { DefinitionError, isDefinitionError } from "./definitions/read-fields.ts";
export { compareDefinitions } from "./compatibility/compare-definitions.ts";
export { compatibilityRules } from "./compatibility/rules.ts";
export type { RuleMeaning } from "./compatibility/rules.ts";
export type {
  Affected,
  CompatibilityRule,
  CrdChange,
  DefinitionRule,
  SchemaRule,
  Severity,
} from "./compatibility/change.ts";
export { definitionTypes, importedBanner } from "./from-definitions/definition-types.ts";
export { leftOutOf } from "./from-definitions/left-out.ts";
export type { LeftOut } from "./from-definitions/left-out.ts";
