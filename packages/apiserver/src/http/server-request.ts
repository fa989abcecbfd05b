// A request and a response, independent of whether they use a socket or a call in process.
import type { Status } from "@kubewright/apimachinery";
import type { HeaderMap } from "@kubewright/transport";
import type { IssuedTokens } from "../authentication/token-result.ts";
import type { UserInfo } from "../authentication/user-info.ts";

export interface ServerRequest {
  readonly method: string;
  /** Percent-encoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The path and the query as sent. Default: composed of them. */
  readonly uri?: string;
  /** Names in lower case. */
  readonly headers: HeaderMap;
  /** The whole body; empty while `unreadBody` is set. */
  readonly body: Uint8Array;
  /** A body that is still on its way. The endpoint reads it, after authentication and authorization. */
  readonly unreadBody?: UnreadBody | undefined;
  /** When its head arrived, by the clock's `now()`. Default: when the handler is called. */
  readonly receivedAtMs?: number;
  /** The address of the client. Default: a call in process. */
  readonly remoteAddress?: string | undefined;
  /** Aborted when the client disconnects. Ends watches and everything that waits. */
  readonly signal?: AbortSignal;
  /** Called when the request has valid credentials, before it is authorized. */
  readonly onAuthenticated?: ((user: UserInfo) => void) | undefined;
  /** The user of the connection (a call in process, a client certificate). Default: the user that the headers authenticate. */
  readonly user?: UserInfo | undefined;
  /** The tokens of the listener that received the request. Default: none. */
  readonly tokens?: IssuedTokens;
  /** The connection has a client certificate of another authority, so a request without a valid token is rejected. Default false. */
  readonly hasInvalidCertificate?: boolean;
}

/** A body that has not been read. Until then the client may send no more than a flow-control window of it. */
export interface UnreadBody {
  /**
   * Reads the whole body, once, for an authorized user. Waits while the bodies in memory use the budget of this user. Rejects with the reason of the
   * request's signal if the client disconnects.
   */
  read(user: UserInfo): Promise<ReceivedBody>;
}

/** A body; or "too large" if it is over `bodySizeMax`, and "late" if it has not arrived within the time that the request may take. */
export type ReceivedBody = Uint8Array | "late" | "too large";

export interface ServerResponse {
  readonly status: number;
  readonly headers: HeaderMap;
  /** A stream is a list, a watch or a log. It is produced while it is read. */
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
  /** The Status in the body, for the audit event. */
  readonly statusObject?: Status;
  /** By the clock's `now()`: a response whose client has not read it by then is aborted. kube-apiserver waits for the client. Default: never. */
  readonly endsAtMs?: number | undefined;
  /** A response of more bytes is compressed if the client accepts that. `Infinity`: never. Default 128 KiB. */
  readonly gzipThresholdBytes?: number;
  /** The labels of the request in metrics, for paths whose labels depend on the response. */
  readonly counted?: PageLabels;
  /** The request had no valid credentials. Default false. */
  readonly isUnauthenticated?: boolean;
  /** The JSON is never indented, even for clients that request it. */
  readonly isCompact?: boolean;
  /** With status 101: serves the upgraded connection. Resolves when it has ended; the signal ends it. */
  readonly upgrade?: (stream: ByteStream, signal: AbortSignal) => Promise<void>;
}

/** The labels of a request to `/statusz` or `/flagz` in metrics. Group and version are empty unless the response is an object. */
export interface PageLabels {
  readonly resource: string;
  readonly group: string;
  readonly version: string;
}

/** The body of a watch, which grows until it ends. Its reader calls `take`, so it decides how many events a chunk contains. */
export interface LiveBody extends AsyncIterable<Uint8Array> {
  readonly isEnded: boolean;
  /** Resolves when `take` may return bytes, or the body may have ended. */
  ready(): Promise<void>;
  /** The bytes that can be sent now, about 64 KiB at most; `undefined` if nothing can be sent. */
  take(): Uint8Array | undefined;
  /** Ends the body. Its reader always calls this. */
  close(): void;
}

/** The server end of an upgraded connection. */
export interface ByteStream {
  /** The bytes that the client sends. The stream ends when the client ends its side or disconnects, and can be read once. */
  readonly incoming: AsyncIterable<Uint8Array>;
  /** Resolves when more may be sent. Rejects if the client has disconnected. */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends the server's side. */
  end(): Promise<void>;
}

/** A request body may have this many bytes, as in a kube-apiserver. */
export const bodySizeMax: number = 3 * 1024 * 1024;
