// What users need.
export type {
  GroupKind,
  GroupResource,
  GroupVersion,
  GroupVersionKind,
  GroupVersionResource,
} from "./object/group-version.ts";
export {
  apiVersionOf,
  formatGroupKind,
  formatGroupResource,
  formatGroupVersionKind,
  groupVersionKindOf,
  parseApiVersion,
} from "./object/group-version.ts";
export type { ResourceType } from "./object/resource-type.ts";
export { apiVersionOfType, kindOfType, resourceOfType } from "./object/resource-type.ts";
export type {
  KubernetesList,
  KubernetesObject,
  ListMeta,
  ManagedFieldsEntry,
  ObjectMeta,
  OwnerReference,
  Stored,
  StoredMeta,
} from "./object/kubernetes-object.ts";
export type { AppliedFields, AppliedMeta, ApplyConfiguration } from "./object/apply-configuration.ts";
export { unstructuredType } from "./object/unstructured-object.ts";
export type { UnstructuredObject } from "./object/unstructured-object.ts";
export { isUnstructuredType, Unstructured } from "./object/object-body.ts";
export type { MergePatchBody, MetadataPatchBody } from "./object/merge-patch-body.ts";
export type { ApplyBody, ObjectBody, UnstructuredType, WriteType } from "./object/object-body.ts";
export type { Defaulted, StoredAs } from "./object/stored-form.ts";
export type { Double, Int32, Int64 } from "./numbers/numbers.ts";
export type { NamespacedKey, ObjectKey } from "./object/object-key.ts";
export { formatKey, keyOf, parseKey } from "./object/object-key.ts";
export type { ContinueToken, ResourceVersion, Uid } from "./object/brands.ts";
export { asContinueToken, asResourceVersion, asUid } from "./object/brands.ts";
export type { Condition, ConditionStatus } from "./conditions/condition.ts";
export type { CauseReason, Status, StatusCause, StatusDetails, StatusReason } from "./status/status.ts";
export { isStatus, statusReasons } from "./status/status.ts";
export {
  ApiError,
  hasCause,
  isAlreadyExists,
  isApiError,
  isApplyConflict,
  isBadRequest,
  isConflict,
  isExpired,
  isForbidden,
  isInternalError,
  isInvalid,
  isMethodNotAllowed,
  isNamespaceTerminating,
  isNotAcceptable,
  isNotFound,
  isRequestEntityTooLarge,
  isServerTimeout,
  isServiceUnavailable,
  isTimeout,
  isTooLargeResourceVersion,
  isTooManyRequests,
  isUnauthorized,
  isUnsupportedMediaType,
  retryAfterSecondsOf,
} from "./status/api-error.ts";

