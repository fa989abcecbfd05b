// The channels of `exec` and `attach` over a WebSocket: the first byte of each message is the number of its channel.
// https://github.com/kubernetes/enhancements/tree/master/keps/sig-api-machinery/4006-transition-spdy-to-websockets

import { assertNumbers, numberRules } from "@kubewright/async";
import { BodyTooLargeError, isBodyTooLarge } from "@kubewright/transport";
import type { WebSocketConnection } from "@kubewright/transport";

import { ProtocolError } from "../errors.ts";
import { collectedBytesMax } from "./command-session.ts";
import type {
  CollectedOutput,
  CollectOptions,
  CommandInput,
  CommandOutput,
  CommandResult,
  CommandSession,
  TerminalSize,
} from "./command-session.ts";
import { commandResult } from "./command-status.ts";

/** Only version 5 can end the input. Version 4 is for servers before Kubernetes 1.30. */
export const commandProtocols: readonly string[] = ["v5.channel.k8s.io", "v4.channel.k8s.io"];

const channels = { stdin: 0, stdout: 1, stderr: 2, error: 3, resize: 4, close: 255 } as const;

/** Larger writes are split. kubectl sends messages of this size. */
const messageBytesMax = 32 * 1024;
const statusBytesMax = 64 * 1024;
const terminalSizeMax = 0xffff;

export interface ChannelSessionOptions {
  /** The action in errors, after "Cannot": `exec in Pod "default/web"`. */
  readonly action: string;
  readonly stdin: boolean;
  readonly tty: boolean;
}

export class ChannelSession implements CommandSession {
  readonly protocol: string;
  readonly output: AsyncIterable<CommandOutput>;
  readonly #socket: WebSocketConnection;
  readonly #options: ChannelSessionOptions;
  readonly #ended = Promise.withResolvers<CommandResult>();
  /** Set once a reader has begun. */
  #isRead = false;

  constructor(socket: WebSocketConnection, options: ChannelSessionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.protocol = socket.protocol;
    this.output = this.#read();
    this.#ended.promise.catch(() => undefined); // `output` throws the same error, and `result` may not be called.
  }

  readonly stdin: CommandInput = {
    write: async (input) => {
      const bytes = typeof input === "string" ? Buffer.from(input) : input;
      this.#assert("write to stdin", this.#options.stdin, "stdin");
      for (let at = 0; at < bytes.length; at += messageBytesMax) {
        await this.#send(channels.stdin, bytes.subarray(at, at + messageBytesMax));
      }
    },
    end: async () => {
      this.#assert("end stdin", this.#options.stdin, "stdin");
      if (this.protocol !== commandProtocols[0]) {
        const needed = `the subprotocol is ${this.protocol}, must be ${commandProtocols[0]}`;
        throw new ProtocolError(`Cannot end stdin (${this.#options.action}): ${needed}`);
      }
      await this.#send(channels.close, Uint8Array.of(channels.stdin));
    },
  };

  async resize({ width, height }: TerminalSize): Promise<void> {
    this.#assert("resize the terminal", this.#options.tty, "tty");
    for (const [name, value] of Object.entries({ width, height })) {
      if (Number.isInteger(value) && value >= 1 && value <= terminalSizeMax) continue;
      const expected = `must be an integer from 1 to ${terminalSizeMax}`;
      throw new RangeError(`Cannot resize the terminal: ${name} is ${value}, ${expected}`);
    }
    await this.#send(channels.resize, Buffer.from(JSON.stringify({ Width: width, Height: height })));
  }

  async collect({ limitBytes = collectedBytesMax }: CollectOptions = {}): Promise<CollectedOutput> {
    assertNumbers("Cannot collect the output", { limitBytes }, numberRules.fromZero);
    const chunks: { readonly stdout: Uint8Array[]; readonly stderr: Uint8Array[] } = { stdout: [], stderr: [] };
    let length = 0;
    for await (const { stream, bytes } of this.output) {
      length += bytes.length;
      if (length > limitBytes) throw new BodyTooLargeError(limitBytes);
      chunks[stream].push(bytes);
    }
    const { exitCode } = await this.#ended.promise;
    const text = (parts: readonly Uint8Array[]): string => Buffer.concat(parts).toString();
    return { exitCode, stdout: text(chunks.stdout), stderr: text(chunks.stderr) };
  }

  async result(): Promise<CommandResult> {
    if (!this.#isRead) for await (const _ of this.output) continue;
    return await this.#ended.promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended.reject(new Error(`Cannot ${this.#options.action}: the session was disposed before its result`));
    await this.#socket[Symbol.asyncDispose]();
  }

  async *#read(): AsyncGenerator<CommandOutput, void, undefined> {
    this.#isRead = true;
    const status: Uint8Array[] = [];
    try {
      yield* this.#outputs(status);
      this.#resolve(status);
    } catch (error) {
      // The command had ended before the connection was lost.
      if (status.length > 0 && !isBodyTooLarge(error)) return this.#resolve(status);
      this.#ended.reject(error);
      throw error;
    } finally {
      await this[Symbol.asyncDispose]();
    }
  }

  /** Yields output, and collects the message of the error channel. */
  async *#outputs(status: Uint8Array[]): AsyncGenerator<CommandOutput, void, undefined> {
    let statusBytes = 0;
    for await (const message of this.#socket.messages) {
      const bytes = message.subarray(1);
      if (bytes.length === 0) continue; // Servers open channels with empty messages.
      if (message[0] === channels.stdout) yield { stream: "stdout", bytes };
      if (message[0] === channels.stderr) yield { stream: "stderr", bytes };
      if (message[0] !== channels.error) continue;
      statusBytes += bytes.length;
      if (statusBytes > statusBytesMax) throw new BodyTooLargeError(statusBytesMax);
      status.push(bytes);
    }
  }

  #resolve(status: readonly Uint8Array[]): void {
    const result = this.#resultOf(status);
    result.catch(() => undefined); // The session may have been disposed, and `result` may not be called.
    this.#ended.resolve(result);
  }

  /** Returns a promise, because a command that could not be run ends the output normally and rejects `result`. */
  async #resultOf(status: readonly Uint8Array[]): Promise<CommandResult> {
    const { action } = this.#options;
    if (status.length === 0) throw new ProtocolError(`Cannot ${action}: the connection ended before the result`);
    return commandResult(Buffer.concat(status).toString(), action);
  }

  #assert(action: string, isEnabled: boolean, option: string): void {
    if (!isEnabled) throw new TypeError(`Cannot ${action}: option "${option}" is false, must be true`);
  }

  async #send(channel: number, bytes: Uint8Array): Promise<void> {
    await this.#socket.send(Buffer.concat([Uint8Array.of(channel), bytes]));
  }
}
