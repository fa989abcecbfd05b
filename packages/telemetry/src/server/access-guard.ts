/**
 * Who may read metrics: whoever the API server knows by the token of the request, and allows. It answers as the filter of
 * controller-runtime does, with one difference: a token that nobody has is 401 here, as the API server itself would say, and 500 there.
 *
 * Verdicts are kept for as long as a kube-apiserver keeps those it asks others for, and so many of them. Tokens are kept as digests.
 */
import type { Clock } from "@kubewright/async";
import { deadlineSignal } from "@kubewright/async";
import type { AccessReviewer, ReviewedRequest, ReviewedUser } from "@kubewright/client";
import type { Logger } from "../log/logger.ts";
import { createVerdicts } from "./verdicts.ts";

/** What is answered instead of metrics. */
export interface Refusal {
  readonly status: 401 | 403 | 500;
  readonly message: string;
}

/** Decides about a request by its `Authorization` header. It never rejects; `undefined` lets the request through. */
export type AccessGuard = (
  request: ReviewedRequest & { readonly authorization: string | undefined },
) => Promise<Refusal | undefined>;

export interface AccessGuardOptions {
  /** Asks the API server: `createAccessReviewer` of `@kubewright/client`. */
  readonly reviewer: AccessReviewer;
  readonly clock: Clock;
  /** Gets what went wrong when the reviewer could not be asked, and refusals as debug lines. Never a token. */
  readonly log: Logger;
}

const minuteMs = 60_000;
const tokenTtlMs = minuteMs;
const allowedTtlMs = 5 * minuteMs;
const deniedTtlMs = minuteMs / 2;

/** How long one question to the API server may take. */
const reviewTimeoutMs = 10_000;

export function createAccessGuard({ reviewer, clock, log }: AccessGuardOptions): AccessGuard {
  const users = createVerdicts<ReviewedUser | undefined>(clock, () => tokenTtlMs);
  const permissions = createVerdicts<boolean>(clock, (isAllowed) => (isAllowed ? allowedTtlMs : deniedTtlMs));

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
      log.debug("A token is nobody's", { path });
      return { status: 401, message: "Unauthorized" };
    }
    return await refusalOf(user, { verb, path });
  };

  async function refusalOf(user: ReviewedUser, request: ReviewedRequest): Promise<Refusal | undefined> {
    try {
      const isAllowed = await permissions(JSON.stringify([user, request.verb, request.path]), () =>
        inTime((signal) => reviewer.authorize(user, request, { signal })),
      );
      if (isAllowed) return undefined;
      log.debug("A user may not read metrics", { user: user.username, ...request });
      return { status: 403, message: `Authorization denied for user ${user.username}` };
    } catch (error) {
      log.error("Authorization failed", { user: user.username, error });
      return { status: 500, message: `Authorization for user ${user.username} failed` };
    }
  }

  async function inTime<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    using deadline = deadlineSignal(clock, reviewTimeoutMs);
    return await ask(deadline.signal);
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
