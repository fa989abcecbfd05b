/**
 * Starts backends, asks the nginx before them a number of times, and prints who answered how often, as JSON. It is run in a place of its own
 * (see namespace.ts), in which the backends' addresses are and nginx runs already.
 *
 * The backends listen on IPv6 addresses, so that they can have the same port as nginx, which listens on all of IPv4.
 */
import { createSocket } from "node:dgram";
import { createServer, connect } from "node:net";

/** What is asked for; it comes as JSON in the first argument. */
export interface SplitOptions {
  /** The addresses of the backends, by what each answers. */
  readonly backends: Readonly<Record<string, string>>;
  readonly tcpPort: number;
  readonly udpPort: number;
  /** How many connections are made, each after others have ended. */
  readonly connections: number;
  /**
   * How many datagrams are sent, each from a port of its own. Nginx keeps two of its 1,024 connections for each, for 10 minutes: it cannot know
   * that nothing more comes.
   */
  readonly datagrams: number;
}

export interface Split {
  readonly tcp: Readonly<Record<string, number>>;
  readonly udp: Readonly<Record<string, number>>;
}

/** Those that are under way at the same time: nginx has 1,024 connections, two for each. */
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
