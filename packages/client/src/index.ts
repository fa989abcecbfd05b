export type {
  ApplyOptions,
  Client,
  ClientWatchOptions,
  DeleteAllOptions,
  DeleteKeyOptions,
  DeleteOptions,
  ListOptions,
  Patch,
  PatchOptions,
  ReadOptions,
  StatusChange,
  StatusOf,
  StatusOptions,
  SubresourceClient,
  WatchEvent,
  WriteOptions,
} from "./client/client.ts";
export type { ClientObserver, RequestReport, ServerWarning } from "./observer.ts";
export { ConfigError, isConfigError, isUnknownKindError, UnknownKindError } from "./errors.ts";
export type { ClientConfig } from "./config/client-config.ts";
export type { EventNote, EventRecorder } from "./events/event-recorder.ts";
export type { DiscoveredResource, DiscoveredResources, Discovery } from "./discovery/discovery.ts";
export type { RestMapper } from "./discovery/rest-mapper.ts";
export type {
  CollectionOptions,
  GetOptions,
  ListChunk,
  ListStreamOptions,
  PatchType,
  RawDeleteOptions,
  RawPatchOptions,
  RawRequest,
  RawWatchEvent,
  RawWriteOptions,
  RequestOptions,
  Verbs,
  WatchOptions,
} from "./verbs/verbs.ts";
