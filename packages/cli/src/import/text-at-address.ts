/** Reads manifests from a URL: over https, or from this machine over http, with a limited size and time. */
import { createSystemClock, deadlineSignal, isDeadlineError } from "@kubewright/async";

import type { ManifestText } from "../manifests/parse-manifests.ts";
import { textOf } from "../manifests/manifest-texts.ts";
import { download } from "../download/download.ts";
import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";

const action = "import CRDs";
const timeoutMs = 60_000;

/** Whether a source is a URL, not a path. */
export function isAddress(source: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(source);
}

/**
 * @throws {CommandError} when the URL is not https or loopback, or the response is empty, too large or too slow.
 */
export async function textAtAddress(
  address: string,
  { env }: Pick<Io, "env">,
  signal: AbortSignal,
): Promise<ManifestText> {
  const url = URL.parse(address);
  if (url === null || !(url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname)))) {
    throw new CommandError(`Cannot ${action}: the address is "${address}": expected one that begins with https://`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new CommandError(`Cannot ${action}: the URL contains a user or a password: expected a public URL`);
  }
  const origin = `"${url.href}"`;
  using deadline = deadlineSignal(createSystemClock(), timeoutMs, signal);
  try {
    const body = download(address, { action, env, signal: deadline.signal });
    return { origin, text: await textOf(body, action, origin) };
  } catch (cause) {
    if (!isDeadlineError(cause)) throw cause;
    throw new CommandError(
      `Cannot ${action} from ${origin}: the download takes longer than ${timeoutMs / 1000} seconds`,
      {
        cause,
      },
    );
  }
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
