/** Inputs that grow: each makes a request with `n` repeated parts, for every decoder, validator, patch, selector, path, header and expression. */
import type { FuzzRequest } from "../fuzz/seed-requests.ts";

export interface GrowingInput {
  readonly name: string;
  /** The request with `n` parts. */
  readonly request: (n: number) => FuzzRequest;
  /** Requests that are sent before, and are not measured. Default: none. */
  readonly before?: (n: number) => readonly FuzzRequest[];
  /** The largest number of parts that is tried. Default: as many as the largest body of the test has. */
  readonly partsMax?: number;
  /** The bytes of the stored objects that the request reads count, too. Default false. */
  readonly readsStored?: boolean;
  /** The response grows faster than the request, as that of kube-apiserver, so its bytes count, too. The reason. */
  readonly growingResponse?: string;
}

export type PartOf<T> = (index: number) => T;

/** The list of `n` parts. */
export function list<T>(n: number, part: PartOf<T>): readonly T[] {
  return Array.from({ length: n }, (_, index) => part(index));
}

/** The map of `n` keys. */
export function map<T>(n: number, entry: PartOf<readonly [string, T]>): Readonly<Record<string, T>> {
  return Object.fromEntries(list(n, entry));
}

/** A request with a JSON body. */
export function json(method: string, path: string, body: unknown, contentType = "application/json"): FuzzRequest {
  return {
    method,
    path,
    headers: { "content-type": contentType },
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
}

export function read(path: string, headers: Readonly<Record<string, string>> = {}): FuzzRequest {
  return { method: "GET", path, headers: { accept: "application/json", ...headers } };
}

export const core = "/api/v1/namespaces/default";
export const apps = "/apis/apps/v1/namespaces/default";
export const container = { name: "c", image: "x" };
