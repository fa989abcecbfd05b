// What every answer gets on its way out: an audit id, cache control, warnings, and indentation for people.
import { headerOf } from "@kubewright/transport";
import type { HeaderMap } from "@kubewright/transport";
import type { Flow } from "../flow-control/classifier.ts";
import { indentJson } from "../negotiation/indent-json.ts";
import { isWatch } from "../endpoints/path.ts";
import { wholeBody } from "../http/chunks.ts";
import type { ServerRequest, ServerResponse } from "../http/server-request.ts";

export interface ResponseExtras {
  readonly warnings: ReadonlySet<string>;
  readonly auditId: string;
  readonly flow: Flow | undefined;
}

/** The answer as it is sent. */
export async function finishResponse(
  response: ServerResponse,
  request: ServerRequest,
  { warnings, auditId, flow }: ResponseExtras,
): Promise<ServerResponse> {
  const outerHeaders = { "audit-id": auditId, "cache-control": "no-cache, private" };
  if (response.skipsInnerFilters === true) return { ...response, headers: { ...outerHeaders, ...response.headers } };
  const headers: Record<string, string | readonly string[]> = {
    ...outerHeaders,
    ...flow?.headers,
    ...response.headers,
    ...(warnings.size === 0 ? {} : { warning: warningHeaders(warnings) }),
  };
  if (request.method === "HEAD") return { ...response, headers, body: new Uint8Array() };
  if (response.isCompact === true) return { ...response, headers };
  if (!isJson(response.headers) || !wantsIndentation(request) || isWatch(request.query)) {
    return { ...response, headers };
  }
  return { ...response, headers, body: indentJson(await wholeBody(response.body)) };
}

function isJson(headers: HeaderMap): boolean {
  return /^application\/json(?:;|$)/u.test(headerOf(headers, "content-type") ?? "");
}

/** All warnings together may have this many characters; when they have more, each is cut. */
const warningsLengthMax = 4096;
const cutWarningLength = 256;

function warningHeaders(warnings: ReadonlySet<string>): readonly string[] {
  // What is no single line is no warning.
  const texts = [...warnings].filter((text) => !/\p{Cc}/u.test(text));
  const total = texts.reduce((sum, text) => sum + text.length, 0);
  const headers: string[] = [];
  let sent = 0;
  for (const text of texts) {
    const shown = total > warningsLengthMax ? text.slice(0, cutWarningLength) : text;
    sent += shown.length;
    if (sent > warningsLengthMax) break;
    // A header is bytes, a character each; these are UTF-8.
    const bytes = Buffer.from(shown.replace(/["\\]/g, "\\$&")).toString("latin1");
    headers.push(`299 - "${bytes}"`);
  }
  return headers;
}

const readersAgents = /^(?:curl|Wget|Mozilla\/5\.0)/;

/** Programs read compact JSON; who uses curl or a browser reads it themselves. */
function wantsIndentation({ query, headers }: ServerRequest): boolean {
  const pretty = query.get("pretty");
  if (pretty !== null && pretty !== "") return /^(?:1|t|true)$/i.test(pretty);
  return readersAgents.test(headerOf(headers, "user-agent") ?? "");
}
