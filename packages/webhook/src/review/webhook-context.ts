/** The common parts of all webhooks. */
import type { Logger } from "@kubewright/telemetry";

/** The context of a request. */
export interface WebhookContext {
  /** Aborted once the API server no longer waits for the response. */
  readonly signal: AbortSignal;
  /** The path of the webhook, without the query. */
  readonly path: string;
  /** The headers of the HTTP request, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Adds the path of the webhook and fields of the request to each line; `logConstructor` replaces it. */
  readonly log: Logger;
  /** The values that the option `contextFunc` of the server has returned. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** The body of a request is not a valid review; the message says why. */
export class ReviewError extends Error {
  override readonly name = "ReviewError";
}
