// Rejects requests that the user is not permitted to send. A request with a malformed path has no target; the endpoint rejects it.
import { assertAllowed } from "../authorization/authorizer.ts";
import type { Authorizer } from "../authorization/authorizer.ts";
import { accessOf } from "./access-request.ts";
import type { RequestHandler } from "./request-state.ts";

/** Throws 403 unless the authorizer allows the request. */
export function withAuthorization(next: RequestHandler, authorizer: Authorizer): RequestHandler {
  return (state) => {
    if (state.info.target !== undefined) assertAllowed(authorizer, accessOf(state));
    return next(state);
  };
}
