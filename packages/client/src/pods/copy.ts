/**
 * Copies files to and from a container, as tar archives. The container must have the program `tar`, as for `kubectl cp`. Archives are streams of bytes
 * for a tar library or program. Check the names of their members before you write them to a disk, because the container determines them.
 */
import { posix } from "node:path";
import { formatKey } from "@kubewright/apimachinery";
import type { ObjectKey } from "@kubewright/apimachinery";

import type { Client } from "../client/client.ts";
import { CommandFailedError } from "../errors.ts";
import type { CommandSession } from "./command-session.ts";
import { exec } from "./exec.ts";

export interface CopyOptions {
  /** The path in the container: the file or directory to read, or the directory to write to, which must exist. */
  readonly path: string;
  /** Default: the only container of the Pod. */
  readonly container?: string;
  /** Ends the copy: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface CopyToOptions extends CopyOptions {
  /** The tar archive. It is read as fast as the container accepts it. */
  readonly archive: AsyncIterable<Uint8Array>;
}

const stderrBytesMax = 16 * 1024;

/**
 * Yields a tar archive of a file or directory. The names of its members begin with the last part of the path. Throws a `CommandFailedError` after the
 * last chunk if `tar` fails, for example because the path does not exist: the archive is incomplete then.
 */
export async function* copyFromContainer(
  client: Pick<Client, "raw">,
  key: ObjectKey,
  { path, ...options }: CopyOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const action = `copy ${JSON.stringify(path)} from Pod "${formatKey(key)}"`;
  assertPath(path, action);
  const { dir, base } = posix.parse(posix.normalize(path));
  const member = base === "" ? "." : base.startsWith("-") ? `./${base}` : base; // tar must not parse it as an option.
  const command = ["tar", "cf", "-", "-C", dir === "" ? "." : dir, member];
  await using session = await exec(client, key, { ...options, command });
  const stderr = new BoundedText();
  for await (const { stream, bytes } of session.output) {
    if (stream === "stdout") yield bytes;
    else stderr.add(bytes);
  }
  await assertSuccess(session, action, stderr);
}

/**
 * Extracts a tar archive to a directory of the container. Members replace files with the same name. Rejects with a `CommandFailedError` if `tar` fails,
 * and with the error of the archive if reading it fails; the members before the error have then been extracted.
 */
export async function copyToContainer(
  client: Pick<Client, "raw">,
  key: ObjectKey,
  { path, archive, ...options }: CopyToOptions,
): Promise<void> {
  const action = `copy to ${JSON.stringify(path)} in Pod "${formatKey(key)}"`;
  assertPath(path, action);
  const command = ["tar", "xmf", "-", "-C", path];
  await using session = await exec(client, key, { ...options, command, stdin: true });
  let failure: { readonly error: unknown } | undefined;
  const sending = sendArchive(session, archive).catch(async (error: unknown) => {
    failure = { error };
    await session[Symbol.asyncDispose]();
  });
  const stderr = new BoundedText();
  try {
    for await (const { stream, bytes } of session.output) if (stream === "stderr") stderr.add(bytes);
    await assertSuccess(session, action, stderr);
  } catch (error) {
    throw failure === undefined ? error : failure.error;
  }
  await sending; // tar has read the end of the archive.
}

async function sendArchive({ stdin }: CommandSession, archive: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of archive) await stdin.write(chunk);
  await stdin.end();
}

async function assertSuccess(session: CommandSession, action: string, stderr: BoundedText): Promise<void> {
  const { exitCode } = await session.result();
  if (exitCode !== 0) throw new CommandFailedError(action, { command: "tar", exitCode, stderr: stderr.text });
}

function assertPath(path: string, action: string): void {
  if (path === "" || path.includes("\0")) throw new TypeError(`Cannot ${action}: path must be a path in the container`);
}

/** The beginning of an output. */
class BoundedText {
  readonly #chunks: Uint8Array[] = [];
  #length = 0;

  add(bytes: Uint8Array): void {
    const kept = bytes.subarray(0, stderrBytesMax - this.#length);
    this.#chunks.push(kept);
    this.#length += kept.length;
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString();
  }
}
