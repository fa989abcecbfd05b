// What users need.
export type { GroupKind, GroupResource, GroupVersion, GroupVersionKind, GroupVersionResource } from "./object/group-version.ts";
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
export type { ObjectKey } from "./object/object-key.ts";
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
export type { FieldError, FieldErrorType } from "./field/field-error.ts";
export { field, fieldErrorBody, formatFieldError, formatFieldErrors, omittedValue } from "./field/field-error.ts";
export { formatGoFloat, quoteGoString, stringifyGoJson } from "./field/go-format.ts";
export type { JsonArray, JsonObject, JsonValue, MutableJsonObject } from "./json/json-value.ts";
export { getOwn, isJsonArray, isJsonObject, setOwn } from "./json/json-value.ts";
export type { DecodedJson, DecodeJsonOptions } from "./json/codec.ts";
export { decodeJson, encodeJson, encodeJsonBytes, jsonDepthMax } from "./json/codec.ts";
export { JsonSyntaxError } from "./json/errors.ts";
export { isDeepEqual } from "./json/deep-equal.ts";
