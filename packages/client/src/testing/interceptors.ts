/** Interceptors are called before the server. All failures are interceptors: before the server executes a request, after it, or instead of it. */
import { isApiError } from "@kubewright/apimachinery";
import type { TransportRequest, TransportResponse } from "@kubewright/transport";
import type { MemoryRequest, RequestInfo } from "./request-info.ts";
import { errorResponse } from "./responses.ts";

/**
 * Returns the response to a request, or calls `next()`. If it throws an `ApiError`, the response is its Status; after another error, the request has no
 * response. Throwing after `next()` loses the response to a write that the server has executed.
 */
export type Interceptor = (
  request: MemoryRequest & Pick<TransportRequest, "signal" | "headers">,
  next: () => Promise<TransportResponse>,
) => TransportResponse | Promise<TransportResponse>;

/** Which request fails. Absent fields match every request. */
export interface FailNextOptions extends Partial<
  Pick<RequestInfo, "verb" | "resource" | "subresource" | "namespace" | "name">
> {
  /** How many requests fail. Default: 1. */
  readonly times?: number;
  /** Whether the server executes the request first, so that only its response is lost. Default: false. */
  readonly afterwards?: boolean;
}

export interface Interceptors {
  add(interceptor: Interceptor): Disposable;
  failNext(failure: Error | "hang", options?: FailNextOptions): void;
  run(received: MemoryRequest, request: TransportRequest, respond: () => TransportResponse): Promise<TransportResponse>;
}

export function createInterceptors(): Interceptors {
  const interceptors: Interceptor[] = [];
  return { add, failNext, run };

  function add(interceptor: Interceptor): Disposable {
    interceptors.unshift(interceptor);
    return {
      [Symbol.dispose]() {
        const at = interceptors.indexOf(interceptor);
        if (at >= 0) interceptors.splice(at, 1);
      },
    };
  }

  function failNext(failure: Error | "hang", options: FailNextOptions = {}): void {
    const { times = 1, afterwards = false, ...expected } = options;
    let left = times;
    const added = add(async (request, next) => {
      if (left === 0 || !isMatch(request, expected)) return await next();
      left -= 1;
      if (left === 0) added[Symbol.dispose]();
      if (afterwards) await next();
      if (failure === "hang") return await new Promise<never>(() => {}); // The signal of the request ends it.
      throw failure;
    });
  }

  async function run(
    received: MemoryRequest,
    request: TransportRequest,
    respond: () => TransportResponse,
  ): Promise<TransportResponse> {
    const { signal, headers = {} } = request;
    const shown = { ...received, signal, headers };
    const chain = [...interceptors];
    const next = async (at: number): Promise<TransportResponse> => {
      const interceptor = chain[at];
      if (interceptor === undefined) return respond();
      return await interceptor(shown, () => next(at + 1));
    };
    try {
      return await next(0);
    } catch (error) {
      if (isApiError(error)) return errorResponse(error);
      throw error;
    }
  }
}

function isMatch(request: RequestInfo, expected: Partial<RequestInfo>): boolean {
  return Object.entries(expected).every(([field, value]) => request[field as keyof RequestInfo] === value); // The keys of a RequestInfo.
}
