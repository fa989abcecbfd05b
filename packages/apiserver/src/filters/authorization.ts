// Rejects requests that the user is not permitted to send. A request with a malformed path has no target; the endpoint rejects it.
import { assertAllowed } from "../authorization/authorizer.ts";
import type { Authorizer } from "../authorization/authorizer.ts";
import type { RequestHandler } from "./request-state.ts";

/** Throws 403 unless the authorizer allows the request. */
export function withAuthorization(next: RequestHandler, authorizer: Authorizer): RequestHandler {
  return (state) => {
    const { user, info } = state;
    if (info.target !== undefined) assertAllowed(authorizer, { user, ...info.access });
    return next(state);
  };
}
