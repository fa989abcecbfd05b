/** HTTP and HTTPS servers with limits, certificate reload and graceful shutdown. */
export { createHttpListener } from "./http-listener.ts";
export type { HttpListener, HttpListenerOptions, ListeningAddress } from "./http-listener.ts";
export type { HttpLimits } from "./limits.ts";
export type { Http2Options } from "./http2-server.ts";
export { readBody } from "./read-body.ts";
export { tlsMinVersionDefault } from "./tls.ts";
export type { ServingPair, TlsServingOptions, TlsSettings, TlsVersion } from "./tls.ts";
export { startHttpsServer } from "./https-server.ts";
export type { HttpsServer, HttpsServerOptions, ServingCertificate } from "./https-server.ts";
export { isLoopback, parseBindAddress } from "./bind-address.ts";
export type { BindAddress } from "./bind-address.ts";
export { isListenError, ListenError } from "./errors.ts";
