import assert from "node:assert/strict";
import { connect, createServer } from "node:net";
import type { Server, Socket } from "node:net";
import { test } from "vitest";
import { readText } from "./body.ts";
import { isTransportError } from "./errors.ts";
import { createSocketTransport } from "./socket-transport.ts";
import { listening, pem, startHttp2Server } from "./testdata/servers.ts";
import type { RunningServer } from "./testdata/servers.ts";

interface SocksProxy extends RunningServer<Server> {
  /** The bytes of clients before the tunnel is open, in hexadecimal. */
  readonly requests: readonly string[];
}

/** Responds to each chunk with the next of `answers`; after the last it forwards bytes to and from `port`. */
async function startSocksProxy(port: number, answers: readonly Buffer[]): Promise<SocksProxy> {
  const requests: string[] = [];
  const server = createServer((client: Socket) => {
    const left = [...answers];
    const onData = (chunk: Buffer): void => {
      requests.push(chunk.toString("hex"));
      client.write(left.shift() ?? Buffer.alloc(0));
      if (left.length > 0) return;
      client.off("data", onData);
      const upstream = connect(port, "127.0.0.1").on("error", () => {});
      client.pipe(upstream).pipe(client);
      client.on("error", () => {}).on("close", () => upstream.destroy());
    };
    client.on("data", onData);
  });
  return Object.assign(await listening(server, "http"), { requests });
}

const tls = { ca: pem("ca.crt") };
const opened = Buffer.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0);
const hex = (...parts: readonly (string | number)[]) =>
  parts.map((part) => (typeof part === "number" ? Buffer.of(part) : Buffer.from(part)).toString("hex")).join("");

test("a request uses a SOCKS5 proxy, which resolves the name of the server", async () => {
  await using api = await startHttp2Server((_request, response) => response.end("well"));
  await using proxy = await startSocksProxy(api.port, [Buffer.of(5, 0), opened]);
  await using transport = createSocketTransport({
    server: "https://kubernetes.default.svc:6443",
    tls,
    proxy: { https: `socks5://127.0.0.1:${proxy.port}` },
  });

  assert.equal(await readText(await transport.request({ method: "GET", path: "/" })), "well");
  assert.deepEqual(proxy.requests, [hex(5, 1, 0), hex(5, 1, 0, 3, 22, "kubernetes.default.svc", 0x19, 0x2b)]);
});

test("credentials of the URL are sent if the proxy requires them, and a domain in the reply is skipped", async () => {
  await using api = await startHttp2Server((_request, response) => response.end("well"));
  const reply = Buffer.concat([Buffer.of(5, 0, 0, 3, 4), Buffer.from("name"), Buffer.of(0, 1)]);
  await using proxy = await startSocksProxy(api.port, [Buffer.of(5, 2), Buffer.of(1, 0), reply]);
  await using transport = createSocketTransport({
    server: "https://kubernetes.default.svc:6443",
    tls,
    proxy: { https: `socks5h://user:p%40ss@127.0.0.1:${proxy.port}` },
  });

  assert.equal(await readText(await transport.request({ method: "GET", path: "/" })), "well");
  assert.deepEqual(proxy.requests.slice(0, 2), [hex(5, 2, 0, 2), hex(1, 4, "user", 4, "p@ss")]);
});

test.each([
  ["https://192.0.2.7:6443", hex(5, 1, 0, 1, 192, 0, 2, 7, 0x19, 0x2b)],
  ["https://[2001:db8::7]:6443", `05010004${"20010db8"}${"0".repeat(22)}07192b`],
])("the address of %s is sent as bytes", async (server, expected) => {
  await using proxy = await startSocksProxy(0, [Buffer.of(5, 0), Buffer.of(5, 5, 0, 1, 0, 0, 0, 0, 0, 0)]);
  await using transport = createSocketTransport({ server, tls, proxy: { https: `socks5://127.0.0.1:${proxy.port}` } });

  await assert.rejects(transport.request({ method: "GET", path: "/" }), /answered 5 \(connection refused\), must be 0/);
  assert.equal(proxy.requests[1], expected);
});

test.each([
  ["does not speak SOCKS5", [Buffer.from("HTTP/1.1 400")], /what the proxy answers is not SOCKS5/],
  ["rejects the password", [Buffer.of(5, 2), Buffer.of(1, 1)], /the proxy rejects the user and password/],
  ["accepts no method", [Buffer.of(5, 255)], /the proxy accepts no offered authentication/],
  ["rejects the server", [Buffer.of(5, 0), Buffer.of(5, 2, 0, 1, 0)], /answered 2 \(not allowed by its rules\)/],
])("a proxy that %s is an error without the password", async (_, answers, message) => {
  await using proxy = await startSocksProxy(0, answers);
  await using transport = createSocketTransport({
    server: "https://kubernetes.default.svc:6443",
    tls,
    proxy: { https: `socks5://user:canary@127.0.0.1:${proxy.port}` },
  });

  await assert.rejects(transport.request({ method: "GET", path: "/" }), (error) => {
    assert.ok(isTransportError(error) && error.kind === "proxy");
    assert.match(error.message, message);
    assert.doesNotMatch(String(error.stack), /canary/);
    return true;
  });
});

test("the attempt fails if the proxy closes the connection or does not respond", async () => {
  const closing = createServer((client) => client.destroy());
  const silent = createServer(() => {});
  await using first = await listening(closing, "http");
  await using second = await listening(silent, "http");
  const reach = (port: number) =>
    createSocketTransport({
      server: "https://kubernetes.default.svc:6443",
      proxy: { https: `socks5://127.0.0.1:${port}` },
      connectTimeoutMs: 200,
    }).request({ method: "GET", path: "/" });

  await assert.rejects(reach(first.port), (error) => isTransportError(error) && error.kind !== "timeout");
  await assert.rejects(reach(second.port), (error) => isTransportError(error) && error.kind === "timeout");
});
