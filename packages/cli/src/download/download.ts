/** Downloads a public file, with the transport of the API client and the proxies of the environment. */
import { createSocketTransport, discardBody, headerOf, isTransportError } from "@kubewright/transport";
import type { ProxyOptions, TransportResponse } from "@kubewright/transport";
import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";

export interface DownloadOptions {
  /** The action for messages: `read the index`. */
  readonly action: string;
  /** The environment with HTTPS_PROXY, HTTP_PROXY and NO_PROXY, in upper or lower case. */
  readonly env: Io["env"];
  readonly signal: AbortSignal;
}

/** Downloads of GitHub releases have one redirect. */
const redirectsMax = 10;

/**
 * The content of the file, in chunks. Redirects are followed, except from https to http.
 *
 * @throws {CommandError} if the address is invalid or the download fails; the reason of the signal if it is aborted.
 */
export async function* download(
  address: string,
  { action, env, signal }: DownloadOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  let at = addressOf(address, action);
  for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
    await using transport = createSocketTransport({ server: at.origin, proxy: proxyOf(env) });
    try {
      const headers = { accept: "*/*", "user-agent": "kubewright" };
      const response = await transport.request({ method: "GET", path: `${at.pathname}${at.search}`, headers, signal });
      if (response.status === 200) {
        yield* response.body;
        return;
      }
      await discardBody(response);
      at = redirectOf(response, at, action);
    } catch (cause) {
      if (!isTransportError(cause)) throw cause;
      throw new CommandError(`Cannot ${action} "${at.href}": ${cause.message}`, { cause });
    }
  }
  throw new CommandError(`Cannot ${action} "${address}": it was redirected more than ${redirectsMax} times`);
}

function addressOf(address: string, action: string): URL {
  const url = URL.parse(address);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new CommandError(
    `Cannot ${action}: the address is "${address}": expected one that begins with https:// or http://`,
  );
}

function redirectOf(response: TransportResponse, from: URL, action: string): URL {
  const location = headerOf(response.headers, "location");
  const url = location === undefined ? undefined : (URL.parse(location, from.href) ?? undefined);
  if (!url || response.status < 300 || response.status > 399) {
    throw new CommandError(`Cannot ${action} "${from.href}": the status is ${response.status}`);
  }
  if (url.protocol === "https:" || (url.protocol === "http:" && from.protocol === "http:")) return url;
  throw new CommandError(`Cannot ${action} "${from.href}": it was redirected to "${url.href}": expected https`);
}

function proxyOf(env: Io["env"]): ProxyOptions {
  const [https, http, except] = ["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"].map(
    (name) => env[name] || env[name.toLowerCase()],
  );
  return { ...(https ? { https } : {}), ...(http ? { http } : {}), ...(except ? { except } : {}) };
}
