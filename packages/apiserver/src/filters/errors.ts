// Converts errors of filters and endpoints to responses.
import { internalError, isApiError, quoteGoString } from "@kubewright/apimachinery";
import type { Status } from "@kubewright/apimachinery";
import { headerOf } from "@kubewright/transport";
import { respondWithStatus } from "../request/responses.ts";
import { RequestTimeoutError } from "../request/request-deadline.ts";
import { textResponse } from "../http/responses.ts";
import type { ServerResponse } from "../http/server-request.ts";
import { errorMediaType } from "../negotiation/accept.ts";
import type { Engine } from "../registry/engine.ts";
import { isStorageError } from "../storage/durable/errors.ts";
import type { StorageError } from "../storage/durable/errors.ts";
import type { FailedRequest, RequestHandler, RequestState } from "./request-state.ts";
import { requestTimeoutResponse } from "./timeout.ts";

export interface ErrorOptions {
  readonly engine: Engine;
  /** Called with each error of the server itself. The response is 500. */
  readonly onInternalError: (error: unknown, request: FailedRequest) => void;
}

/** Rejects only with the reason of the request's signal. */
export function withErrors(next: RequestHandler, { engine, onInternalError }: ErrorOptions): RequestHandler {
  return async (state) => {
    const { request } = state;
    try {
      const response = await next(state);
      const flushing = state.showsObjects ? engine.store.flushAtTurnEnd() : undefined;
      if (flushing !== undefined) await flushing; // A store in memory does not delay its responses.
      return response;
    } catch (error) {
      request.signal?.throwIfAborted();
      const failure = state.isRouted && state.showsObjects ? await durableFailure(engine, error) : error;
      state.failure = failure;
      if (failure instanceof RequestTimeoutError) return requestTimeoutResponse(state);
      if (!isApiError(failure)) onInternalError(failure, state.failedRequest);
      if (isStorageError(failure) && state.info.target.type === "path") return storageFailure(state, failure);
      return errorResponse(state, statusOf(failure));
    }
  };
}

/** Returns the store's error if it cannot flush: an error such as a conflict reveals state that may not be durable yet. */
async function durableFailure(engine: Engine, error: unknown): Promise<unknown> {
  try {
    await engine.store.flushAtTurnEnd();
    return error;
  } catch (failure) {
    return failure;
  }
}

function statusOf(error: unknown): Status {
  if (isApiError(error)) return error.status;
  return internalError(error instanceof Error ? error.message : String(error), { cause: error }).status;
}

/**
 * The response to a discovery request and to other paths, as `responsewriters.InternalError` of kube-apiserver sends it. client-go does not decode a Status
 * in the response to a discovery request: kubectl would print "unknown" instead of the cause.
 */
function storageFailure({ request }: RequestState, { message }: StorageError): ServerResponse {
  const headers = { "x-content-type-options": "nosniff" };
  return textResponse(
    500,
    `Internal Server Error: ${quoteGoString(request.uri ?? request.path)}: ${message}\n`,
    headers,
  );
}

function errorResponse({ request, isRouted }: RequestState, status: Status): ServerResponse {
  const response = respondWithStatus(errorMediaType(headerOf(request.headers, "accept")), status);
  // In kube-apiserver the filters inside authentication set the header; those of the deadline (400) and of authentication (401) do not.
  if (isRouted || response.status === 400 || response.status === 401) return response;
  return { ...response, headers: { ...response.headers, "x-content-type-options": "nosniff" } };
}
