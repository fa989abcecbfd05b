// The protocol of `exec` and `attach` over a WebSocket: each message begins with the number of its channel.
// https://kubernetes.io/blog/2024/08/20/websockets-transition/
import { encodeJson } from "@kubewright/apimachinery";
import {
  binaryFrame,
  closeCodes,
  closeFrame,
  isWebSocketProtocolError,
  messagesIn,
  pongFrame,
} from "@kubewright/transport";
import type { WebSocketMessage } from "@kubewright/transport";
import type { ByteStream } from "../http/server-request.ts";
import { ByteQueue } from "./byte-queue.ts";
import type { CommandResult, StreamSession } from "./node-proxy.ts";

/** Newest first. Version 5 can signal the end of the input. */
export const commandProtocols: readonly string[] = ["v5.channel.k8s.io", "v4.channel.k8s.io"];

/** The size of the messages of a kubelet. Clients limit the size of a message. */
const messageBytesMax = 32 * 1024;

const channels = { stdin: 0, stdout: 1, stderr: 2, error: 3, resize: 4, close: 255 } as const;

/** The streams that the client has requested. */
export interface Streams {
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly tty: boolean;
}

/** Runs a command over a connection: copies input and output, then sends the result. Resolves when the connection has ended. */
export async function serveChannels(
  stream: ByteStream,
  { streams, signal }: { readonly streams: Streams; readonly signal: AbortSignal },
  run: (session: StreamSession) => Promise<CommandResult>,
): Promise<void> {
  const stdin = new ByteQueue();
  if (!streams.stdin) stdin.end();
  const disconnected = new AbortController();
  const ended = AbortSignal.any([signal, disconnected.signal]);
  const send = async (channel: number, bytes: Uint8Array): Promise<void> => {
    if (!ended.aborted) await stream.write(binaryFrame(Buffer.concat([Uint8Array.of(channel), bytes])));
  };
  const output = (channel: number, isRequested: boolean) => async (data: Uint8Array | string) => {
    const bytes = Buffer.from(data);
    if (!isRequested) return;
    for (let at = 0; at < bytes.length; at += messageBytesMax) {
      await send(channel, bytes.subarray(at, at + messageBytesMax));
    }
  };
  const reading = readInput(stream, stdin, disconnected);
  const stdout = output(channels.stdout, streams.stdout);
  const stderr = streams.tty ? stdout : output(channels.stderr, streams.stderr);
  const status = await statusOf(run({ stdin, stdout, stderr, tty: streams.tty, signal: ended }));
  await send(channels.error, Buffer.from(encodeJson(status)));
  const code = signal.aborted ? closeCodes.goingAway : closeCodes.normal;
  await stream.write(closeFrame(code)).catch(() => undefined); // The client may have disconnected.
  stdin.end();
  await stream.end();
  await reading;
}

/** Reads what the client sends. The session ends when the client closes the connection or disconnects. */
async function readInput(stream: ByteStream, stdin: ByteQueue, disconnected: AbortController): Promise<void> {
  try {
    for await (const message of messagesIn(stream.incoming, "client")) {
      if (message.type === "close") break;
      if (message.type === "ping") await stream.write(pongFrame(message.bytes));
      if (message.type === "data") await receiveData(message, stdin);
    }
  } catch (error) {
    // A broken connection has ended. A client that violates the protocol gets the reason.
    if (isWebSocketProtocolError(error)) await stream.write(closeFrame(error.code)).catch(() => undefined);
  } finally {
    stdin.end();
    disconnected.abort(new Error("the client has disconnected"));
  }
}

async function receiveData({ bytes }: Extract<WebSocketMessage, { type: "data" }>, stdin: ByteQueue): Promise<void> {
  const [channel, first] = bytes;
  if (channel === channels.stdin) await stdin.push(bytes.subarray(1));
  if (channel === channels.close && first === channels.stdin) stdin.end();
}

/** The result of a command, as a Status without a kind, which is what a kubelet sends. */
async function statusOf(running: Promise<CommandResult>): Promise<object> {
  try {
    const { exitCode } = await running;
    if (exitCode === 0) return { metadata: {}, status: "Success" };
    return {
      metadata: {},
      status: "Failure",
      message: `command terminated with non-zero exit code: exit status ${exitCode}`,
      reason: "NonZeroExitCode",
      details: { causes: [{ reason: "ExitCode", message: String(exitCode) }] },
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { metadata: {}, status: "Failure", message, reason: "InternalError", code: 500 };
  }
}
