/**
 * Authentication and authorization of metrics requests by the API server. Responses are those of controller-runtime's filter with one
 * difference: an unknown token is 401 as at the API server, while controller-runtime responds with 500.
 *
 * Reviews are cached for as long as a kube-apiserver caches those of its webhooks. Tokens are stored as digests.
 */
import type { Clock } from "@kubewright/async";
import { deadlineSignal } from "@kubewright/async";
import type { AccessReviewer, ReviewedRequest, ReviewedUser } from "@kubewright/client";
import type { Logger } from "../log/logger.ts";
import { createReviewCache } from "./review-cache.ts";

/** The response instead of metrics. */
export interface AccessDenial {
  readonly status: 401 | 403 | 500;
  readonly message: string;
}

/** Decides about a request by its `Authorization` header. It never rejects; `undefined` lets the request through. */
export type AccessGuard = (
  request: ReviewedRequest & { readonly authorization: string | undefined },
) => Promise<AccessDenial | undefined>;

export interface AccessGuardOptions {
  /** Creates the reviews: `createAccessReviewer` of `@kubewright/client`. */
  readonly reviewer: AccessReviewer;
  readonly clock: Clock;
  /** Logs failed reviews, and rejected requests at debug level. Never contains a token. */
  readonly log: Logger;
}

const minuteMs = 60_000;
const tokenTtlMs = minuteMs;
const allowedTtlMs = 5 * minuteMs;
const deniedTtlMs = minuteMs / 2;

/** The time limit of one review. */
const reviewTimeoutMs = 10_000;

export function createAccessGuard({ reviewer, clock, log }: AccessGuardOptions): AccessGuard {
  const users = createReviewCache<ReviewedUser | undefined>(clock, () => tokenTtlMs);
  const permissions = createReviewCache<boolean>(clock, (isAllowed) => (isAllowed ? allowedTtlMs : deniedTtlMs));

  return async ({ authorization, verb, path }) => {
    const token = bearerToken(authorization);
    if (token === undefined) return { status: 401, message: "Unauthorized" };
    let user: ReviewedUser | undefined;
    try {
      user = await users(digestOf(token), () => inTime((signal) => reviewer.authenticate(token, { signal })));
    } catch (error) {
      log.error("Authentication failed", { error });
      return { status: 500, message: "Authentication failed" };
    }
    if (!user) {
      log.debug("Request rejected: unknown bearer token", { path });
      return { status: 401, message: "Unauthorized" };
    }
    return await denialOf(user, { verb, path });
  };

  async function denialOf(user: ReviewedUser, request: ReviewedRequest): Promise<AccessDenial | undefined> {
    try {
      const isAllowed = await permissions(JSON.stringify([user, request.verb, request.path]), () =>
        inTime((signal) => reviewer.authorize(user, request, { signal })),
      );
      if (isAllowed) return undefined;
      log.debug("Request rejected: the user may not read metrics", { user: user.username, ...request });
      return { status: 403, message: `Authorization denied for user ${user.username}` };
    } catch (error) {
      log.error("Authorization failed", { user: user.username, error });
      return { status: 500, message: `Authorization for user ${user.username} failed` };
    }
  }

  async function inTime<T>(review: (signal: AbortSignal) => Promise<T>): Promise<T> {
    using deadline = deadlineSignal(clock, reviewTimeoutMs);
    return await review(deadline.signal);
  }
}

/** The token of `Bearer TOKEN`, as an API server reads it. */
function bearerToken(authorization: string | undefined): string | undefined {
  const [scheme = "", token = ""] = (authorization ?? "").trim().split(" ", 2);
  return scheme.toLowerCase() === "bearer" && token !== "" ? token : undefined;
}

function digestOf(token: string): string {
  return process.getBuiltinModule("node:crypto").hash("sha256", token);
}
