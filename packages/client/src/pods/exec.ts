/** Commands in containers: `exec` runs one, `attach` connects to the main process. */
import { formatKey } from "@kubewright/apimachinery";
import type { ObjectKey } from "@kubewright/apimachinery";

import type { Client } from "../client/client.ts";
import { ChannelSession, commandProtocols } from "./channel-session.ts";
import type { CommandSession } from "./command-session.ts";
import { podPath } from "./pod-path.ts";

/** As `PodAttachOptions` of core/v1. */
export interface AttachOptions {
  /** Default: the only container of the Pod. */
  readonly container?: string;
  /** Whether `session.stdin` accepts input. Default false. */
  readonly stdin?: boolean;
  /** Default true. */
  readonly stdout?: boolean;
  /** Default true, or false with `tty`: a terminal combines both outputs. */
  readonly stderr?: boolean;
  /** Allocates a terminal; for `attach`, the container must have one. Default false. */
  readonly tty?: boolean;
  /** Disconnects: reads and writes then reject with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** As `PodExecOptions` of core/v1. */
export interface ExecOptions extends AttachOptions {
  /** The program and its arguments. It is not run in a shell. */
  readonly command: readonly string[];
}

/**
 * Runs a command in a container. Requires permission to `create` `pods/exec`. Rejects with `ApiError` if the server rejects the request, for example for
 * a container that does not exist.
 *
 * ```ts
 * await using session = await exec(client, key, { command: ["cat", "/etc/os-release"] });
 * const { exitCode, stdout } = await session.collect();
 * ```
 */
export async function exec(
  client: Pick<Client, "raw">,
  key: ObjectKey,
  { command, ...options }: ExecOptions,
): Promise<CommandSession> {
  if (command.length === 0) {
    throw new TypeError(`Cannot exec in Pod "${formatKey(key)}": command is [], must have at least one element`);
  }
  return await openSession(client, key, { subresource: "exec", parameters: { command }, options });
}

/** Connects to the main process of a container. Requires permission to `create` `pods/attach`. Rejects as `exec` does. */
export async function attach(
  client: Pick<Client, "raw">,
  key: ObjectKey,
  options: AttachOptions = {},
): Promise<CommandSession> {
  return await openSession(client, key, { subresource: "attach", parameters: {}, options });
}

interface Opening {
  readonly subresource: "exec" | "attach";
  readonly parameters: { readonly command?: readonly string[] };
  readonly options: AttachOptions;
}

async function openSession(
  { raw }: Pick<Client, "raw">,
  key: ObjectKey,
  { subresource, parameters, options }: Opening,
): Promise<CommandSession> {
  const { container, stdin = false, stdout = true, tty = false, stderr = !tty, signal } = options;
  const action = `${subresource === "exec" ? "exec in" : "attach to"} Pod "${formatKey(key)}"`;
  if (tty && stderr) throw new TypeError(`Cannot ${action}: stderr is true, must be false with tty`);
  if (!stdin && !stdout && !stderr) {
    throw new TypeError(`Cannot ${action}: stdin, stdout and stderr are false, at least one must be true`);
  }
  const path = podPath(key, subresource, { container, ...parameters, stdin, stdout, stderr, tty });
  const socket = await raw.connect({ path, protocols: commandProtocols, resource: "pods", action, signal });
  return new ChannelSession(socket, { action, stdin, tty });
}
