// A client of `exec` and `attach` that sends and receives messages as kubectl does: masked frames, the channel number before each message.
import type { Transport, UpgradedConnection } from "@kubewright/transport";

export interface ChannelClient extends AsyncDisposable {
  readonly connection: UpgradedConnection;
  /** Sends a message on a channel. */
  readonly send: (channel: number, text: string | Uint8Array) => Promise<void>;
  /** All messages until the server closes: text by channel, and the close code. */
  readonly received: () => Promise<{ readonly byChannel: Readonly<Record<number, string>>; readonly closeCode: number }>;
}

/** A frame as a client sends it; `type` is its opcode, 2 for data. */
export function maskedFrame(payload: Uint8Array, { type = 2, isFinal = true } = {}): Uint8Array {
  const mask = Uint8Array.of(1, 2, 3, 4);
  const masked = payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  const long = payload.length > 125;
  const head = Buffer.alloc(long ? 4 : 2);
  head[0] = (isFinal ? 0x80 : 0) | type;
  head[1] = 0x80 | (long ? 126 : payload.length);
  if (long) head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, mask, masked]);
}

/** The headers of a handshake. */
export function handshakeHeaders(protocol: string): Record<string, string> {
  return {
    "sec-websocket-key": Buffer.from("0123456789abcdef").toString("base64"),
    "sec-websocket-version": "13",
    "sec-websocket-protocol": protocol,
  };
}

/** Connects. Rejects as `Transport.upgrade` does. */
export async function openChannels(
  transport: Transport,
  path: string,
  { protocol = "v5.channel.k8s.io", signal }: { readonly protocol?: string; readonly signal?: AbortSignal } = {},
): Promise<ChannelClient> {
  const connection = await transport.upgrade({
    path,
    headers: handshakeHeaders(protocol),
    ...(signal ? { signal } : {}),
  });
  return {
    connection,
    send: (channel, text) => connection.write(maskedFrame(Buffer.concat([Uint8Array.of(channel), Buffer.from(text)]))),
    async received() {
      const bytes = Buffer.concat(await Array.fromAsync(connection.incoming));
      const byChannel: Record<number, string> = {};
      let closeCode = 0;
      for (let at = 0; at < bytes.length; ) {
        const [opcode, short] = [(bytes[at] ?? 0) & 0x0f, bytes[at + 1] ?? 0];
        const start = at + (short === 126 ? 4 : 2);
        const end = start + (short === 126 ? bytes.readUInt16BE(at + 2) : short);
        const payload = bytes.subarray(start, end);
        if (opcode === 8) closeCode = payload.readUInt16BE();
        else byChannel[payload[0] ?? 0] = `${byChannel[payload[0] ?? 0] ?? ""}${payload.subarray(1).toString()}`;
        at = end;
      }
      return { byChannel, closeCode };
    },
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}
