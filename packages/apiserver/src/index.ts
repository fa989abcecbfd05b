// A Kubernetes API server in the process that needs it.

// For users.
export { createApiServer } from "./api-server.ts";
export type { ApiServer, ApiServerOptions } from "./api-server.ts";
export { openApiServer } from "./open-api-server.ts";
export type { DurableApiServerOptions } from "./open-api-server.ts";
export type { SyncPolicy } from "./storage/durable/sync-policy.ts";
export { isStorageError, StorageError } from "./storage/durable/errors.ts";
export type { Listener, ListenerCredentials, ListenOptions } from "./listener/listener.ts";
export { AdmissionPluginOptionError, isAdmissionPluginOptionError } from "./admission/errors.ts";
export type { PodSecurityOptions } from "./admission/pod-security/configuration.ts";
export { isPodSecurityOptionError, PodSecurityOptionError } from "./admission/pod-security/errors.ts";
export type { WebhookOptions } from "./webhook-client/dial.ts";
export type { WebhookTarget } from "./webhook-client/target.ts";
export { isServiceAccountOptionError, ServiceAccountOptionError } from "./service-accounts/errors.ts";
export type { ServiceAccountOptions } from "./service-accounts/service-account-options.ts";
export type { UserInfo } from "./authentication/user-info.ts";
export type { AuditedReference, AuditedStatus, AuditedUser, AuditEvent, AuditStage } from "./filters/audit-event.ts";
export type { TypeDescription, TypeDescriptions } from "@kubewright/api-facts";
export { collectTypeDescriptions } from "./openapi/type-descriptions.ts";

// For controllers.
export type { DocumentedKind, ExpressionWarning } from "./expressions/type-checking.ts";
export { typeCheckPolicy } from "./expressions/type-checking.ts";

// For tests that read encoded responses.
export { decodeProtobuf, decodeProtobufEvents, encodeProtobuf } from "./protobuf/codec.ts";
export type { ProtobufEvent } from "./protobuf/codec.ts";
export { isProtobufError, ProtobufError } from "./protobuf/wire-error.ts";
export type {
  CommandResult,
  CommandSession,
  ContainerLog,
  ContainerTarget,
  LogLine,
  LogRequest,
  NodeProxy,
  StreamSession,
} from "./connections/node-proxy.ts";

// For the quota controller.
export { quotaCount, withUsage } from "./admission/plugins/quota/count-usage.ts";
export type { QuotaCount } from "./admission/plugins/quota/count-usage.ts";
export type { UsageContext } from "./admission/plugins/quota/evaluator.ts";
export type { ResourceList } from "./admission/plugins/quota/resource-list.ts";
