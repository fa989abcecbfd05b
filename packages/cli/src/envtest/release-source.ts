/** The index of releases and its archives, from where they are published. */
import { parseReleaseIndex } from "@kubewright/envtest";
import type { BinariesRelease } from "@kubewright/envtest";
import { download } from "../download/download.ts";
import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";

/** The index of controller-tools has about 200 kB. */
const indexBytesMax = 16 * 1024 ** 2;

/**
 * Reads the index, newest first.
 *
 * @throws {CommandError} when it cannot be had; `EnvironmentError` when it is no index; the signal's reason when it is stopped.
 */
export async function readReleases(
  url: string,
  env: Io["env"],
  signal: AbortSignal,
): Promise<readonly BinariesRelease[]> {
  const action = "read the index of binaries";
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of download(url, { action, env, signal })) {
    bytes += chunk.length;
    if (bytes > indexBytesMax)
      throw new CommandError(`Cannot ${action} "${url}": it has more than ${indexBytesMax} bytes`);
    chunks.push(chunk);
  }
  const releases = parseReleaseIndex(Buffer.concat(chunks).toString("utf8"), url);
  const plain = url.startsWith("https:") && releases.find((release) => !release.url.startsWith("https:"));
  if (!plain) return releases;
  throw new CommandError(`Cannot ${action} "${url}": it leads to "${plain.url}": expected https, as the index has it`);
}

/** The bytes of an archive, as they come. Errors as those of `readReleases`. */
export function downloadRelease(
  { url }: BinariesRelease,
  env: Io["env"],
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  return download(url, { action: "download the binaries", env, signal });
}
