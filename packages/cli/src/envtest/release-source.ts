/** Reads the index of releases, and downloads their archives. */
import { parseReleaseIndex } from "@kubewright/envtest";
import type { BinariesRelease } from "@kubewright/envtest";
import { download } from "../download/download.ts";
import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";

/** The index of controller-tools has about 200 kB. */
const indexBytesMax = 16 * 1024 ** 2;

/**
 * Reads the index, newest version first.
 *
 * @throws {CommandError} when it cannot be read; `EnvironmentError` when it is not an index; the reason of the signal when it is aborted.
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
  throw new CommandError(`Cannot ${action} "${url}": it refers to "${plain.url}": expected https, as for the index`);
}

/** The content of an archive, in chunks. Has the errors of `readReleases`. */
export function downloadRelease(
  { url }: BinariesRelease,
  env: Io["env"],
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  return download(url, { action: "download the binaries", env, signal });
}
