/** What a client without credentials can open and leave open. Each attack opens more than the server allows, and reads no response. */
import { connect as connectHttp2 } from "node:http2";
import type { ClientHttp2Session } from "node:http2";
import { connect as connectTcp } from "node:net";
import type { Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { ConnectionOptions } from "node:tls";
import type { MeasuredServer } from "./measured-server.ts";

interface Opened {
  destroy(): void;
}

/** Opens connections. Those that the server closes end without an error. */
class Attacker {
  readonly #server: MeasuredServer;
  readonly #opened: Opened[] = [];

  constructor(server: MeasuredServer) {
    this.#server = server;
  }

  /** A plain TCP connection. */
  async tcp(bytes: string | Uint8Array): Promise<void> {
    await this.#send(connectTcp(this.#server.port, "127.0.0.1"), "connect", bytes);
  }

  /** A connection over TLS that sends these bytes and reads nothing. */
  async tls(bytes: string | Uint8Array, options: ConnectionOptions = {}): Promise<void> {
    const { port, caCertificate: ca } = this.#server;
    await this.#send(connectTls({ host: "127.0.0.1", port, ca, ...options }), "secureConnect", bytes);
  }

  /** A session over HTTP/2 that accepts no byte of a response. */
  async http2(open: (session: ClientHttp2Session) => void): Promise<void> {
    const settings = { initialWindowSize: 0 };
    const session = connectHttp2(this.#server.url, { ca: this.#server.caCertificate, settings });
    session.on("error", () => undefined);
    this.#opened.push(session);
    open(session);
    await Promise.race([eventOf(session, "remoteSettings"), eventOf(session, "close")]);
  }

  closeAll(): void {
    for (const each of this.#opened.splice(0)) each.destroy();
  }

  async #send(socket: Socket, ready: string, bytes: string | Uint8Array): Promise<void> {
    socket.on("error", () => undefined);
    socket.pause();
    this.#opened.push(socket);
    await Promise.race([eventOf(socket, ready), eventOf(socket, "close")]);
    if (!socket.destroyed) socket.write(bytes);
  }
}

function eventOf(emitter: NodeJS.EventEmitter, name: string): Promise<void> {
  return new Promise((resolve) => void emitter.once(name, () => resolve()));
}

/** Opens this many connections, and then the attack is complete. */
interface Attack {
  readonly connections: number;
  readonly open: (attacker: Attacker) => Promise<void>;
}

function head(start: string, headers = ""): string {
  return `${start} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;
}

const maps = "/api/v1/namespaces/default/configmaps";
const exec = "/api/v1/namespaces/default/pods/a/exec?command=sh";
/** The first record of a handshake, whose rest does not come. */
const beginOfHandshake = Buffer.concat([
  Buffer.from([22, 3, 1, 0x40, 0, 1, 0, 0x3f, 0xfc, 3, 3]),
  Buffer.alloc(16_000),
]);
const manyHeaders = Array.from({ length: 1900 }, (_, number) => `a${number}: ${"x".repeat(20)}\r\n`).join("");

function frame(type: number, flags: number, stream: number, payload: Uint8Array = new Uint8Array()): Buffer {
  const begin = Buffer.alloc(9);
  begin.writeUIntBE(payload.length, 0, 3);
  begin.writeUInt8(type, 3);
  begin.writeUInt8(flags, 4);
  begin.writeUInt32BE(stream, 5);
  return Buffer.concat([begin, payload]);
}

/** The preface of HTTP/2 with empty settings, and these frames. */
function frames(...sent: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), frame(4, 0, 0), ...sent]);
}

const overHttp2 = { ALPNProtocols: ["h2"] };
/** A header with a value of 16,000 bytes that is not indexed. */
const longHeader = Buffer.concat([Buffer.from([0, 1, 97, 0x7f, 0x81, 0x7c]), Buffer.alloc(16_000, "a")]);
const continuations = frames(frame(1, 0, 1), ...Array.from({ length: 60 }, () => frame(9, 0, 1, longHeader)));
const pings = frames(...Array.from({ length: 5000 }, () => frame(6, 0, 0, Buffer.alloc(8))));
const settings = frames(...Array.from({ length: 2000 }, () => frame(4, 0, 0)));

/** The head of `GET /` as one frame without a body. */
const shortHead = Buffer.concat([Buffer.from([0x82, 0x87, 0x84, 0x41, 9]), Buffer.from("localhost")]);
const shortHeads = Array.from({ length: 3000 }, (_, index) => frame(1, 5, 2 * index + 1, shortHead));
/** CVE-2023-44487: each stream is reset at once, so none counts as open. */
const resetStreams = shortHeads.flatMap((head, index) => [head, frame(3, 0, 2 * index + 1, Buffer.from([0, 0, 0, 8]))]);

function streams(session: ClientHttp2Session, headers: Readonly<Record<string, string>>, body?: Uint8Array): void {
  for (let count = 0; count < 100; count++) {
    const stream = session.request(headers, { endStream: body === undefined });
    stream.on("error", () => undefined);
    if (body !== undefined) stream.write(body);
  }
}

const longHeaders = Object.fromEntries(Array.from({ length: 60 }, (_, number) => [`h${number}`, "x".repeat(900)]));
const upgrade = (protocol: string): string => `Connection: Upgrade\r\nUpgrade: ${protocol}\r\n`;
const webSocket = `${upgrade("websocket")}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n`;

export const attacks: Readonly<Record<string, Attack>> = {
  "TCP connections": { connections: 2000, open: (to) => to.tcp("") },
  "half handshakes": { connections: 1000, open: (to) => to.tcp(beginOfHandshake) },
  "plain HTTP": { connections: 1000, open: (to) => to.tcp(head("GET /version")) },
  garbage: { connections: 500, open: (to) => to.tcp(Buffer.alloc(64 * 1024, "x")) },
  "TLS connections": { connections: 400, open: (to) => to.tls("") },
  "heads that do not end": { connections: 300, open: (to) => to.tls(`GET / HTTP/1.1\r\nX: ${"x".repeat(60_000)}`) },
  "heads with 1,900 headers": { connections: 300, open: (to) => to.tls(head("GET /version", manyHeaders)) },
  "long paths": { connections: 300, open: (to) => to.tls(head(`GET /none/${"x".repeat(60_000)}`)) },
  "bodies that do not end": {
    connections: 300,
    open: (to) => to.tls(head(`POST ${maps}`, "Content-Length: 3000000\r\n") + "x".repeat(1_000_000)),
  },
  "chunked bodies": {
    connections: 300,
    open: (to) => to.tls(`${head(`POST ${maps}`, "Transfer-Encoding: chunked\r\n")}fffff\r\n${"x".repeat(500_000)}`),
  },
  "pipelined requests": { connections: 300, open: (to) => to.tls(head("GET /version").repeat(3000)) },
  "pipelined errors": { connections: 300, open: (to) => to.tls(head(`GET /${"x".repeat(3000)}`).repeat(300)) },
  "WebSocket upgrades": {
    connections: 300,
    open: (to) => to.tls(head(`GET ${exec}`, webSocket) + "x".repeat(100_000)),
  },
  "SPDY upgrades": {
    connections: 300,
    open: (to) => to.tls(head(`POST ${exec}`, upgrade("SPDY/3.1")) + "x".repeat(100_000)),
  },
  "sessions over HTTP/2": { connections: 300, open: (to) => to.http2(() => undefined) },
  "streams over HTTP/2": {
    connections: 200,
    open: (to) => to.http2((session) => streams(session, { ":path": `/none/${"x".repeat(1000)}` })),
  },
  "bodies over HTTP/2": {
    connections: 100,
    open: (to) => to.http2((session) => streams(session, { ":method": "POST", ":path": maps }, Buffer.alloc(60_000))),
  },
  "long heads over HTTP/2": {
    connections: 100,
    open: (to) => to.http2((session) => streams(session, { ":path": "/version", ...longHeaders })),
  },
  "short streams over HTTP/2": { connections: 200, open: (to) => to.tls(frames(...shortHeads), overHttp2) },
  "streams that are reset": { connections: 200, open: (to) => to.tls(frames(...resetStreams), overHttp2) },
  "CONTINUATION frames": { connections: 200, open: (to) => to.tls(continuations, overHttp2) },
  "PING frames": { connections: 200, open: (to) => to.tls(pings, overHttp2) },
  "SETTINGS frames": { connections: 200, open: (to) => to.tls(settings, overHttp2) },
};

const openedTogether = 20;

/** Opens all connections of an attack, awaits `afterwards`, and closes them. */
export async function attack(server: MeasuredServer, name: string, afterwards: () => Promise<void>): Promise<void> {
  const { connections, open } = attacks[name] ?? fail(name);
  const attacker = new Attacker(server);
  for (let count = 0; count < connections; count += openedTogether) {
    await Promise.all(Array.from({ length: openedTogether }, () => open(attacker)));
  }
  await afterwards();
  attacker.closeAll();
}

function fail(name: string): never {
  throw new RangeError(`There is no attack "${name}"`);
}
