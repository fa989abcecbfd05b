// The listener against slow and many clients, over real loopback sockets. The timeouts are Node's; tests inject short ones and wait for the
// disconnection, not for a time.
import { connect as connectTls } from "node:tls";
import type { ConnectionOptions } from "node:tls";
import type { Socket } from "node:net";
import { createCertificateAuthority } from "@kubewright/certificates";
import { expect, onTestFinished, test } from "vitest";
import {
  certificates,
  closed,
  get,
  handshake,
  host,
  http2,
  listen,
  open,
  openTls,
  protocols,
  secured,
} from "./testdata/listener-fixture.ts";

test.each(protocols)(
  "a client of $protocols that does not finish its TLS handshake is disconnected",
  async ({ also }) => {
    const { port } = await listen({ limits: { handshakeTimeoutMs: 50 }, ...also });

    const socket = open(port);
    socket.write(Buffer.from([0x16, 0x03, 0x01])); // The first bytes of a ClientHello.

    expect(await closed(socket)).toBe("closed");
  },
);

test.each(
  protocols.flatMap(({ protocols: names, also }) =>
    [
      { what: "sends no request", sent: "" },
      { what: "sends its headers too slowly", sent: "GET / HTTP/1.1\r\nHost: a\r\nX-Slow: " },
      { what: "sends its body too slowly", sent: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{" },
    ].map((each) => ({ ...each, names, also })),
  ),
)("a client that $what is disconnected by a server of $names", async ({ sent, also }) => {
  const { port, certificate } = await listen({
    limits: { headersTimeoutMs: 50, requestTimeoutMs: 50 },
    ...also,
    handle: (request, response) => {
      request.resume();
      request.once("end", () => response.end());
    },
  });

  const socket = openTls(port, certificate);
  socket.write(sent);

  expect(await closed(socket)).toBe("closed");
});

test.each(protocols)(
  "a connection to a server of $protocols is not read before it begins, and has the same limits after that",
  async ({ also }) => {
    const waiting: (() => void)[] = [];
    const sockets: Socket[] = [];
    const connected = Promise.withResolvers<void>();
    const { port, certificate } = await listen({
      limits: { headersTimeoutMs: 50 },
      ...also,
      onConnection(socket, begin) {
        sockets.push(socket);
        if (waiting.push(begin) === 2) connected.resolve();
      },
    });
    const [answer, silent] = [get(port, certificate), openTls(port, certificate)];
    await connected.promise;
    const read = sockets.map(({ bytesRead }) => bytesRead);

    for (const begin of waiting) begin();

    expect([read, await answer, await closed(silent)]).toEqual([[0, 0], "HTTP/1.1 200 OK", "closed"]);
  },
);

test("a client that does not read its response is disconnected", async () => {
  const disconnected = Promise.withResolvers<string>();
  const { port, certificate } = await listen({
    limits: { stallTimeoutMs: 50 },
    async handle(_request, response) {
      response.once("close", () => disconnected.resolve(response.writableFinished ? "sent" : "disconnected"));
      response.end(Buffer.alloc(64 * 1024 * 1024));
    },
  });
  const socket = openTls(port, certificate);
  onTestFinished(() => void socket.destroy());

  socket.pause();
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");

  expect(await disconnected.promise).toBe("disconnected");
});

test.each(protocols)("headers over the limit are rejected by a server of $protocols", async ({ also }) => {
  const { port, certificate } = await listen({ limits: { headerBytesMax: 4096 }, ...also });

  const within = await get(port, certificate, `X: ${"a".repeat(3_000)}\r\n`);
  const over = await get(port, certificate, `X: ${"a".repeat(5_000)}\r\n`);

  expect([within, over]).toEqual(["HTTP/1.1 200 OK", "HTTP/1.1 431 Request Header Fields Too Large"]);
});

test("connections over the limit are closed, and one that ends makes room for another", async () => {
  const { port, certificate } = await listen({ limits: { connectionsMax: 2 } });
  const first = openTls(port, certificate);
  const second = openTls(port, certificate);
  await Promise.all([secured(first), secured(second)]);

  const refused = await get(port, certificate);
  first.destroy();
  let answer = refused;
  // The server needs a moment to see that the first connection has ended.
  for (let tries = 0; tries < 1_000 && answer === "closed"; tries += 1) answer = await get(port, certificate);

  expect([refused, answer]).toEqual(["closed", "HTTP/1.1 200 OK"]);
});

test("a handler that throws closes the connection of its request, and the server continues", async () => {
  let requests = 0;
  const { port, certificate } = await listen({
    handle(_request, response) {
      requests += 1;
      if (requests === 1) throw new Error("the handler failed");
      response.end();
    },
  });

  expect([await get(port, certificate), await get(port, certificate)]).toEqual(["closed", "HTTP/1.1 200 OK"]);
});

test("a server of HTTP/1.1 does not offer HTTP/2, and no server accepts TLS 1.1", async () => {
  const one = await listen({});
  const two = await listen({ http2 });
  const old: ConnectionOptions = { maxVersion: "TLSv1.1", minVersion: "TLSv1", ciphers: "DEFAULT@SECLEVEL=0" };
  const offers: ConnectionOptions = { ALPNProtocols: ["h2", "http/1.1"] };

  expect(await handshake(one, offers)).toBe("http/1.1");
  expect(await handshake(two, offers)).toBe("h2");
  expect(await handshake(one, old)).toMatch(/alert protocol version|unsupported protocol/i);
  expect(await handshake(two, old)).toMatch(/alert protocol version|unsupported protocol/i);
});

test("a client with 10,000 streams that it resets at once is disconnected, and others are served", async () => {
  let handled = 0;
  const { port, certificate } = await listen({
    http2: {
      ...http2,
      handle(stream, headers) {
        handled += 1;
        http2.handle(stream, headers, 0, []);
      },
    },
  });
  const socket = connectTls({ host, port, ca: certificate, ALPNProtocols: ["h2"] }).on("error", () => {});
  const end = closed(socket);

  socket.write(Buffer.concat([Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), frame({ type: 4 })]));
  const head = Buffer.from([0x82, 0x84, 0x87]); // `:method: GET`, `:path: /` and `:scheme: https` of the static table.
  const cancel = Buffer.from([0, 0, 0, 8]);
  for (let stream = 1; stream < 20_000; stream += 2) {
    socket.write(Buffer.concat([frame({ type: 1, flags: 5, stream }, head), frame({ type: 3, stream }, cancel)]));
  }

  expect(await end).toBe("closed");
  expect(handled).toBeLessThan(2_000);
  expect(await get(port, certificate)).toBe("HTTP/1.1 200 OK");
});

test("an idle connection over HTTP/2 is closed, also in the middle of a head", async () => {
  const { port, certificate } = await listen({ limits: { idleTimeoutMs: 50 }, http2 });
  const socket = connectTls({ host, port, ca: certificate, ALPNProtocols: ["h2"] }).on("error", () => {});
  const begin = frame({ type: 1, stream: 1 }, Buffer.from([0x82, 0x84, 0x87])); // Another frame would end the head.

  socket.write(Buffer.concat([Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), frame({ type: 4 }), begin]));

  expect(await closed(socket)).toBe("closed");
});

