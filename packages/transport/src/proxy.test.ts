import assert from "node:assert/strict";
import { connect, createServer } from "node:net";
import type { Socket } from "node:net";
import { test } from "vitest";
import { parseServer } from "./address.ts";
import { readText } from "./body.ts";
import { isTransportError } from "./errors.ts";
import { proxyFor } from "./proxy.ts";
import { createSocketTransport } from "./socket-transport.ts";
import { listening, pem, startHttp2Server } from "./testdata/servers.ts";
import type { RunningServer } from "./testdata/servers.ts";

test("proxyFor() selects the proxy of the scheme, or no proxy", () => {
  const options = { https: "http://secure-proxy:3128", http: "plain-proxy:3128" };

  assert.equal(proxyFor(parseServer("https://10.0.0.1"), options)?.href, "http://secure-proxy:3128/");
  assert.equal(proxyFor(parseServer("http://10.0.0.1"), options)?.href, "http://plain-proxy:3128/");
  assert.equal(proxyFor(parseServer("https://10.0.0.1"), { https: "", http: "plain-proxy:3128" }), undefined);
  assert.equal(proxyFor(parseServer("https://10.0.0.1"), undefined), undefined);
});

const exceptions: readonly (readonly [except: string, server: string, direct: boolean])[] = [
  ["", "https://api.example.com", false],
  ["*", "https://api.example.com", true],
  ["example.com", "https://example.com", true],
  ["example.com", "https://api.example.com", true],
  ["EXAMPLE.com", "https://api.example.com", true],
  ["example.com", "https://badexample.com", false],
  ["ample.com", "https://example.com", false],
  [".example.com", "https://api.example.com", true],
  [".example.com", "https://example.com", false],
  ["*.example.com", "https://api.example.com", true],
  ["a.com, example.com ,b.com", "https://example.com", true],
  ["example.com:6443", "https://example.com:6443", true],
  ["example.com:6443", "https://example.com", false],
  ["example.com:443", "https://example.com", true],
  ["10.0.0.1", "https://10.0.0.1", true],
  ["10.0.0.1", "https://10.0.0.11", false],
  ["10.0.0.0/8", "https://10.200.0.1:6443", true],
  ["10.0.0.0/8", "https://11.0.0.1", false],
  ["10.0.0.0/99", "https://10.0.0.1", false],
  ["10.0.0.0/8", "https://example.com", false],
  ["fd00::/8", "https://[fd00::1]:6443", true],
  ["[fd00::1]:6443", "https://[fd00::1]:6443", true],
  ["fd00:0:0::1", "https://[fd00::1]:6443", true],
  ["", "https://localhost:6443", true],
  ["", "https://127.8.9.10", true],
  ["", "https://[::1]:6443", true],
];

test.each(exceptions)('proxyFor() with except "%s" reaches %s directly: %s', (except, server, direct) => {
  const proxy = proxyFor(parseServer(server), { https: "http://proxy:3128", except });

  assert.equal(proxy === undefined, direct);
});

test("proxyFor() rejects an invalid proxy, and its error does not contain the password", () => {
  const server = parseServer("https://10.0.0.1");

  assert.throws(
    () => proxyFor(server, { https: "socks4://user:canary@proxy:1080" }),
    (error: Error) => {
      assert.match(
        error.message,
        /^Cannot use the proxy for https:\/\/10\.0\.0\.1:443: socks4:\/\/proxy:1080 must be a URL/,
      );
      return true;
    },
  );
  assert.throws(
    () => proxyFor(server, { https: "http://user:canary@" }),
    (error: Error) => {
      assert.doesNotMatch(error.message, /canary/);
      return true;
    },
  );
});

// Servers on 127.0.0.1 are never proxied, so these tests use a server name that only the proxy resolves.
const tls = { ca: pem("ca.crt") };

test("A request uses the proxy's tunnel, and only the proxy receives the proxy credentials", async () => {
  const seenByApi: unknown[] = [];
  await using api = await startHttp2Server((request, response) => {
    seenByApi.push([request.headers.authorization, request.headers["proxy-authorization"]]);
    response.end("well");
  });
  await using proxy = await startProxy(api.port, "HTTP/1.1 200 Connection established\r\n\r\n");
  await using transport = createSocketTransport({
    server: "https://kubernetes.default.svc:6443",
    tls,
    proxy: { https: `http://user:p%40ss@127.0.0.1:${proxy.port}` },
    credentials: () => ({ authorization: "Bearer token" }),
  });

  const text = await readText(await transport.request({ method: "GET", path: "/" }));

  assert.equal(text, "well");
  assert.deepEqual(proxy.asked, [
    `CONNECT kubernetes.default.svc:6443 HTTP/1.1\r\nhost: kubernetes.default.svc:6443\r\nproxy-authorization: Basic ${btoa("user:p@ss")}\r\n\r\n`,
  ]);
  assert.deepEqual(seenByApi, [["Bearer token", undefined]]);
});

test("The error of a proxy that rejects the tunnel names the proxy, but not its password", async () => {
  await using proxy = await startProxy(undefined, "HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
  await using transport = createSocketTransport({
    server: "https://kubernetes.default.svc:6443",
    tls,
    proxy: { https: `http://user:canary@127.0.0.1:${proxy.port}` },
  });

  await assert.rejects(transport.request({ method: "GET", path: "/" }), (error) => {
    assert.ok(isTransportError(error));
    assert.equal(error.kind, "proxy");
    assert.match(error.message, /through the proxy http:\/\/127\.0\.0\.1:\d+: the proxy answered 407, must be 200/);
    assert.doesNotMatch(String(error.stack), /canary/);
    return true;
  });
});

interface Proxy extends RunningServer<ReturnType<typeof createServer>> {
  readonly asked: readonly string[];
}

/** Responds to each CONNECT with `answer`, then forwards bytes to and from `port`, if it is set. */
async function startProxy(port: number | undefined, answer: string): Promise<Proxy> {
  const asked: string[] = [];
  const server = createServer((client: Socket) => {
    client.once("data", (chunk) => {
      asked.push(chunk.toString());
      client.write(answer);
      if (port === undefined) return;
      const upstream = connect(port, "127.0.0.1").on("error", () => {});
      client
        .on("error", () => {})
        .pipe(upstream)
        .pipe(client);
      client.on("close", () => upstream.destroy());
    });
  });
  return Object.assign(await listening(server, "http"), { asked });
}
