/**
 * Starts backends, sends requests to the nginx in front of them, and prints the number of responses of each, as JSON. It runs in separate namespaces
 * (see namespace.ts), which have the addresses of the backends and in which nginx already runs.
 *
 * The backends listen on IPv6 addresses, so that they can have the same port as nginx, which listens on all of IPv4.
 */
import { createSocket } from "node:dgram";
import { createServer, connect } from "node:net";

/** The parameters: JSON in the first argument. */
export interface SplitOptions {
  /** The addresses of the backends, by their responses. */
  readonly backends: Readonly<Record<string, string>>;
  readonly tcpPort: number;
  readonly udpPort: number;
  /** The number of connections. */
  readonly connections: number;
  /**
   * The number of datagrams, each from another port. Nginx keeps two of its 1,024 connections for each, for 10 minutes, because it cannot
   * detect the end of a UDP session.
   */
  readonly datagrams: number;
}

export interface Split {
  readonly tcp: Readonly<Record<string, number>>;
  readonly udp: Readonly<Record<string, number>>;
}

/** The number of concurrent connections: nginx has 1,024, two for each. */
const atOnce = 50;

async function main({ backends, tcpPort, udpPort, connections, datagrams }: SplitOptions): Promise<Split> {
  for (const [response, address] of Object.entries(backends)) {
    await listenTcp(address, tcpPort, response);
    await listenUdp(address, udpPort, response);
  }
  const tcp = await count(connections, () => askTcp(tcpPort));
  const udp = await count(datagrams, () => askUdp(udpPort));
  return { tcp, udp };
}

async function count(times: number, ask: () => Promise<string>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (let done = 0; done < times; done += atOnce) {
    const responses = await Promise.all(Array.from({ length: Math.min(atOnce, times - done) }, ask));
    for (const response of responses) counts[response] = (counts[response] ?? 0) + 1;
  }
  return counts;
}

function askTcp(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = "";
    const socket = connect(port, "127.0.0.1");
    socket.setEncoding("utf8");
    socket.on("data", (text: string) => {
      response += text;
    });
    socket.once("end", () => {
      resolve(response);
    });
    socket.once("error", reject);
  });
}

function askUdp(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createSocket("udp4");
    socket.once("message", (message) => {
      socket.close();
      resolve(message.toString());
    });
    socket.once("error", reject);
    socket.send("?", port, "127.0.0.1");
  });
}

function listenTcp(address: string, port: number, response: string): Promise<void> {
  const server = createServer((socket) => {
    socket.end(response);
  });
  server.unref(); // Nothing waits for a backend to end.
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host: address, ipv6Only: true }, resolve);
  });
}

function listenUdp(address: string, port: number, response: string): Promise<void> {
  const socket = createSocket({ type: "udp6", ipv6Only: true });
  socket.unref();
  socket.on("message", (_message, from) => {
    socket.send(response, from.port, from.address);
  });
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.bind(port, address, resolve);
  });
}

const split = await main(JSON.parse(process.argv[2] ?? "{}") as SplitOptions);
process.stdout.write(`${JSON.stringify(split)}\n`);
