import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:http2";
import { connect as connectTcp } from "node:net";
import { connect as connectTls } from "node:tls";
import { createSeededRandom, createSystemClock } from "@kubewright/async";
import { createCertificateAuthority } from "@kubewright/certificates";
import { isListenError } from "@kubewright/serving";
import { isUpgradeRefused, readText } from "@kubewright/transport";
import { test } from "vitest";
import type { ApiServer } from "../api-server.ts";
import { createApiServer } from "../api-server.ts";
import { openChannels } from "../connections/testdata/channel-client.ts";
import { shown } from "../testdata/test-server.ts";
import type { Listener } from "./listener.ts";
import {
  admin,
  adminTransport,
  configMapsPath,
  rawRequest,
  startListener,
  tokenOf,
} from "./testdata/listener-client.ts";

test("a client with the token of a kubeconfig writes, lists and watches over HTTP/2", async () => {
  const { listener } = await startListener();
  await using _listener = listener;
  await using transport = adminTransport(listener);

  const created = await transport.request({
    method: "POST",
    path: configMapsPath,
    body: JSON.stringify({ metadata: { name: "a" } }),
  });
  await readText(created);
  const watch = await transport.request({ method: "GET", path: `${configMapsPath}?watch=1` });
  const first = await watch.body[Symbol.asyncIterator]().next();

  assert.equal(created.status, 201);
  assert.equal(
    Buffer.from(first.value ?? "")
      .toString()
      .slice(0, 15),
    '{"type":"ADDED"',
  );
});

test("a client certificate authenticates its user, unless another authority has issued it", async () => {
  const { listener } = await startListener();
  await using _listener = listener;
  const stranger = await createCertificateAuthority({
    clock: createSystemClock(),
    random: createSeededRandom("certificates"),
  });
  const own = await listener.clientCertificate(admin);
  const foreign = await stranger.issueClient({ user: "admin", groups: ["system:masters"] });

  const accepted = await rawRequest(listener, {}, { cert: own.certificate, key: own.key });
  const rejected = await rawRequest(listener, {}, { cert: foreign.certificate, key: foreign.key });

  assert.equal(accepted.status, 200);
  assert.deepEqual([rejected.status, shown(rejected.text).reason], [401, "Unauthorized"]);
});

test.for<[string, Record<string, string>, number]>([
  ["no credentials", {}, 403],
  ["a wrong token", { authorization: "Bearer wrong" }, 401],
  ["another scheme", { authorization: "Basic YWRtaW46YWRtaW4=" }, 403],
  ["the host of a web page", { host: "evil.example:1234", authorization: "TOKEN" }, 403],
  ["the address of another host", { host: "192.168.1.7", authorization: "TOKEN" }, 403],
  ["an origin", { origin: "https://evil.example", authorization: "TOKEN" }, 403],
  ["the origin of the server", { origin: "https://127.0.0.1", authorization: "TOKEN" }, 403],
  ["a null origin", { origin: "null", authorization: "TOKEN" }, 403],
])("a write with %s changes nothing", async ([, headers, status]) => {
  const { server, listener } = await startListener();
  await using _listener = listener;
  const real = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value === "TOKEN" ? `Bearer ${tokenOf(listener)}` : value]),
  );

  const response = await rawRequest(listener, { method: "POST", headers: real, body: '{"metadata":{"name":"a"}}' });

  assert.equal(response.status, status);
  assert.equal("access-control-allow-origin" in response.headers, false);
  assert.equal(server.server.engine.store.revision, 1);
});

test("each kubeconfig has a different token of 256 bits", async () => {
  const { listener } = await startListener();
  await using _listener = listener;

  const [first, second] = [tokenOf(listener), tokenOf(listener)];

  assert.equal(Buffer.from(first, "base64url").length, 32);
  assert.notEqual(first, second);
});

test("listen() on a port in use rejects with a ListenError that names the solution", async () => {
  const { listener } = await startListener();
  await using _listener = listener;
  const port = Number(new URL(listener.url).port);

  await assert.rejects(startListener({ port }), (error) => {
    assert.ok(isListenError(error));
    assert.equal(error.code, "EADDRINUSE");
    assert.equal(
      error.message,
      `Cannot serve the Kubernetes API on "127.0.0.1:${port}": the port is taken by another program: end it, or choose another port`,
    );
    return true;
  });
});

test("a body over 3 MiB is rejected with 413, with and without Content-Length", async () => {
  const { listener } = await startListener();
  await using _listener = listener;
  await using transport = adminTransport(listener);

  const response = await transport.request({
    method: "POST",
    path: configMapsPath,
    body: "x".repeat(3 * 1024 * 1024 + 1),
  });

  assert.equal(response.status, 413);
  assert.equal(shown(await readText(response)).message, "Request entity too large: limit is 3145728");
});

