// Rejects a request that its user may not send. A malformed path names nothing that rights could apply to; the endpoint rejects it.
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
