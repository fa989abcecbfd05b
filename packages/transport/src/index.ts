/** The one seam between this toolkit and an API server, and its form made of sockets. */
export type {
  HeaderMap,
  Transport,
  TransportRequest,
  TransportResponse,
  UpgradedConnection,
  UpgradeRequest,
} from "./transport.ts";
export { createSocketTransport } from "./socket-transport.ts";
export type { CredentialsProvider, SocketTransportOptions } from "./socket-transport.ts";
export type { ProxyOptions } from "./proxy.ts";
export type { TlsOptions, TlsProvider } from "./tls.ts";
export {
  BodyTooLargeError,
  isBodyTooLarge,
  isTransportError,
  isUpgradeRefused,
  TransportError,
  UpgradeRefusedError,
} from "./errors.ts";
export type { TransportErrorDetails, TransportErrorKind } from "./errors.ts";

// For those who implement a transport or read its answers.
export { bodyOf, discardBody, emptyBody, readBody, readText } from "./body.ts";
export type { ReadBodyOptions } from "./body.ts";
export { headerOf, headerValuesOf } from "./headers.ts";
