// A file that another program renews: a service account's token, a client certificate. It is read again when it is used and the
// last reading is old, so a rotated token is in use within that time.

import type { Clock } from "@kubewright/async";

import type { ConfigHost } from "./config-host.ts";

/** Kubelets renew a token long before it ends; within this time of its renewal the new one is used. */
export const fileMaxAgeMs = 60_000;

/** Returns the file's text, at most `fileMaxAgeMs` old, or older while it cannot be read. The first reading must succeed. */
export async function createPolledFile(
  host: Pick<ConfigHost, "readFile">,
  path: string,
  clock: Clock,
): Promise<() => Promise<string>> {
  let text = await host.readFile(path);
  let readAt = clock.now();
  let reading: Promise<void> | undefined;

  return async () => {
    if (clock.now() - readAt >= fileMaxAgeMs) {
      reading ??= read().finally(() => (reading = undefined));
      await reading;
    }
    return text;
  };

  async function read(): Promise<void> {
    readAt = clock.now();
    try {
      text = await host.readFile(path);
    } catch {
      // The file is being replaced, or gone: what we have may still be good, and the server decides about that.
    }
  }
}
