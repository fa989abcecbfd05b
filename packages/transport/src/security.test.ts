/** Trust, client identity, and the secrecy of credentials. */
import assert from "node:assert/strict";
import { createServer } from "node:net";
import type { TLSSocket } from "node:tls";
import { createVirtualClock } from "@kubewright/async";
import { afterEach, test, vi } from "vitest";
import { readText } from "./body.ts";
import { isTransportError } from "./errors.ts";
import type { TransportErrorKind } from "./errors.ts";
import { headerOf } from "./headers.ts";
import { createSocketTransport } from "./socket-transport.ts";
import type { SocketTransportOptions } from "./socket-transport.ts";
import { listening, pem, startHttp1Server, startHttp2Server, until } from "./testdata/servers.ts";
import type { TlsOptions } from "./tls.ts";

const ca = pem("ca.crt");

afterEach(() => {
  vi.unstubAllEnvs();
});

test("A server certificate of another authority is rejected before a byte of the request is sent", async () => {
  const seen: unknown[] = [];
  await using api = await startHttp2Server((request) => seen.push(request.headers));

  const message = await refused({ server: api.url, tls: { ca: pem("other-ca.crt") } }, "tls");

  assert.match(
    message,
    /^Cannot connect to https:\/\/127\.0\.0\.1:\d+: .*; check that "ca" contains the CA that signed/,
  );
  assert.deepEqual(seen, []);
});

test("Without ca, a server certificate that no public authority signed is rejected", async () => {
  await using api = await startHttp2Server((_request, response) => response.end());

  await refused({ server: api.url }, "tls");
});

test("The environment cannot disable the verification of certificates", async () => {
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  await using api = await startHttp2Server((_request, response) => response.end());

  await refused({ server: api.url, tls: { ca: pem("other-ca.crt") } }, "tls");
});

