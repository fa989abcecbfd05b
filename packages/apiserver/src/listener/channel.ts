// One request and its response on a socket, for HTTP/1.1 and HTTP/2. HTTP/2 uses the streams of Node, because Node's compatibility API doubles their
// cost.
import type { IncomingMessage, ServerResponse as Http1Response } from "node:http";
import { constants } from "node:http2";
import type { IncomingHttpHeaders, ServerHttp2Session, ServerHttp2Stream } from "node:http2";
import type { Readable, Writable } from "node:stream";
import type { TLSSocket } from "node:tls";
import { decodeUtf8 } from "@kubewright/apimachinery";
import type { HeaderMap } from "@kubewright/transport";

export interface Channel {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: HeaderMap;
  readonly socket: TLSSocket;
  /** The body of the request. Nothing may read it before the request is authorized. */
  readonly incoming: Readable;
  /** Whether the client waits for `acceptBody` before it sends the body (`Expect: 100-continue`). */
  readonly awaitsAcceptance: boolean;
  /** Sends the status 100 to a client that waits. */
  acceptBody(): void;
  /** Whether the head announces a body. */
  readonly hasBody: boolean;
  /** Whether the last byte of the request has arrived, read or not. */
  readonly isRequestComplete: boolean;
  /** The body of the response. */
  readonly outgoing: Writable;
  /** Sends status and headers: over HTTP/2 at once, over HTTP/1.1 with the first bytes of the body or by `flushHeaders`. */
  sendHead(status: number, headers: HeaderMap): void;
  flushHeaders(): void;
  /** Aborts the response, so that the client detects an incomplete response: resets an HTTP/2 stream, closes an HTTP/1.1 connection. */
  abort(): void;
  /** Over HTTP/2, `stopRequest` makes the client stop sending the request. HTTP/1.1 has no signal for it. */
  readonly isHttp2: boolean;
  /** Whether the client has reset the stream. */
  readonly isReset: boolean;
  /** The connection over HTTP/2, unless it has ended. */
  readonly session: ServerHttp2Session | undefined;
  stopRequest(): void;
}

export class Http1Channel implements Channel {
  readonly incoming: IncomingMessage;
  readonly outgoing: Http1Response;
  readonly isHttp2 = false;
  readonly isReset = false;
  readonly session = undefined;

  constructor(incoming: IncomingMessage, outgoing: Http1Response) {
    this.incoming = incoming;
    this.outgoing = outgoing;
  }

  get method(): string {
    return this.incoming.method ?? "GET";
  }

  get url(): string {
    // A client may send the whole URL, as to a proxy.
    return (this.incoming.url ?? "/").replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/iu, "");
  }

  get headers(): HeaderMap {
    const { headers, rawHeaders } = this.incoming;
    const hosts = rawHeaders.filter((_, index) => rawHeaders[index - 1]?.toLowerCase() === "host" && index % 2 === 1);
    // Node keeps only the first one.
    return hosts.length > 1 ? { ...headersOf(headers, rawHeaders), host: hosts } : headersOf(headers, rawHeaders);
  }

  get socket(): TLSSocket {
    return this.incoming.socket as TLSSocket; // The server uses TLS only.
  }

  get hasBody(): boolean {
    const { "content-length": length = "0", "transfer-encoding": encoding } = this.incoming.headers;
    return encoding !== undefined || Number(length) > 0;
  }

  get isRequestComplete(): boolean {
    return this.incoming.complete;
  }

  get awaitsAcceptance(): boolean {
    return awaitsAcceptance(this.incoming.headers);
  }

  acceptBody(): void {
    if (this.awaitsAcceptance) this.outgoing.writeContinue();
  }

  sendHead(status: number, headers: HeaderMap): void {
    this.outgoing.writeHead(status, headers as Record<string, string | string[]>); // Node only reads the arrays.
  }

  flushHeaders(): void {
    this.outgoing.flushHeaders();
  }

  abort(): void {
    this.outgoing.destroy();
  }

  stopRequest(): void {
    // HTTP/1.1 cannot stop a request.
  }
}

export class Http2Channel implements Channel {
  readonly incoming: ServerHttp2Stream;
  readonly outgoing: ServerHttp2Stream;
  readonly isHttp2 = true;
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderMap;
  readonly awaitsAcceptance: boolean;

  constructor(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, rawHeaders: readonly string[]) {
    this.incoming = stream;
    this.outgoing = stream;
    const { ":method": method, ":path": url } = headers;
    this.method = typeof method === "string" ? method : "GET";
    this.url = typeof url === "string" ? url : "/";
    this.headers = headersOf(headers, rawHeaders);
    this.awaitsAcceptance = awaitsAcceptance(headers);
  }

  acceptBody(): void {
    if (this.awaitsAcceptance && !this.outgoing.headersSent) this.outgoing.additionalHeaders({ ":status": 100 });
  }

  get socket(): TLSSocket {
    return this.incoming.session?.socket as TLSSocket; // The server uses TLS only, and a served stream has a session.
  }

  get session(): ServerHttp2Session | undefined {
    return this.incoming.session as ServerHttp2Session | undefined; // The stream of a server.
  }

  get isReset(): boolean {
    return this.outgoing.rstCode === constants.NGHTTP2_CANCEL;
  }

  get hasBody(): boolean {
    return !this.incoming.endAfterHeaders;
  }

  get isRequestComplete(): boolean {
    return this.incoming.destroyed || this.incoming.state.remoteClose === 1;
  }

  sendHead(status: number, headers: HeaderMap): void {
    if (this.outgoing.destroyed) return;
    this.outgoing.respond({ ...(headers as Record<string, string | string[]>), ":status": status }); // Node only reads the arrays.
  }

  flushHeaders(): void {
    // `respond` has sent them.
  }

  abort(): void {
    this.outgoing.close(constants.NGHTTP2_INTERNAL_ERROR);
  }

  stopRequest(): void {
    this.outgoing.close(constants.NGHTTP2_NO_ERROR);
  }
}

function awaitsAcceptance({ expect }: IncomingHttpHeaders): boolean {
  return expect?.toLowerCase() === "100-continue";
}

/**
 * Headers as a map. Node joins repeated headers, and reads their bytes as Latin-1. Those of impersonation keep their values apart, and have names in
 * UTF-8 as those of kube-apiserver.
 */
function headersOf(joined: IncomingHttpHeaders, rawHeaders: readonly string[]): HeaderMap {
  const headers = joined as Record<string, string | string[]>; // Node sets no header to undefined.
  if (!hasImpersonation(headers)) return headers;
  const impersonation: Record<string, string[]> = {};
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? "";
    if (isImpersonation(name)) (impersonation[name] ??= []).push(decodeUtf8(rawHeaders[i + 1] ?? ""));
  }
  return { ...headers, ...impersonation };
}

function hasImpersonation(headers: HeaderMap): boolean {
  for (const name in headers) if (isImpersonation(name)) return true;
  return false;
}

function isImpersonation(name: string): boolean {
  return name.startsWith("impersonate-");
}
