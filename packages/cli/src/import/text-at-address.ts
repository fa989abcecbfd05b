/** Manifests from an address that the user names: over https, or from this machine over http; of a bounded size, in a bounded time. */
import { createSystemClock, deadlineSignal, isDeadlineError } from "@kubewright/async";

import type { ManifestText } from "../manifests/parse-manifests.ts";
import { textOf } from "../manifests/manifest-texts.ts";
import { download } from "../download/download.ts";
import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";

const action = "import CRDs";
const timeoutMs = 60_000;

/** Whether a source is an address, and no path. */
export function isAddress(source: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(source);
}

/**
 * @throws {CommandError} when the address is neither https nor this machine's, or gives nothing, too much, or takes too long.
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
    throw new CommandError(`Cannot ${action}: the address has a user or a password in it: expected a public one`);
  }
  const origin = `"${url.href}"`;
  using deadline = deadlineSignal(createSystemClock(), timeoutMs, signal);
  try {
    const body = download(address, { action, env, signal: deadline.signal });
    return { origin, text: await textOf(body, action, origin) };
  } catch (cause) {
    if (!isDeadlineError(cause)) throw cause;
    throw new CommandError(`Cannot ${action} from ${origin}: it has not been read after ${timeoutMs / 1000} seconds`, {
      cause,
    });
  }
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
