// The last step of a request: sets the headers of all filters at once, so that a response is copied once.
import { headerOf } from "@kubewright/transport";
import type { HeaderMap } from "@kubewright/transport";
import { isWatch } from "../request/path.ts";
import { wholeBody } from "../http/chunks.ts";
import { discardResponse } from "../http/responses.ts";
import type { ServerRequest, ServerResponse } from "../http/server-request.ts";
import { indentJson } from "../negotiation/indent-json.ts";
import type { RequestState } from "./request-state.ts";
import { warningHeaders } from "./warnings.ts";

/** Adds the audit ID, cache control, the flow, warnings and the end of the request. Indents JSON for browsers and curl. */
export function finishResponse(
  { request, auditId, flow, warnings, endsAtMs, isUnauthenticated }: RequestState,
  response: ServerResponse,
): ServerResponse | Promise<ServerResponse> {
  const headers: Record<string, string | readonly string[]> = {
    "audit-id": auditId,
    "cache-control": "no-cache, private",
    ...flow?.headers,
    ...response.headers,
  };
  if (warnings.size > 0) headers["warning"] = warningHeaders(warnings);
  const finished = { ...response, headers, endsAtMs, isUnauthenticated };
  if (request.method === "HEAD") return withoutBody(finished);
  return isIndented(request, response) ? indented(finished) : finished;
}

async function withoutBody(response: ServerResponse): Promise<ServerResponse> {
  await discardResponse(response);
  return { ...response, body: new Uint8Array() };
}

async function indented(response: ServerResponse): Promise<ServerResponse> {
  return { ...response, body: indentJson(await wholeBody(response.body)) };
}

function isIndented(request: ServerRequest, { headers, isCompact = false }: ServerResponse): boolean {
  return !isCompact && prefersIndentation(request) && isJson(headers) && !isWatch(request.query);
}

function isJson(headers: HeaderMap): boolean {
  return /^application\/json(?:;|$)/u.test(headerOf(headers, "content-type") ?? "");
}

/** The user agents for which kube-apiserver indents JSON. */
const readersAgents = /^(?:curl|Wget|Mozilla\/5\.0)/;

function prefersIndentation({ query, headers }: ServerRequest): boolean {
  const pretty = query.get("pretty");
  if (pretty !== null && pretty !== "") return /^(?:1|t|true)$/i.test(pretty);
  return readersAgents.test(headerOf(headers, "user-agent") ?? "");
}