test("a new certificate is used for new connections, with the same clients", async () => {
  const clients = await createCertificateAuthority(certificates());
  const client = await clients.issueClient({ user: "kube-apiserver" });
  const known = { cert: client.certificate, key: client.key };
  const fixture = await listen({ tls: { clientCa: clients.certificate }, http2 });
  const next = await createCertificateAuthority(certificates());

  fixture.listener.useCertificate(await next.issueServing({ hosts: [host] }));

  const renewed = { ...fixture, certificate: next.certificate };
  expect(await handshake(renewed, { ...known, ALPNProtocols: ["h2"] })).toBe("h2");
  expect(await handshake(fixture, known)).toMatch(/unable to verify|certificate signature failure/);
  expect(await get(fixture.port, next.certificate)).toBe("closed");
});

/** A frame of HTTP/2. https://www.rfc-editor.org/rfc/rfc9113#section-4.1 */
function frame(
  { type, flags = 0, stream = 0 }: { readonly type: number; readonly flags?: number; readonly stream?: number },
  payload: Buffer = Buffer.alloc(0),
): Buffer {
  const header = Buffer.alloc(9);
  header.writeUIntBE(payload.length, 0, 3);
  header.writeUInt8(type, 3);
  header.writeUInt8(flags, 4);
  header.writeUInt32BE(stream, 5);
  return Buffer.concat([header, payload]);
}
