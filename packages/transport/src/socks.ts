/**
 * Opens a tunnel through a SOCKS5 proxy, which resolves the name of the server.
 * https://www.rfc-editor.org/rfc/rfc1928, https://www.rfc-editor.org/rfc/rfc1929
 */
import { isIP } from "node:net";
import type { Socket } from "node:net";
import { abortable } from "@kubewright/async";
import type { ServerAddress } from "./address.ts";
import { failure, failureOf } from "./failure.ts";
import type { Attempt } from "./failure.ts";

export interface SocksOptions {
  /** With an optional user and password. */
  readonly proxy: URL;
  readonly attempt: Attempt;
  readonly signal: AbortSignal;
}

const version = 5;
const passwordVersion = 1;
const methods = { none: 0, password: 2 } as const;
const connectCommand = 1;
const addressTypes = { ipv4: 1, domain: 3, ipv6: 4 } as const;
const replies = [
  "success",
  "general failure",
  "not allowed by its rules",
  "network unreachable",
  "host unreachable",
  "connection refused",
  "TTL expired",
  "command not supported",
  "address type not supported",
] as const;

/** Opens the tunnel on a socket that is connected to the proxy. Rejects with a `TransportError` of kind `proxy` and destroys the socket. */
export async function openSocksTunnel(socket: Socket, server: ServerAddress, options: SocksOptions): Promise<void> {
  const { proxy, attempt, signal } = options;
  const refused = (found: string): Error => failure(attempt, "proxy", found);
  const exchange = new Exchange(socket, options);
  try {
    const [user, password] = [proxy.username, proxy.password].map((part) => Buffer.from(decodeURIComponent(part)));
    if (!user || !password || user.length > 255 || password.length > 255) {
      throw refused("its user or password is longer than 255 bytes");
    }
    const offered = user.length === 0 ? [methods.none] : [methods.none, methods.password];
    const [answered, method] = await abortable(
      exchange.send(Buffer.of(version, offered.length, ...offered), 2),
      signal,
    );
    if (answered !== version) throw refused("what the proxy answers is not SOCKS5");
    if (method === methods.password && user.length > 0) {
      const login = Buffer.concat([
        Buffer.of(passwordVersion, user.length),
        user,
        Buffer.of(password.length),
        password,
      ]);
      const [, status] = await abortable(exchange.send(login, 2), signal);
      if (status !== 0) throw refused("the proxy rejects the user and password");
    } else if (method !== methods.none) {
      throw refused("the proxy accepts no offered authentication; check the user and password in its URL");
    }

    const [, reply = 0, , type, length = 0] = await abortable(exchange.send(connectRequest(server), 5), signal);
    if (reply !== 0)
      throw refused(`the proxy answered ${reply} (${replies[reply] ?? "unknown"}), must be 0; check its rules`);
    await abortable(exchange.receive(addressBytes(type, length) - 1 + 2), signal);
    exchange.end();
  } catch (error) {
    exchange.end();
    socket.on("error", () => {}); // The first error is reported.
    socket.destroy();
    throw error;
  }
}

function connectRequest({ host, port }: ServerAddress): Uint8Array {
  const head = Buffer.of(version, connectCommand, 0);
  const portBytes = Buffer.alloc(2);
  portBytes.writeUInt16BE(port);
  const name = Buffer.from(host);
  if (isIP(host) === 4) {
    return Buffer.concat([head, Buffer.of(addressTypes.ipv4, ...host.split(".").map(Number)), portBytes]);
  }
  if (isIP(host) === 6) return Buffer.concat([head, Buffer.of(addressTypes.ipv6), ipv6Bytes(host), portBytes]);
  return Buffer.concat([head, Buffer.of(addressTypes.domain, name.length), name, portBytes]);
}

/** `host` is an address in the form of URLs: hexadecimal groups, with the longest run of zeros as `::`. */
function ipv6Bytes(host: string): Uint8Array {
  const [before = [], after = []] = host.split("::").map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  const groups = [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16));
  return Buffer.from(groups.flatMap((group) => [group >> 8, group & 0xff]));
}

/** The length of the address in a reply, from the byte after its type. */
function addressBytes(type: number | undefined, length: number): number {
  if (type === addressTypes.ipv4) return 4;
  return type === addressTypes.ipv6 ? 16 : 1 + length;
}

/** Reads responses of known lengths from a socket; the following bytes remain on the socket. */
class Exchange {
  readonly #socket: Socket;
  readonly #ended = Promise.withResolvers<never>();
  readonly #attempt: Attempt;
  #received = Buffer.alloc(0);
  #wake = Promise.withResolvers<void>();

  constructor(socket: Socket, { attempt }: SocksOptions) {
    this.#socket = socket;
    this.#attempt = attempt;
    this.#ended.promise.catch(() => undefined); // The pending read rejects with it.
    socket.on("data", this.#onData).once("error", this.#onError).once("close", this.#onClose);
  }

  async send(bytes: Uint8Array, answerBytes: number): Promise<Uint8Array> {
    this.#socket.write(bytes);
    return await this.receive(answerBytes);
  }

  async receive(bytes: number): Promise<Uint8Array> {
    while (this.#received.length < bytes) await Promise.race([this.#wake.promise, this.#ended.promise]);
    const taken = this.#received.subarray(0, bytes);
    this.#received = this.#received.subarray(bytes);
    return taken;
  }

  /** Stops reading. */
  end(): void {
    this.#socket.pause().off("data", this.#onData).off("error", this.#onError).off("close", this.#onClose);
    if (this.#received.length > 0) this.#socket.unshift(this.#received);
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#received = Buffer.concat([this.#received, chunk]);
    this.#wake.resolve();
    this.#wake = Promise.withResolvers<void>();
  };
  readonly #onError = (error: Error): void => this.#ended.reject(failureOf(error, this.#attempt, "proxy"));
  readonly #onClose = (): void =>
    this.#ended.reject(failure(this.#attempt, "proxy", "the proxy closed the connection instead of opening a tunnel"));
}
