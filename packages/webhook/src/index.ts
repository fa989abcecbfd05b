/** Answering the API server. */
export { createWebhookServer, defaultWebhookPort } from "./server/webhook-server.ts";
export type { WebhookServer, WebhookServerOptions } from "./server/webhook-server.ts";
export { createWebhookMetrics } from "./server/webhook-metrics.ts";
export type { WebhookObserver } from "./server/webhook-metrics.ts";
export { bodyBytesMax } from "./server/answer.ts";
export type { WebhookHttpRequest, WebhookHttpResponse } from "./server/answer.ts";
export { createDefaulter, createValidator } from "./admission/webhook.ts";
export type {
  AdmissionWebhook,
  RequestContext,
  Validation,
  ValidatorOptions,
  Verdict,
  WebhookContext,
} from "./admission/webhook.ts";
export { mutatePath, validatePath } from "./admission/webhook-path.ts";
export type { AdmissionRequest, Operation } from "./admission/admission-request.ts";
export { certificateReloadMs, createReloadedCertificate } from "./certificates/reloaded-certificate.ts";
export type { ReloadedCertificateOptions } from "./certificates/reloaded-certificate.ts";
export { createManagedCertificates, managedCertificatesPollMs } from "./certificates/managed-certificates.ts";
export type { ManagedCertificatesOptions } from "./certificates/managed-certificates.ts";
export { createExpiryCheck, expiryNoticeMs } from "./certificates/expiry-check.ts";
export type { ExpiryCheck } from "./certificates/expiry-check.ts";
export type { CertificateSource } from "./certificates/certificate-source.ts";
