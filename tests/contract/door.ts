/** The way to either server through a socket of the test's own, for what is said below the requests: protocols, lengths, compression. */
import { readFile } from "node:fs/promises";
import { connect } from "node:http2";
import { Agent, request } from "node:https";
import type { IncomingHttpHeaders } from "node:http";
import type { TLSSocket } from "node:tls";
import { inject } from "vitest";
import { parse } from "yaml";
import type { ServerUnderTest } from "../server-under-test.ts";

export interface Door extends AsyncDisposable {
  /** One request over HTTP/1.1 or HTTP/2 as they are chosen while TLS is set up. */
  readonly ask: (asked: RawRequest) => Promise<RawAnswer>;
}

export interface RawRequest {
  readonly protocol: "http/1.1" | "h2";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RawAnswer {
  readonly status: number | undefined;
  /** What was chosen. */
  readonly protocol: string | false | null;
  readonly headers: IncomingHttpHeaders;
  /** As it was sent, compressed or not. */
  readonly body: Buffer;
}

/** Opens a door of an embedded server; a real one has its own. */
export async function openDoor(server: ServerUnderTest): Promise<Door> {
  const path = inject("kubeconfig");
  const listener = path === undefined ? await server.apiServer?.listen() : undefined;
  const text = path === undefined ? listener?.kubeconfig() : await readFile(path, "utf8");
  const { url, tls, authorization } = wayIn(text ?? "");
  return {
    ask({ protocol, path: asked, headers = {} }) {
      const sent = { ...(authorization === undefined ? {} : { authorization }), ...headers };
      const send = protocol === "h2" ? overSecond : overFirst;
      return send(new URL(url), asked, sent, tls);
    },
    async [Symbol.asyncDispose]() {
      await listener?.[Symbol.asyncDispose]();
    },
  };
}

interface Tls {
  readonly ca: Buffer;
  readonly cert?: Buffer;
  readonly key?: Buffer;
}

interface Kubeconfig {
  readonly clusters: readonly [
    { readonly cluster: { readonly server: string; readonly "certificate-authority-data": string } },
  ];
  readonly users: readonly [{ readonly user: Readonly<Record<string, string>> }];
}

function wayIn(text: string): { readonly url: string; readonly tls: Tls; readonly authorization?: string } {
  const { clusters, users } = parse(text) as Kubeconfig;
  const [{ cluster }] = clusters;
  const [{ user }] = users;
  const { token } = user;
  const bytes = (data = ""): Buffer => Buffer.from(data, "base64");
  const certificate = user["client-certificate-data"];
  const own = certificate === undefined ? {} : { cert: bytes(certificate), key: bytes(user["client-key-data"]) };
  return {
    url: cluster.server,
    tls: { ca: bytes(cluster["certificate-authority-data"]), ...own },
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
}

type Headers = Readonly<Record<string, string>>;

function overFirst(url: URL, path: string, headers: Headers, tls: Tls): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
  const agent = new Agent({ keepAlive: false, ALPNProtocols: ["http/1.1"] });
  const sent = request(new URL(path, url), { ...tls, headers, agent }, (answer) => {
    const protocol = (answer.socket as TLSSocket).alpnProtocol; // HTTPS has no other sockets.
    const chunks: Buffer[] = [];
    answer.on("data", (chunk: Buffer) => chunks.push(chunk));
    answer.on("error", reject);
    answer.on("end", () => {
      resolve({ status: answer.statusCode, protocol, headers: answer.headers, body: Buffer.concat(chunks) });
    });
  });
  sent.on("error", reject);
  sent.end();
  return promise;
}

function overSecond(url: URL, path: string, headers: Headers, tls: Tls): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
  const session = connect(url, tls);
  session.on("error", reject);
  const stream = session.request({ ":path": path, ...headers });
  stream.on("error", reject);
  stream.on("response", ({ ":status": status, ...rest }) => {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      session.close();
      resolve({ status, protocol: session.alpnProtocol ?? null, headers: rest, body: Buffer.concat(chunks) });
    });
  });
  stream.end();
  return promise;
}
