/** HTTP to an API server: the `Transport` interface and its socket implementation. */
export type {
  HeaderMap,
  RequestLane,
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
  isWebSocketProtocolError,
  TransportError,
  UpgradeRefusedError,
  WebSocketProtocolError,
} from "./errors.ts";
export type { TransportErrorDetails, TransportErrorKind } from "./errors.ts";

// For implementations of `Transport` and readers of responses.
export { bodyOf, discardBody, emptyBody, readBody, readText } from "./body.ts";
export type { ReadBodyOptions } from "./body.ts";
export { headerOf, headerValuesOf } from "./headers.ts";

// WebSockets over an upgraded connection.
export { openWebSocket } from "./web-socket/open-web-socket.ts";
export type { OpenWebSocketOptions, WebSocketConnection } from "./web-socket/open-web-socket.ts";
export { binaryFrame, closeCodes, closeFrame, messagesIn, pingFrame, pongFrame } from "./web-socket/frames.ts";
export type { WebSocketMessage, WebSocketSide } from "./web-socket/frames.ts";

// Local ports.
export { startTcpListener } from "./tcp-listener.ts";
export type { TcpConnection, TcpListener, TcpListenerOptions } from "./tcp-listener.ts";