test("A certificate for another name is rejected, and serverName sets the expected name", async () => {
  await using api = await startHttp2Server((_request, response) => response.end("well"));
  await using named = createSocketTransport({ server: api.url, tls: { ca, serverName: "kubernetes.default.svc" } });

  const message = await refused({ server: api.url, tls: { ca, serverName: "kubernetes.example.com" } }, "tls");

  assert.match(message, /the server's certificate is for another name, set "serverName" if that is intended/);
  assert.equal(await get(named), "well");
});

test("insecureSkipVerify accepts any certificate, and is rejected together with ca", async () => {
  await using api = await startHttp2Server((_request, response) => response.end("well"));
  await using transport = createSocketTransport({ server: api.url, tls: { insecureSkipVerify: true } });

  assert.equal(await get(transport), "well");
  assert.throws(
    () => createSocketTransport({ server: api.url, tls: { ca, insecureSkipVerify: true } }),
    /"insecureSkipVerify" is true and "ca" is set, must be only one of them/,
  );
});

test("A client certificate without its key is rejected, and a key without its certificate", () => {
  const server = "https://127.0.0.1:6443";

  assert.throws(
    () => createSocketTransport({ server, tls: { certificate: pem("client-1.crt") } }),
    /"certificate" is set without "key", must be both or neither/,
  );
  assert.throws(
    () => createSocketTransport({ server, tls: { key: pem("client-1.key") } }),
    /"key" is set without "certificate", must be both or neither/,
  );
});

test("A rotated client certificate is used for the next request, and open watches continue until they end", async () => {
  let finish = (): void => {};
  await using api = await startHttp2Server(
    (request, response) => {
      const peer = (request.stream.session?.socket as TLSSocket | undefined)?.getPeerCertificate().subject.CN;
      if (request.url !== "/watch") return void response.end(String(peer));
      response.write(`${String(peer)} `);
      finish = () => response.end("ended");
    },
    { requestCert: true, ca },
  );
  let tls: TlsOptions = { ca, certificate: pem("client-1.crt"), key: pem("client-1.key") };
  await using transport = createSocketTransport({ server: api.url, tls: () => ({ ...tls }) });
  const watch = await transport.request({ method: "GET", path: "/watch" });
  assert.equal(await get(transport), "client 1");
  assert.equal(api.sessions.length, 1);

  tls = { ca, certificate: pem("client-2.crt"), key: pem("client-2.key") };
  assert.equal(await get(transport), "client 2");
  finish();

  assert.equal(await readText(watch), "client 1 ended");
  await until(() => api.sessions[0]?.destroyed === true);
  assert.equal(api.sessions.length, 2);
});

test("The credentials function is called for each request, so that a rotated token is used at once", async () => {
  const seen: unknown[] = [];
  await using api = await startHttp2Server((request, response) => {
    seen.push(request.headers.authorization);
    response.end();
  });
  const tokens = ["old", "new"];
  await using transport = createSocketTransport({
    server: api.url,
    tls: { ca },
    credentials: async () => ({ authorization: `Bearer ${tokens.shift()}` }),
  });

  await get(transport);
  await get(transport);
  await readText(await transport.request({ method: "GET", path: "/", headers: { authorization: "Bearer its own" } }));

  assert.deepEqual(seen, ["Bearer old", "Bearer new", "Bearer its own"]);
});

test("A redirect is a response: it is not followed, and its target receives no request", async () => {
  const seen: unknown[] = [];
  await using elsewhere = await startHttp1Server((request, response) => {
    seen.push(request.headers);
    response.end();
  });
  await using secure = await startHttp2Server((_request, response) => {
    response.writeHead(307, { location: `${elsewhere.url}/stolen` }).end();
  });
  await using plain = await startHttp1Server((_request, response) => {
    response.writeHead(302, { location: `${elsewhere.url}/stolen` }).end();
  });

  for (const server of [secure.url, plain.url]) {
    await using transport = createSocketTransport({
      server,
      ...(server === secure.url && { tls: { ca } }),
      credentials: () => ({ authorization: "Bearer secret" }),
    });
    const response = await transport.request({ method: "GET", path: "/" });
    assert.ok(response.status === 307 || response.status === 302);
    assert.equal(headerOf(response.headers, "location"), `${elsewhere.url}/stolen`);
    await readText(response);
  }

  assert.deepEqual(seen, []);
  assert.equal(elsewhere.sockets.length, 0);
});

test("A token that is not a valid header value rejects the request, and the error does not contain it", async () => {
  const seen: unknown[] = [];
  await using api = await startHttp2Server((request) => seen.push(request.headers));
  await using plain = await startHttp1Server((request) => seen.push(request.headers));

  for (const server of [api.url, plain.url]) {
    const credentials = () => ({ authorization: "Bearer canary\nx: y" });
    await using transport = createSocketTransport({ server, ...(server === api.url && { tls: { ca } }), credentials });
    await assert.rejects(transport.request({ method: "GET", path: "/" }), (error: Error) => {
      assert.match(
        error.message,
        /^Cannot send a request: header "authorization" has a value with a line break or another control/,
      );
      assert.doesNotMatch(String(error.stack), /canary/);
      return true;
    });
  }
  assert.deepEqual(seen, []);
});

test("A path, a method or a header that would change the request is rejected", async () => {
  await using transport = createSocketTransport({ server: "https://127.0.0.1:6443" });

  for (const path of ["", "api", "/a b", "/a\r\nhost: evil", "/ü", "https://evil.example.com/"]) {
    await assert.rejects(transport.request({ method: "GET", path }), /must begin with "\/" and be percent-encoded/);
  }
  for (const name of ["host", "connection", "transfer-encoding"]) {
    const request = { method: "GET", path: "/", headers: { [name]: "evil.example.com" } };
    await assert.rejects(transport.request(request), /header "[a-z-]+" is set by the transport, must be absent/);
  }
  await assert.rejects(transport.request({ method: "GET /", path: "/" }), /must be upper-case letters such as GET/);
});

test("A server without TLS at an https:// URL fails with an error that names the cause, and is not tried without TLS", async () => {
  const seen: unknown[] = [];
  await using api = await startHttp1Server((request) => seen.push(request.url));

  const message = await refused({ server: api.url.replace("http:", "https:"), tls: { ca } }, "tls");

  assert.match(message, /the server does not use TLS/);
  assert.deepEqual(seen, []);
});

test("A refused connection and an unknown host name are distinguished", async () => {
  const gone = await startHttp1Server(() => {});
  await gone[Symbol.asyncDispose]();

  assert.match(
    await refused({ server: gone.url }, "connect"),
    /^Cannot connect to http:\/\/127\.0\.0\.1:\d+: no server accepts connections there \(ECONNREFUSED\); check the address, and that the server runs/,
  );
  assert.match(
    await refused({ server: "https://no-such-host.invalid" }, "dns"),
    /^Cannot connect to https:\/\/no-such-host\.invalid:443: the server's name has no address/,
  );
});

test("Connecting to a silent server fails after connectTimeoutMs", async () => {
  const clock = createVirtualClock();
  await using silent = await listening(
    createServer((socket) => void socket.resume()),
    "https",
  );
  const ended = refused({ server: silent.url, tls: { ca }, clock, connectTimeoutMs: 5000 }, "timeout");
  await until(() => silent.sockets.length === 1);

  await clock.advance(5000);

  assert.match(await ended, /no connection stood after 5000 ms/);
  await until(() => silent.sockets.every((socket) => socket.destroyed));
});

/** Sends one request with a token. It must fail with this kind, and the error must state that it was not processed. */
async function refused(options: SocketTransportOptions, kind: TransportErrorKind): Promise<string> {
  await using transport = createSocketTransport({
    ...options,
    credentials: () => ({ authorization: "Bearer canary" }),
  });
  const error: unknown = await transport.request({ method: "GET", path: "/" }).catch((thrown: unknown) => thrown);
  assert.ok(isTransportError(error), String(error));
  assert.equal(error.kind, kind);
  assert.equal(error.mayHaveBeenProcessed, false);
  assert.doesNotMatch(String(error.stack), /canary/);
  return error.message;
}

async function get(transport: ReturnType<typeof createSocketTransport>): Promise<string> {
  return await readText(await transport.request({ method: "GET", path: "/" }));
}
