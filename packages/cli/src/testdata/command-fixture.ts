/** @internal The environment of command tests: a folder, the printed output, and the signals that end a command. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { SignalSource } from "@kubewright/runtime";

import { run } from "../program.ts";

export interface CommandFixture extends AsyncDisposable {
  /** An empty folder, the current folder of the command. It is deleted with the fixture. */
  readonly folder: string;
  /** Runs a command until it ends and returns the exit code, with these environment variables and this standard input. */
  run(args: readonly string[], env?: Readonly<Record<string, string>>, input?: string): Promise<number>;
  /** The standard output of all commands so far. */
  output(): string;
  /** The standard error of all commands so far. */
  errors(): string;
  /** Sends a signal to the running command. */
  signal(name: string): void;
  /** Waits until a command listens for signals. */
  untilListening(): Promise<void>;
  /** Waits until `text` was printed `times` times (default: once). */
  untilPrinted(text: string, times?: number): Promise<void>;
}

export async function startFixture(): Promise<CommandFixture> {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-cli-"));
  const listeners = new Map<string, () => void>();
  const printed = { out: "", err: "" };
  const listening = Promise.withResolvers<void>();
  let wake = Promise.withResolvers<void>();
  const print = (stream: "out" | "err", text: string): void => {
    printed[stream] += text;
    wake.resolve();
    wake = Promise.withResolvers<void>();
  };
  const signals: SignalSource = {
    on(name, listener) {
      listeners.set(name, listener);
      listening.resolve();
    },
    off: (name) => listeners.delete(name),
    exit(code) {
      throw new Error(`the process would have ended with ${code}`);
    },
  };
  const io = {
    cwd: folder,
    isTty: false,
    out: (text: string) => print("out", text),
    err: (text: string) => print("err", text),
  };
  return {
    folder,
    run: (args, env = {}, input = undefined) =>
      run({
        args,
        version: "1.2.3",
        io: { ...io, env, ...(input !== undefined && { input: bytesOf(input) }) },
        signals,
      }),
    output: () => printed.out,
    errors: () => printed.err,
    signal: (name) => listeners.get(name)?.(),
    untilListening: () => listening.promise,
    async untilPrinted(text, times = 1) {
      while ((printed.out + printed.err).split(text).length <= times) await wake.promise;
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array, void, undefined> {
  yield new TextEncoder().encode(text);
}
