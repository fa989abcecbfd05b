// A file that another program renews: a service account's token, a client certificate. It is read again when it is used and the
// last reading is old, so a rotated token is in use within that time.

import type { Clock } from "@kubewright/async";

import type { ConfigHost } from "./config-host.ts";

/** Kubelets renew a token long before it ends; within this time of its renewal the new one is used. */
export const fileMaxAgeMs = 60_000;

/** A rejected token is read again at most this often. */
const invalidatedMinAgeMs = 1000;

/** The text of a file. */
export interface PolledFile {
  (): Promise<string>;
  /** The next call reads the file again, if the last reading is not from the last second. */
  readonly invalidate: () => void;
}

/** Returns the file's text, at most `fileMaxAgeMs` old, or older while it cannot be read. The first reading must succeed. */
export async function createPolledFile(
  host: Pick<ConfigHost, "readFile">,
  path: string,
  clock: Clock,
): Promise<PolledFile> {
  let text = await host.readFile(path);
  let readAt = clock.now();
  let reading: Promise<void> | undefined;

  async function current(): Promise<string> {
    if (clock.now() - readAt >= fileMaxAgeMs) {
      reading ??= read().finally(() => (reading = undefined));
      await reading;
    }
    return text;
  }
  function invalidate(): void {
    if (clock.now() - readAt >= invalidatedMinAgeMs) readAt = Number.NEGATIVE_INFINITY;
  }
  return Object.assign(current, { invalidate });

  async function read(): Promise<void> {
    readAt = clock.now();
    try {
      text = await host.readFile(path);
    } catch {
      // The file is being replaced, or gone: what we have may still be good, and the server decides about that.
    }
  }
}
