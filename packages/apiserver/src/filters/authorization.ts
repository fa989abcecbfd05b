// Rejects requests that the user is not permitted to send.
import { assertAllowed } from "../authorization/authorizer.ts";
import type { Authorizer } from "../authorization/authorizer.ts";
import type { RequestHandler } from "./request-state.ts";

/** Throws 403 unless the authorizer allows the request. */
export function withAuthorization(next: RequestHandler, authorizer: Authorizer): RequestHandler {
  return (state) => {
    const { user, info, auditAnnotations } = state;
    assertAllowed(authorizer, { user, ...info.access }, auditAnnotations);
    return next(state);
  };
}
