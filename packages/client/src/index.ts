/** A Kubernetes client: configuration, typed calls, the same verbs on bytes, discovery, events, leader election. */
export type {
  ApplyOptions,
  ClientWatchOptions,
  CreateOrPatchOptions,
  CreateOrPatchResult,
  CreateOrUpdateOptions,
  CreateOrUpdateResult,
  DeleteAllOfOptions,
  DeleteOptions,
  FieldValidation,
  KeyPatchOptions,
  KeyStatusOptions,
  ListOptions,
  ObjectPatchOptions,
  Patch,
  MetadataPatch,
  PatchOptions,
  Preconditions,
  MetadataOnly,
  ReadOptions,
  StatusChange,
  StatusOf,
  StatusOptions,
  WatchEvent,
  WriteOptions,
} from "./client/call-options.ts";
export type { ApiReader, LiveListOptions, LiveReadOptions, ReaderDefaults } from "./client/api-reader.ts";
export type { Client, SubresourceClient } from "./client/client.ts";
export type {
  ClientBackend,
  ClientInterceptor,
  DeleteAllOfCall,
  DeleteCall,
  GetCall,
  ListCall,
  PatchCall,
  WatchCall,
  WriteCall,
} from "./client/client-backend.ts";
export type { ClientDefaults, WriteFence } from "./client/client-defaults.ts";
export type { Entry, OccupiedEntry, VacantEntry } from "./client/entry.ts";
export { createClient } from "./client/create-client.ts";
export { defaultPageSize } from "./client/server-backend.ts";
export type { CreateClientOptions } from "./client/create-client.ts";
export { guaranteedUpdate } from "./client/guaranteed-update.ts";
export type {
  GuaranteedUpdateOptions,
  GuaranteedUpdateResult,
  ObjectChange,
  UpdatingClient,
} from "./client/guaranteed-update.ts";
export { resourceOf } from "./client/resource-of.ts";
export { upgradeManagedFieldsPatch } from "./client/upgrade-managed-fields.ts";
export type { UpgradeManagedFieldsOptions } from "./client/upgrade-managed-fields.ts";
export { createResourceClient } from "./typed/resource-client.ts";
export type { ResourceClient } from "./typed/resource-client.ts";
export type { BudgetLane, ClientObserver, DelayedRequest, RequestReport, ServerWarning } from "./observer.ts";
export { defaultRequestTimeoutMs } from "./verbs/exchange-limit.ts";
export { createRequestBudget, defaultConcurrencyMax } from "./verbs/request-budget.ts";
export type { AcquireOptions, RequestBudget, RequestBudgetOptions } from "./verbs/request-budget.ts";
export { defaultRetriesMax, defaultRetryBackoff } from "./verbs/retry-policy.ts";
export type { RetriedVerb, RetryPolicy } from "./verbs/retry-policy.ts";
export {
  CommandFailedError,
  ConfigError,
  isCommandFailedError,
  isConfigError,
  isLeadershipError,
  isPortForwardError,
  isProtocolError,
  isUnknownKindError,
  isWaitTimeoutError,
  LeadershipError,
  PortForwardError,
  ProtocolError,
  UnknownKindError,
  WaitTimeoutError,
} from "./errors.ts";
export type { WaitTimeoutDetails } from "./errors.ts";
export type { ClientConfig } from "./config/client-config.ts";
export type { ConfigHost, HostCommand } from "./config/config-host.ts";
export type { ExecPolicy } from "./config/exec-credential.ts";
export { configFromKubeconfig, createTransportFor, loadConfig } from "./config/load-config.ts";
export type { KubeconfigTextOptions, LoadConfigOptions } from "./config/load-config.ts";
export { attach, exec } from "./pods/exec.ts";
export type { AttachOptions, ExecOptions } from "./pods/exec.ts";
export type {
  CollectedOutput,
  CollectOptions,
  CommandInput,
  CommandOutput,
  CommandResult,
  CommandSession,
  TerminalSize,
} from "./pods/command-session.ts";
export { copyFromContainer, copyToContainer } from "./pods/copy.ts";
export type { CopyOptions, CopyToOptions } from "./pods/copy.ts";
export { collectedBytesMax } from "./pods/command-session.ts";
export { logBytes, logs } from "./pods/logs.ts";
export type { LogOptions } from "./pods/logs.ts";
export { portForward } from "./pods/port-forward.ts";
export type { PortForwardConnection, PortForwardOptions } from "./pods/port-forward.ts";
export { startPortForward } from "./pods/start-port-forward.ts";
export type { ForwardedPort, StartPortForwardOptions } from "./pods/start-port-forward.ts";
export * as conditions from "./wait/conditions.ts";
export type { WaitCondition } from "./wait/condition.ts";
export { waitFor } from "./wait/wait-for.ts";
export type { WaitingClient, WaitOptions } from "./wait/wait-for.ts";
export { createAccessReviewer } from "./access/access-reviewer.ts";
export type { AccessReviewer, ReviewedRequest, ReviewedUser } from "./access/access-reviewer.ts";
export { createEventRecorder } from "./events/create-event-recorder.ts";
export type { CreateEventRecorderOptions } from "./events/create-event-recorder.ts";
export type { EventApiVersion } from "./events/event-form.ts";
export type { EventNote, EventRecorder } from "./events/event-recorder.ts";
export { createLeaderElection } from "./leader-election/create-leader-election.ts";
export { defaultElectionTimings } from "./leader-election/election-state.ts";
export { checkElectionTimings } from "./leader-election/timings.ts";
export type { ElectionState, ElectionTimings, ObservedLease } from "./leader-election/election-state.ts";
export type {
  LeaderElection,
  LeaderElectionObserver,
  LeaderElectionOptions,
  Leadership,
} from "./leader-election/leader-election.ts";
export type { DiscoveredResource, DiscoveredResources, Discovery } from "./discovery/discovery.ts";
export type { RestMapper } from "./discovery/rest-mapper.ts";
export type {
  CollectionOptions,
  ConnectRequest,
  GetOptions,
  ListStreamOptions,
  PatchType,
  RawDeleteOptions,
  RawPatchOptions,
  RawRequest,
  RawWriteOptions,
  RequestOptions,
  Verbs,
  WatchOptions,
} from "./verbs/verbs.ts";
export type { ListChunk } from "./stream/list-decoder.ts";
export type { RawWatchEvent } from "./stream/watch-decoder.ts";
export { metadataMembersOf } from "./stream/container-scan.ts";
export type { MetadataMembers } from "./stream/container-scan.ts";
export type { RawObject } from "./stream/raw-object.ts";

// What other packages need.
export { storedObject } from "./client/objects.ts";
export { createDiscovery } from "./discovery/create-discovery.ts";
export { listPages } from "./verbs/list-pages.ts";
export { assertKey, collectionPath } from "./verbs/paths.ts";
