// What users need.
export type { JsonSchema, ValidationRule } from "./model/json-schema.ts";
export type { CompiledSchema, ValidateOptions } from "./validation/validate.ts";
export { compileSchema, validate } from "./validation/validate.ts";
export { applyDefaults, dropNulls } from "./defaulting/apply-defaults.ts";
export type { Pruned, PruneOptions } from "./pruning/prune.ts";
export { prune } from "./pruning/prune.ts";

// What other packages need.
export { additionalOf, childrenOf, hasNode, itemsOf, propertyOf, schemaOfKey, usesCel } from "./model/walk.ts";
export { validateListTypes } from "./validation/validate-list-types.ts";
export { validateEmbeddedResources } from "./embedded/embedded-resources.ts";
export type { CoercedMetadata, CoerceMetadataOptions } from "./embedded/coerce-metadata.ts";
export { coerceMetadata } from "./embedded/coerce-metadata.ts";
export type { FormatCheck } from "./formats/formats.ts";
export { formatCheckOf } from "./formats/formats.ts";
export type { Pattern } from "./pattern/pattern.ts";
export { compilePattern, PatternError } from "./pattern/pattern.ts";
export { canonicalText, sortKeys } from "./validation/canonical.ts";
export type { CheckStructuralOptions } from "./structural/check-structural.ts";
export { checkStructural } from "./structural/check-structural.ts";
export type { MergeField, MergeSchema } from "./merge/merge-schema.ts";
export { mergeSchemaOf } from "./merge/merge-schema.ts";
export { StrategicMergeError } from "./merge/errors.ts";
export { strategicMerge } from "./merge/strategic-merge.ts";
export { internalForm, internalRuleForm } from "./structural/internal-form.ts";