// What other packages need.
export {
  alreadyExists,
  apiErrorFrom,
  applyConflict,
  badRequest,
  conflict,
  expired,
  forbidden,
  generateNameConflict,
  internalError,
  invalid,
  invalidInSteps,
  methodNotAllowed,
  methodNotSupported,
  modifiedMessage,
  notAcceptable,
  notFound,
  requestEntityTooLarge,
  resourceNotFound,
  serverTimeout,
  serviceUnavailable,
  timeout,
  tooLargeResourceVersion,
  tooManyRequests,
  unauthorized,
  unclassifiedError,
  unsupportedMediaType,
} from "./status/api-errors.ts";
export type { FieldPath, FieldPathLike } from "./field/field-path.ts";
export { fieldPath, formatFieldPath } from "./field/field-path.ts";
export type { FieldError, FieldErrorType, TextShownAsJson } from "./field/field-error.ts";
export {
  field,
  fieldErrorBody,
  formatErrorMessages,
  formatFieldError,
  formatFieldErrors,
  omittedValue,
  shownAsFloat,
  shownAsJson,
} from "./field/field-error.ts";
export { append } from "./field/append.ts";
export { repeatedIndexes } from "./field/repeated-indexes.ts";
export { goKindOf, goTypeOf } from "./go/go-types.ts";
export { decodeUtf8 } from "./field/decode-utf8.ts";
export { formatGoFloat, quoteGoString, quoteGoStrings, stringifyGoJson } from "./go/go-format.ts";
export type { JsonArray, JsonObject, JsonValue, MutableJsonObject } from "./json/json-value.ts";
export { getOwn, isJsonArray, isJsonObject, setOwn } from "./json/json-value.ts";
export type { DecodedJson, DecodeJsonOptions } from "./json/codec.ts";
export type { Steps, Work } from "./json/steps.ts";
export {
  afterPause,
  eachInSteps,
  everyInSteps,
  finish,
  flatMapInSteps,
  itemsPerStep,
  joinedInSteps,
  Rest,
  runUntilDue,
  shouldYield,
  stepsOf,
  waitFor,
  whenDone,
  whenFailed,
  workOf,
} from "./json/steps.ts";
export { decodeJson, decodeJsonInSteps, encodeJson, encodeJsonBytes, jsonDepthMax } from "./json/codec.ts";
export { encodeJsonInSteps } from "./json/encode-in-steps.ts";
export { strictFieldsOf } from "./json/scan.ts";
export type { StrictField, StrictPlaces } from "./json/strict-field.ts";
export { strictErrorsMax } from "./json/strict-field.ts";
export { hasIntegralFloats, IntegralFloat, withIntegralFloats } from "./json/integral-float.ts";
export type { NumberLiterals } from "./json/number-literals.ts";
export {
  numberLiteralAt,
  numberLiteralsBelow,
  numberLiteralsOf,
  withEncodedNumbers,
  withMarkedNumbers,
  withNumberLiterals,
} from "./json/number-literals.ts";
export { JsonSyntaxError } from "./json/errors.ts";
export { isDeepEqual } from "./json/deep-equal.ts";
export { cloneJson } from "./json/clone.ts";
export { compareResourceVersions, isResourceVersion } from "./object/resource-version.ts";
export type { OwnerReferenceOptions } from "./object/owner-reference.ts";
export {
  AlreadyOwnedError,
  controllerOf,
  hasOwnerReference,
  isAlreadyOwnedError,
  isControlledBy,
  isOwnedBy,
  ownerProblem,
  ownerReferenceTo,
  removeOwnerReference,
  setControllerReference,
  setOwnerReference,
} from "./object/owner-reference.ts";
export {
  addFinalizer,
  foregroundDeletionFinalizer,
  hasFinalizer,
  isTerminating,
  orphanFinalizer,
  removeFinalizer,
} from "./object/finalizer.ts";
export type { ConditionUpdate } from "./conditions/set-condition.ts";
export { findCondition, isConditionTrue, removeCondition, setCondition } from "./conditions/set-condition.ts";
export type { JsonPath } from "./json-path/json-path.ts";
export { compileJsonPath, formatJsonPathResult } from "./json-path/json-path.ts";
export { JsonPathError } from "./json-path/errors.ts";
export type { JsonPatch, JsonPatchOperation } from "./patch/json-patch.ts";
export { applyJsonPatch, jsonPatchCopyBytesMax, jsonPatchOperationsMax, parseJsonPatch } from "./patch/json-patch.ts";
export { applyMergePatch, applyMergePatchInSteps } from "./patch/merge-patch.ts";
export { createMergePatch } from "./patch/create-merge-patch.ts";
export type { PatchErrorKind } from "./patch/errors.ts";
export { PatchError } from "./patch/errors.ts";
export type { CompiledLabelSelector, LabelSelector, LabelSelectorRequirement } from "./selectors/label-selector.ts";
export { compileLabelSelector, formatLabelSelector, matchesLabels } from "./selectors/label-selector.ts";
export { parseLabelSelector } from "./selectors/parse-label-selector.ts";
export type { LabelOperator, LabelRequirement, Labels } from "./selectors/requirement.ts";
export { labelRequirement } from "./selectors/requirement.ts";
export type { FieldRequirement } from "./selectors/field-selector.ts";
export { formatFieldSelector, matchesFields, parseFieldSelector } from "./selectors/field-selector.ts";
export { SelectorSyntaxError } from "./selectors/errors.ts";
export type { ParsedQuantity } from "./quantity/quantity.ts";
export {
  addQuantities,
  compareQuantities,
  isQuantity,
  negateQuantity,
  parseQuantity,
  QuantityError,
  QuantityRangeError,
  quantityOf,
  quantityValue,
  subtractQuantities,
} from "./quantity/quantity.ts";
export { canonicalQuantity, formatQuantity } from "./quantity/format-quantity.ts";
export type { QuantityFormat } from "./quantity/suffix.ts";
export type { IntOrString } from "./quantity/int-or-string.ts";
export { scaledValueOf } from "./quantity/int-or-string.ts";
export type { IpAddress, ParseIpAddressOptions } from "./network/ip-address.ts";
export { formatIpAddress, isMappedIpAddress, parseIpAddress } from "./network/ip-address.ts";
export { formatGoDuration, goDurationProblem, parseGoDuration } from "./time/go-duration.ts";
export type { GoTime } from "./time/go-time.ts";
export { parseGoTime } from "./time/go-time.ts";
export { formatMicroTime, formatTime, parseTime } from "./time/time.ts";
export { isDate } from "./time/date.ts";
export {
  dnsLabelLengthMax,
  dnsSubdomainLengthMax,
  isDns1035Label,
  isDns1123Label,
  isDns1123Subdomain,
  isWildcardDns1123Subdomain,
} from "./names/dns.ts";
export { isLabelValue, isQualifiedName, labelLengthMax } from "./names/label.ts";
export {
  isCIdentifier,
  isConfigMapKey,
  isEnvVarName,
  isHttpHeaderName,
  isPathSegmentName,
  isPathSegmentPrefix,
  isPercent,
  isPortName,
  isPortNumber,
  isRelaxedEnvVarName,
} from "./names/other-names.ts";
export type { NameRule } from "./names/name-rule.ts";
export { isDomainPrefixedPath } from "./names/domain-prefixed-path.ts";
export { nameIsDns1035Label, nameIsDnsLabel, nameIsDnsSubdomain, nameIsPathSegment } from "./names/name-rule.ts";
export {
  generateName,
  generateNameAlphabet,
  generateNamePrefixMax,
  generateNameSuffixLength,
} from "./names/generate-name.ts";
export type { ObjectMetaRules } from "./metadata/validate-object-meta.ts";
export {
  immutableMessage,
  objectMetaErrors,
  objectMetaUpdateErrors,
  validateImmutable,
  validateNonnegative,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from "./metadata/validate-object-meta.ts";
export {
  annotationsBytesMax,
  validateAnnotations,
  validateLabelKey,
  validateLabels,
  validateLabelSelector,
} from "./metadata/validate-labels.ts";
export {
  validateFinalizerName,
  validateFinalizers,
  validateNoNewFinalizers,
  validateOwnerReferences,
  validateStandardFinalizers,
} from "./metadata/validate-owner-references.ts";
export {
  fieldManagerBytesMax,
  validateFieldManager,
  validateManagedFields,
} from "./metadata/validate-managed-fields.ts";
export { validateConditions } from "./metadata/validate-conditions.ts";
export { resolvesToString } from "./yaml/plain-scalar.ts";
export { printYaml, printYamlDocuments } from "./yaml/print-yaml.ts";