test("a response over 128 KiB is compressed if the client accepts gzip; a shorter one and a watch are not", async () => {
  const { server, listener } = await startListener();
  await using _listener = listener;
  await server.send("POST", configMapsPath, { metadata: { name: "a" }, data: { k: "x".repeat(200_000) } });
  const headers = { authorization: `Bearer ${tokenOf(listener)}`, "accept-encoding": "gzip" };

  const long = await rawRequest(listener, { path: `${configMapsPath}/a`, headers });
  const short = await rawRequest(listener, { path: "/version", headers });
  server.server.engine.store.compact();
  const watch = await rawRequest(listener, { path: `${configMapsPath}?watch=1&resourceVersion=1`, headers });

  assert.deepEqual([long.headers["content-encoding"], long.headers["vary"]], ["gzip", "Accept-Encoding"]);
  assert.deepEqual([short.headers["content-encoding"], short.headers["vary"]], [undefined, undefined]);
  assert.match(watch.text, /"type":"ERROR"/);
  assert.equal(watch.headers["content-encoding"], undefined);
});

test("closing the listener ends its watches and connections, and closing it twice has no effect", async () => {
  const { listener } = await startListener();
  const session = connect(listener.url, { ca: listener.caCertificate });
  session.on("error", () => undefined);
  const stream = session.request({
    ":path": `${configMapsPath}?watch=1`,
    authorization: `Bearer ${tokenOf(listener)}`,
  });
  stream.on("error", () => undefined);
  const opened = Promise.withResolvers<void>();
  stream.on("response", () => opened.resolve());
  await opened.promise;
  const closed = Promise.withResolvers<void>();
  session.on("close", () => closed.resolve());

  await listener[Symbol.asyncDispose]();
  await listener[Symbol.asyncDispose]();

  await closed.promise;
  assert.equal(session.closed, true);
});

test("closing the listener closes connections whose TLS handshake has not ended", async () => {
  const { listener } = await startListener();
  const { port } = new URL(listener.url);
  const socket = connectTcp({ host: "127.0.0.1", port: Number(port) });
  await once(socket, "connect");
  // The server accepts connections in their order, so it has accepted the first one after the handshake of the second one.
  const second = connectTls({ host: "127.0.0.1", port: Number(port), ca: listener.caCertificate });
  second.on("error", () => undefined);
  await once(second, "secureConnect");

  const closing = listener[Symbol.asyncDispose]();
  const late = connectTls({ socket, ca: listener.caCertificate });
  late.on("error", () => undefined); // The server closes the connection.

  await closing;
});

test("an upgraded connection runs a command, and a rejected upgrade returns a Status and closes", async () => {
  const { kinds, listener, said } = await listenForCommands();
  await using _server = kinds;
  await using _listener = listener;
  await using transport = adminTransport(listener);
  const path = "/api/v1/namespaces/default/pods/web/exec?command=cat&stdin=true&stdout=true";

  await using client = await openChannels(transport, path);
  await client.send(0, "hello");
  await client.send(255, Uint8Array.of(0));
  const { byChannel, closeCode } = await client.received();
  const rejected: unknown = await openChannels(transport, path, { protocol: "soap" }).catch((error: unknown) => error);

  assert.deepEqual([byChannel[1], closeCode, said()], ["hello", 1000, ["cat"]]);
  assert.ok(isUpgradeRefused(rejected));
  assert.equal(rejected.response.status, 400);
  assert.match(await readText(rejected.response), /none of the protocols/);
});

/** A listener of a server with all kinds. Its only Pod echoes its input. */
async function listenForCommands(): Promise<{ kinds: ApiServer; listener: Listener; said: () => readonly string[] }> {
  let commands: readonly string[] = [];
  const kinds = createApiServer({
    disableAdmissionPlugins: ["ServiceAccount"],
    nodeProxy: {
      async exec(_target, { command, stdin, stdout }) {
        commands = command;
        for await (const bytes of stdin) await stdout(bytes);
        return { exitCode: 0 };
      },
    },
  });
  const transport = kinds.transport();
  const create = async (path: string, body: object): Promise<void> => {
    const { status } = await transport.request({ method: "POST", path, body: JSON.stringify(body) });
    assert.equal(status, 201);
  };
  await create("/api/v1/nodes", { metadata: { name: "n1" } });
  await create("/api/v1/namespaces/default/pods", {
    metadata: { name: "web" },
    spec: { nodeName: "n1", containers: [{ name: "main", image: "x" }] },
  });
  return { kinds, listener: await kinds.listen(), said: () => commands };
}
