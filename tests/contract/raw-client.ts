/** An HTTP client with its own sockets, for tests of protocols, lengths, compression and limits. */
import { readFile } from "node:fs/promises";
import { once } from "node:events";
import { connect } from "node:http2";
import type { Settings } from "node:http2";
import { Agent, request } from "node:https";
import type { IncomingHttpHeaders } from "node:http";
import { connect as connectTls } from "node:tls";
import type { TLSSocket } from "node:tls";
import { afterAll, beforeAll, inject } from "vitest";
import { parse } from "yaml";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

export interface RawClient extends AsyncDisposable {
  /** Sends one request over HTTP/1.1 or HTTP/2, as the TLS handshake negotiates it. */
  readonly sendRequest: (asked: RawRequest) => Promise<RawResponse>;
  /** The URL of the server. */
  readonly url: string;
  /**
   * Sends a head over HTTP/1.1, to which `Host` and `Authorization` are added, and the body once a response with the status 100 arrives. Resolves with the
   * statuses of all responses: once one has another status, or the server has closed the connection.
   */
  readonly sendText: (head: readonly string[], body: string) => Promise<readonly number[]>;
  /** The settings of a new connection over HTTP/2. */
  readonly settings: () => Promise<Settings>;
}

export interface RawRequest {
  readonly protocol: "http/1.1" | "h2";
  /** Default `GET`. */
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent in chunks over HTTP/1.1, unless there is a header `content-length`. */
  readonly body?: Uint8Array;
  /** The request ends only once the whole response has arrived. Default false. */
  readonly endsAfterAnswer?: boolean;
}

export interface RawResponse {
  readonly status: number | undefined;
  /** The negotiated protocol. */
  readonly protocol: string | false | null;
  readonly headers: IncomingHttpHeaders;
  /** The bytes as received, compressed or not. */
  readonly body: Buffer;
}

/** What the tests of a file share. Available from `beforeAll` on. */
export interface RawSuite {
  readonly server: ServerUnderTest;
  readonly client: RawClient;
  /** The path of the ConfigMaps in a namespace of the file. */
  readonly configMaps: string;
}

/** Starts a server and a client for the tests of a file, and ends them after the tests. */
export function useRawClient(): RawSuite {
  const suite = {} as { -readonly [Name in keyof RawSuite]: RawSuite[Name] }; // Set before the first test.
  beforeAll(async () => {
    suite.server = await startServerUnderTest();
    suite.client = await createRawClient(suite.server);
    suite.configMaps = `/api/v1/namespaces/${await suite.server.createNamespace()}/configmaps`;
  });
  afterAll(async () => {
    await suite.client[Symbol.asyncDispose]();
    await suite.server[Symbol.asyncDispose]();
  });
  return suite;
}

/** A client of the server under test. An embedded server listens until the client is disposed. */
export async function createRawClient(server: ServerUnderTest): Promise<RawClient> {
  const path = inject("kubeconfig");
  const listener = path === undefined ? await server.apiServer?.listen() : undefined;
  const text = path === undefined ? listener?.kubeconfig() : await readFile(path, "utf8");
  const { url, tls, authorization } = wayIn(text ?? "");
  return {
    sendRequest(request) {
      const headers = { ...(authorization === undefined ? {} : { authorization }), ...request.headers };
      const send = request.protocol === "h2" ? sendOverHttp2 : sendOverHttp1;
      return send(new URL(url), { ...request, headers }, tls);
    },
    url,
    sendText([first = "", ...rest], body) {
      const host = `Host: ${new URL(url).host}`;
      const credentials = authorization === undefined ? [] : [`Authorization: ${authorization}`];
      return sendText(url, tls, `${[first, host, ...credentials, ...rest].join("\r\n")}\r\n\r\n`, body);
    },
    async settings() {
      const session = connect(url, tls);
      const [settings] = (await once(session, "remoteSettings")) as [Settings];
      session.destroy();
      return settings;
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

function sendText(url: string, tls: Tls, head: string, body: string): Promise<readonly number[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly number[]>();
  const { hostname, port } = new URL(url);
  const socket = connectTls({ host: hostname, port: Number(port), ...tls, ALPNProtocols: ["http/1.1"] }, () => {
    socket.write(head);
  });
  let text = "";
  const statuses = (): number[] => Array.from(text.matchAll(/^HTTP\/1\.1 (\d+)/gmu), ([, status]) => Number(status));
  let hasContinued = false;
  socket.on("data", (data: Buffer) => {
    text += data.toString("latin1");
    const last = statuses().at(-1);
    if (last === continueStatus && !hasContinued) {
      hasContinued = true;
      socket.write(body);
    } else if (last !== undefined && last !== continueStatus) socket.destroy();
  });
  socket.on("error", reject);
  socket.on("close", () => resolve(statuses()));
  return promise;
}

const continueStatus = 100;

function sendOverHttp1(url: URL, asked: RawRequest, tls: Tls): Promise<RawResponse> {
  const { method = "GET", headers = {}, body, endsAfterAnswer = false } = asked;
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>();
  const agent = new Agent({ keepAlive: true, ALPNProtocols: ["http/1.1"] });
  const sent = request(new URL(asked.path, url), { ...tls, method, headers, agent }, (response) => {
    const protocol = (response.socket as TLSSocket).alpnProtocol; // HTTPS has no other sockets.
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("error", reject);
    response.on("end", () => {
      resolve({ status: response.statusCode, protocol, headers: response.headers, body: Buffer.concat(chunks) });
      agent.destroy();
    });
  });
  sent.on("error", reject);
  if (body !== undefined) sent.write(body);
  if (!endsAfterAnswer) sent.end();
  return promise;
}

function sendOverHttp2(url: URL, asked: RawRequest, tls: Tls): Promise<RawResponse> {
  const { method = "GET", path, headers, body, endsAfterAnswer = false } = asked;
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>();
  const session = connect(url, { ...tls, strictFieldWhitespaceValidation: false });
  session.on("error", reject);
  const stream = session.request({ ":method": method, ":path": path, ...headers }, { endStream: false });
  stream.on("error", reject);
  stream.on("response", ({ ":status": status, ...rest }) => {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      session.close();
      if (endsAfterAnswer) stream.end();
      resolve({ status, protocol: session.alpnProtocol ?? null, headers: rest, body: Buffer.concat(chunks) });
    });
  });
  if (body !== undefined) stream.write(body);
  if (!endsAfterAnswer) stream.end();
  return promise;
}
