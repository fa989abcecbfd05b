import { connect } from "node:tls";
import type { ConnectionOptions } from "node:tls";
import { createSeededRandom, createSystemClock } from "@kubewright/async";
import { createCertificateAuthority } from "@kubewright/certificates";
import { expect, onTestFinished, test } from "vitest";
import { startHttpsServer } from "./https-server.ts";
import type { HttpsServerOptions, ServingCertificate } from "./https-server.ts";
import type { ServingPair, TlsSettings } from "./tls.ts";

const host = "127.0.0.1";

test("the server listens with the first certificate of its source, and serves new connections with the next one", async () => {
  const [first, second] = [await issued(), await issued()];
  const source = certificates();
  const used: ServingPair[] = [];
  const starting = start({ certificate: source, onCertificate: (pair) => used.push(pair) });

  source.use(first.pair);
  const { port } = await starting;
  const before = await handshake(port, { ca: first.ca });
  source.use(second.pair);
  const after = await handshake(port, { ca: second.ca });

  expect([before, after]).toEqual(["TLSv1.3", "TLSv1.3"]);
  expect(used).toEqual([first.pair, second.pair]);
});

test("startHttpsServer() rejects with the error of a source that fails before the first certificate", async () => {
  const source = certificates();
  const starting = start({ certificate: source });

  source.fail(new Error("the folder is empty"));

  await expect(starting).rejects.toThrow("the folder is empty");
});

test("startHttpsServer() rejects if the source ends without a certificate", async () => {
  await expect(start({ certificate: { run: () => Promise.resolve() } })).rejects.toThrow(
    "Cannot serve test: the certificate source ended without a certificate",
  );
});

test("startHttpsServer() rejects if the first certificate cannot be used", async () => {
  const [one, other] = [await issued(), await issued()];
  const mixed = { certificate: one.pair.certificate, key: other.pair.key };

  await expect(start({ certificate: { run: async (use) => use(mixed) } })).rejects.toThrow("key values mismatch");
});

test("startHttpsServer() rejects with the reason of its signal, and ends the source", async () => {
  const source = certificates();
  const stop = new AbortController();
  const starting = start({ certificate: source, signal: stop.signal });

  stop.abort(new Error("the program ends"));

  await expect(starting).rejects.toThrow("the program ends");
  expect(source.isStopped()).toBe(true);
});

test("a source that fails later is reported, and the current certificate stays in use", async () => {
  const { pair, ca } = await issued();
  const source = certificates();
  const failures: unknown[] = [];
  const starting = start({ certificate: source, onCertificateFailure: (error) => failures.push(error) });
  source.use(pair);
  const { port } = await starting;

  source.fail(new Error("the folder is gone"));

  expect(await handshake(port, { ca })).toBe("TLSv1.3");
  expect(failures).toEqual([new Error("the folder is gone")]);
});

test("minVersion limits the handshake", async () => {
  expect(await negotiated({ minVersion: "TLSv1.3" }, { maxVersion: "TLSv1.2" })).toMatch(/alert protocol version/);
  expect(await negotiated({ minVersion: "TLSv1.3" }, {})).toBe("TLSv1.3");
});

test.each([
  ["TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384", "TLSv1.2"],
  ["TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256", "handshake failure"],
  ["TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256", "handshake failure"],
  ["TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA", "handshake failure"],
  ["TLS_RSA_WITH_AES_128_GCM_SHA256", "handshake failure"],
  ["TLS_AES_128_GCM_SHA256", "protocol version"],
])("a server of %s alone answers a client of AES 256 GCM over TLS 1.2 with: %s", async (name, result) => {
  const client: ConnectionOptions = { maxVersion: "TLSv1.2", ciphers: "ECDHE-ECDSA-AES256-GCM-SHA384" };

  expect(await negotiated({ cipherSuites: [name] }, client)).toContain(result);
});

test("tlsOptions changes the options of Node's server last", async () => {
  expect(await negotiated({ tlsOptions: (options) => ({ ...options, maxVersion: "TLSv1.2" }) }, {})).toBe("TLSv1.2");
});

test.each(["HIGH", "TLS_NO_SUCH_SUITE", "ALL:!aNULL", ""])("cipherSuites rejects %j", async (name) => {
  await expect(negotiated({ cipherSuites: [name] }, {})).rejects.toThrow(
    `Cannot serve HTTPS: cipherSuites contains "${name}", must contain names such as "TLS_AES_128_GCM_SHA256"`,
  );
});

test("an empty list of cipher suites is rejected", async () => {
  await expect(negotiated({ cipherSuites: [] }, {})).rejects.toThrow("cipherSuites is empty, must contain a name");
});

async function negotiated(tls: TlsSettings, client: ConnectionOptions): Promise<string> {
  const { pair, ca } = await issued();
  const source = certificates();
  const starting = start({ certificate: source, tls });
  source.use(pair);
  return await handshake((await starting).port, { ca, ...client });
}

async function start(
  options: Partial<HttpsServerOptions> & Pick<HttpsServerOptions, "certificate">,
): Promise<{ port: number }> {
  const server = await startHttpsServer({
    what: "test",
    address: { host, port: 0 },
    limits: { connectionsMax: 10, handshakeTimeoutMs: 60_000, headersTimeoutMs: 60_000, idleTimeoutMs: 60_000 },
    handle: (_request, response) => void response.end(),
    onCertificateFailure: () => {},
    ...options,
  });
  onTestFinished(() => server.close({ signal: AbortSignal.abort() }));
  return server;
}

interface TestCertificates extends ServingCertificate {
  use(pair: ServingPair): void;
  fail(error: Error): void;
  isStopped(): boolean;
}

/** A source that a test controls. Its server has started it. */
function certificates(): TestCertificates {
  const end = Promise.withResolvers<void>();
  let use: (pair: ServingPair) => void = () => {};
  let isStopped = false;
  return {
    run(next, { signal }) {
      use = next;
      signal.addEventListener("abort", () => {
        isStopped = true;
        end.resolve();
      });
      return end.promise;
    },
    use: (pair) => use(pair),
    fail: end.reject,
    isStopped: () => isStopped,
  };
}

async function issued(): Promise<{ pair: ServingPair; ca: string }> {
  const authority = await createCertificateAuthority({
    clock: createSystemClock(),
    random: createSeededRandom("certificates"),
  });
  return { pair: await authority.issueServing({ hosts: [host] }), ca: authority.certificate };
}

/** The TLS version that was negotiated, or the error. */
function handshake(port: number, options: ConnectionOptions): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, ...options }, () => {
      resolve(socket.getProtocol() ?? "none");
      socket.destroy();
    });
    socket.on("error", (error: Error) => resolve(error.message));
  });
}
