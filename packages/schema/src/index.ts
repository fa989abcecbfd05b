// What users need.
export type { GoStruct, JsonSchema, ValidationRule } from "./model/json-schema.ts";
export type { ValidateOptions } from "./validation/validate.ts";
export { validate, validateInSteps } from "./validation/validate.ts";
export { applyDefaults, applyDefaultsInSteps } from "./defaulting/apply-defaults.ts";
export type { Pruned, PruneOptions } from "./pruning/prune.ts";
export { dropNulls, prune, pruneInSteps } from "./pruning/prune.ts";
export type { Chance } from "./sampling/chance.ts";
export type { RoundTripOptions, RoundTripSide } from "./sampling/round-trip.ts";
export { roundTripFault } from "./sampling/round-trip.ts";
export type { SampledObject, Sampler, SamplerOptions } from "./sampling/sampler.ts";
export { createSampler, isSampleError, SampleError } from "./sampling/sampler.ts";
export type { ExtractOptions } from "./typed/extract-applied.ts";
export { extractApplied } from "./typed/extract-applied.ts";

// What other packages need.
export { Type, typeOf } from "./model/type.ts";
export type { Field, TypeOptions } from "./model/type.ts";
export { additionalOf, childrenOf, itemsOf, propertyOf } from "./model/walk.ts";
export { validateListTypes, validateListTypesInSteps } from "./validation/validate-list-types.ts";
export { validateEmbeddedInSteps, validateEmbeddedResources } from "./embedded/embedded-resources.ts";
export type { CoercedMetadata, CoerceMetadataOptions } from "./embedded/coerce-metadata.ts";
export { coerceMetadata, coerceMetadataInSteps } from "./embedded/coerce-metadata.ts";
export { parseDuration } from "./formats/duration.ts";
export type { FormatCheck } from "./formats/formats.ts";
export { formatCheckOf } from "./formats/formats.ts";
export { unrecognizedFormats } from "./model/unrecognized-formats.ts";
export type { Pattern } from "./pattern/pattern.ts";
export { compilePattern, PatternError } from "./pattern/pattern.ts";
export { sortKeys } from "./validation/canonical.ts";
export type { CheckStructuralOptions } from "./structural/check-structural.ts";
export { checkStructural, checkStructuralInSteps } from "./structural/check-structural.ts";
export { hasSchema } from "./structural/keywords.ts";
export type { FieldPathOptions, FieldPathTarget } from "./structural/field-path.ts";
export { followFieldPath } from "./structural/field-path.ts";
export type { RuleChecks, RulePlace } from "./structural/rule-checks.ts";
export type { Correlation } from "./validation/correlation.ts";
export { correlateField, isUnchanged, itemCorrelator } from "./validation/correlation.ts";
export { formatGoValue, StrategicMergeError } from "./merge/errors.ts";
export { strategicMerge, strategicMergeInSteps } from "./merge/strategic-merge.ts";
export { internalRule, internalSchema, unreadItems } from "./structural/internal-schema.ts";
export type { FieldPath, KeyField, PathElement } from "./typed/path-element.ts";
export { formatPath } from "./typed/path-element.ts";
export type { FieldSet } from "./typed/field-set.ts";
export { emptyFieldSet, fieldSet } from "./typed/field-set.ts";
export {
  fieldSetFromJson,
  fieldSetToJson,
  fieldSetToJsonInSteps,
  internedFieldSet,
  storedFieldSet,
} from "./typed/fields-v1.ts";
export { TypedError } from "./typed/errors.ts";
export { GoValue } from "./typed/values.ts";
export type { TypedOptions } from "./typed/check.ts";
export { assertTyped, typedErrors, typedErrorsInSteps } from "./typed/check.ts";
export { fieldSetInSteps, fieldSetOf } from "./typed/field-set-of.ts";
export { sortTexts } from "./model/compare-texts.ts";
export { fieldsOfNew } from "./typed/fields-of-new.ts";
export type { TypedComparison } from "./typed/compare.ts";
export { compareTyped, compareTypedInSteps } from "./typed/compare.ts";
export { atomicPaths } from "./typed/atomic-paths.ts";
export { mergeTyped, mergeTypedInSteps } from "./typed/merge.ts";
export { extractFields, removeFields } from "./typed/remove.ts";
export type { VersionConverter } from "./typed/version-converter.ts";
export type { AfterApply, AfterUpdate, AppliedObject, Conflict, UpdatedObject } from "./typed/managers.ts";
export type { Manager } from "./typed/manager.ts";
export { managedAfterApply, managedAfterUpdate } from "./typed/managers.ts";
export { resourceSchema } from "./typed/resource-schema.ts";
