/** Webhook servers for API servers. */
export { serveWebhooks } from "./program/serve-webhooks.ts";
export type { ServeWebhooksOptions, WebhookFlags, WebhookManager } from "./program/serve-webhooks.ts";
export { createWebhookServer, defaultWebhookPort } from "./server/webhook-server.ts";
export type { WebhookServer, WebhookServerOptions } from "./server/webhook-server.ts";
export { createWebhookMetrics } from "./server/webhook-metrics.ts";
export type { WebhookObserver } from "./server/webhook-metrics.ts";
export type { EndpointsOptions } from "./server/endpoints.ts";
export type { ContextFunc, WebhookHttpRequest, WebhookHttpResponse, WebhookMux } from "./server/answer.ts";
export type { WebhookContext } from "./review/webhook-context.ts";
export { authenticated, unauthenticated } from "./authentication/authentication-webhook.ts";
export type { AuthenticationRequest, AuthenticationWebhook } from "./authentication/authentication-webhook.ts";
export { allow, deny, noOpinion } from "./authorization/authorization-webhook.ts";
export type { AuthorizationRequest, AuthorizationWebhook } from "./authorization/authorization-webhook.ts";
export { multiMutatingHandler, multiValidatingHandler } from "./admission/multi-handler.ts";
export type { LogConstructor } from "./admission/admission-review.ts";
export { createDefaulter, createValidator } from "./admission/webhook.ts";
export type {
  AdmissionWebhook,
  DefaulterOptions,
  RequestContext,
  Validation,
  ValidatorOptions,
  AdmissionResponse,
} from "./admission/webhook.ts";
export { mutatePath, validatePath } from "./admission/webhook-path.ts";
export type { AdmissionRequest, Operation } from "./admission/admission-request.ts";
export { ConversionError } from "./conversion/spoke.ts";
export type { Converted, Spoke } from "./conversion/spoke.ts";
export { convertObject } from "./conversion/convert-object.ts";
export { conversionPath } from "./conversion/conversion-review.ts";
export {
  annotate,
  convertPresent,
  copyFields,
  mapValues,
  presentFields,
  withAnnotations,
} from "./conversion/copy-fields.ts";
export type { AnnotationChanges, ConvertedFields, PresentFields } from "./conversion/copy-fields.ts";
export { createManagedCertificates } from "./certificates/managed-certificates.ts";
export type { ManagedCertificatesOptions } from "./certificates/managed-certificates.ts";
