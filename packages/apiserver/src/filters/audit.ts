// Identifies each request by an audit ID, for the logs of clients and servers.
//
// An audit backend needs two more filters. One records events of authenticated requests, between authentication and impersonation, so that
// it reads both users from the state. The other records requests that authentication rejects.
import type { Random } from "@kubewright/async";
import { headerOf } from "@kubewright/transport";
import type { RequestHandler } from "./request-state.ts";

/** Sets the audit ID: the client's, from its `Audit-ID` header, or a new one. The response has it as a header. */
export function withAuditInit(next: RequestHandler, random: Random): RequestHandler {
  return (state) => {
    const sent = headerOf(state.request.headers, "audit-id") ?? "";
    state.auditId = sent === "" ? random.uuid() : sent;
    return next(state);
  };
}
