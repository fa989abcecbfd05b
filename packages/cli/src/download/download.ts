/** A public file from an address that the user knows: read over the same transport as everything else, through the proxies that the environment names. */
import { createSocketTransport, discardBody, headerOf, isTransportError } from "@kubewright/transport";
import type { ProxyOptions, TransportResponse } from "@kubewright/transport";
import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";

export interface DownloadOptions {
  /** What is being done, for messages: `read the index`. */
  readonly action: string;
  /** Where HTTPS_PROXY, HTTP_PROXY and NO_PROXY are read, in capital or small letters. */
  readonly env: Io["env"];
  readonly signal: AbortSignal;
}

/** Release archives are one redirect away from their address. */
const redirectsMax = 10;

/**
 * The bytes of the file, as they come. Redirects are followed, but never from https to http.
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
    throw new CommandError(`Cannot ${action} "${from.href}": the server answers ${response.status}`);
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
