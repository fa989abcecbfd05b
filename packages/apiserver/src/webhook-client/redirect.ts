/** Redirects, with the rules of Go's net/http. */
import { quoteGoString } from "@kubewright/apimachinery";
import {
  hostOf,
  resolveReference,
  urlParts,
  urlProblem,
  urlText,
  userOf,
} from "../kinds/admissionregistration/url-text.ts";

/** One request of a call to a webhook. */
export interface Hop {
  readonly method: "POST" | "GET";
  /** The absolute URL, as in messages. */
  readonly url: string;
  /** Absent after a redirect that turned the request into a GET. */
  readonly body?: string;
  /** The URL of the request before this one. */
  readonly referer?: string;
}

/** A redirect that cannot be followed. */
export class RedirectError extends Error {
  override readonly name = "RedirectError";
  /** The URL that messages name instead of the request's. */
  readonly url: string;

  constructor(url: string, message: string) {
    super(message);
    this.url = url;
  }
}

/** The maximum number of requests in a call. */
const requestsMax = 10;

/**
 * Returns the request that follows a response to `hop`, the `sent`-th request of a call; `undefined` if the response is final, such as every response
 * without `location`.
 *
 * @throws {RedirectError} if the location is not a URL, or after ten requests.
 */
export function nextHop(hop: Hop, sent: number, status: number, location: string | undefined): Hop | undefined {
  const keepsBody = status === 307 || status === 308;
  if (location === undefined || location === "" || !(keepsBody || [301, 302, 303].includes(status))) return undefined;
  const problem = urlProblem(location);
  if (problem !== undefined) {
    const quoted = quoteGoString(location);
    throw new RedirectError(hop.url, `failed to parse Location header ${quoted}: parse ${quoted}: ${problem}`);
  }
  if (sent >= requestsMax) throw new RedirectError(location, `stopped after ${requestsMax} redirects`);
  const url = urlText(resolveReference(urlParts(hop.url), urlParts(location)));
  const next = keepsBody ? { ...hop, url } : { method: "GET" as const, url };
  return { ...next, ...refererOf(hop.url, url) };
}

/** The Referer header: without the password, and absent for a redirect from https to http. */
function refererOf(from: string, to: string): { readonly referer?: string } {
  const parts = urlParts(from);
  if (parts.scheme === "https" && urlParts(to).scheme === "http") return {};
  return { referer: urlText({ ...parts, authority: hostOf(parts) }) };
}

/** A URL for messages: without its password. */
export function shownUrl(url: string): string {
  const parts = urlParts(url);
  const user = userOf(parts);
  if (user?.includes(":") !== true) return url;
  return urlText({ ...parts, authority: `${user.slice(0, user.indexOf(":"))}:***@${hostOf(parts)}` });
}
