// A request and an answer as the server sees them: the same whether they came through a socket or a call.
import type { HeaderMap } from "@kubewright/transport";
import type { UserInfo } from "../authentication/user-info.ts";

export interface ServerRequest {
  readonly method: string;
  /** Percent-encoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: HeaderMap;
  /** The whole body. Of a body over `bodySizeMax` the listener passes on only that it is larger. */
  readonly body: Uint8Array;
  /** When its head arrived, by the clock's `now()`. Default: when the handler is called. */
  readonly receivedAtMs?: number;
  /** The time limit passed before the whole body arrived. The body is empty. Default false. */
  readonly isLate?: boolean;
  /** Ends a watch, and the wait of a request that waits. */
  readonly signal?: AbortSignal;
  /** Who sends it, when the way it came by says so (a call in process, a client certificate). Otherwise the headers do. */
  readonly user?: UserInfo | undefined;
}

export interface ServerResponse {
  readonly status: number;
  readonly headers: HeaderMap;
  /** A stream is a list or a watch; it is produced as it is read. */
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
  /** By the clock's `now()`: a response that has not been sent by then is aborted. A kube-apiserver waits for the client. Default: never. */
  readonly endsAtMs?: number | undefined;
  /** An answer of more bytes is compressed if the client accepts that. `Infinity`: never. Default 128 KiB. */
  readonly gzipThresholdBytes?: number;
  /** What metrics count the request by, of a path whose labels depend on the response. */
  readonly counted?: PageLabels;
  /** JSON is not indented for people, whatever the request says. */
  readonly isCompact?: boolean;
  /** With status 101: what is done with the connection that follows. Resolves when it is over; the signal ends it. */
  readonly upgrade?: (stream: ByteStream, signal: AbortSignal) => Promise<void>;
}

/** What a request to `/statusz` or `/flagz` is counted by. Group and version are empty unless the response is an object. */
export interface PageLabels {
  readonly resource: string;
  readonly group: string;
  readonly version: string;
}

/** The body of a watch, which grows until it ends. A reader that takes it chunk by chunk decides how many events a chunk holds. */
export interface LiveBody extends AsyncIterable<Uint8Array> {
  readonly isEnded: boolean;
  /** Resolves when `take` may return bytes, or the body may have ended. */
  ready(): Promise<void>;
  /** The bytes that can be sent now, about 64 KiB at most; `undefined` if there are none. */
  take(): Uint8Array | undefined;
  /** Ends the body. Its reader calls this in any case. */
  close(): void;
}

/** A connection after the answer 101, as the server sees it. */
export interface ByteStream {
  /** What the client sends; it ends when the client ends its side, or leaves. It can be read once. */
  readonly incoming: AsyncIterable<Uint8Array>;
  /** Resolves when more may be sent. Rejects when the client has left. */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends the server's side. */
  end(): Promise<void>;
}

/** A request body may have this many bytes, as in a kube-apiserver. */
export const bodySizeMax: number = 3 * 1024 * 1024;
