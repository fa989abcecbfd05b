// A file that another program renews: a service account's token, a client certificate. A use reads the file again if the last read is older
// than `fileMaxAgeMs`.

import type { Clock } from "@kubewright/async";

import type { ConfigHost } from "./config-host.ts";

/** A renewed file is used within this time. The kubelet renews a token long before it expires. */
export const fileMaxAgeMs = 60_000;

/** A rejected token is read again at most this often. */
const invalidatedMinAgeMs = 1000;

/** The text of a file. */
export interface PolledFile {
  (): Promise<string>;
  /** The next call reads the file again, unless the last read is less than a second ago. */
  readonly invalidate: () => void;
}

/** Returns the file's text, which is at most `fileMaxAgeMs` old, or older while the file cannot be read. Rejects if the first read fails. */
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
      // The file is being replaced or is missing. The last text may still be valid; the server rejects it otherwise.
    }
  }
}
