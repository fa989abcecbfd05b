/** Forwards a port of a machine near the cluster to this machine, with the ssh client and configuration of the user. */
import { spawn } from "node:child_process";
import { once } from "node:events";

import { CommandError } from "../io.ts";

export interface SshForwardOptions {
  /** `user@host`, or a host of the ssh configuration. */
  readonly target: string;
  /** The port on all interfaces of the target, if its sshd allows that (GatewayPorts). */
  readonly remotePort: number;
  /** The port on this machine. */
  readonly localPort: number;
  readonly env: NodeJS.ProcessEnv;
  /** Called if ssh ends by itself. */
  readonly onEnd: (message: string) => void;
}

/** @throws {CommandError} if the target is invalid. It becomes an argument of ssh, which must not parse it as a flag. */
export function assertSshTarget(target: string): void {
  if (/^[\w][\w.-]*(?:@[\w][\w.:-]*)?$/.test(target)) return;
  throw new CommandError(
    `Cannot route webhooks to this machine: --webhook-ssh is "${target}": expected USER@HOST, or a host of the ssh configuration`,
  );
}

/** Starts the forwarding; disposing stops it. ssh does not report when it is ready. */
export function startSshForward({ target, remotePort, localPort, env, onEnd }: SshForwardOptions): AsyncDisposable {
  assertSshTarget(target);
  const forward = `0.0.0.0:${remotePort}:127.0.0.1:${localPort}`;
  const flags = ["-N", "-T", "-o", "ExitOnForwardFailure=yes", "-o", "BatchMode=yes", "-R", forward, "--", target];
  // In its own process group, so that Ctrl-C does not end it while the cluster still calls webhooks.
  const child = spawn("ssh", flags, { env, stdio: ["ignore", "ignore", "pipe"], detached: true });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-1000)));
  let isAsked = false;
  const ended = once(child, "close").catch(() => {});
  child.once("error", (error) => onEnd(`ssh cannot be started: ${error.message}`));
  child.once("close", (code) => {
    if (!isAsked) onEnd(`ssh ended with code ${code}: ${said.trim().replaceAll(/\s*\n\s*/g, "; ") || "no output"}`);
  });
  return {
    async [Symbol.asyncDispose]() {
      isAsked = true;
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      await ended;
    },
  };
}
