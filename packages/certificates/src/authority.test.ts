// The authority against independent readers: Node's X.509 parser and a TLS handshake's own verification.
import assert from "node:assert/strict";
import { createPrivateKey, X509Certificate } from "node:crypto";
import { connect, createServer } from "node:tls";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { test } from "vitest";
import { createCertificateAuthority, isCertificateError, loadCertificateAuthority, parseCertificate } from "./index.ts";
import type { CertificateAuthority, IssuedCertificate } from "./index.ts";

const startTime = Date.UTC(2026, 0, 1);
const day = 24 * 60 * 60 * 1000;

async function newAuthority(
  options: { readonly lifetimeMs?: number; readonly at?: number } = {},
): Promise<CertificateAuthority> {
  const { at = startTime, ...rest } = options;
  return createCertificateAuthority({
    clock: createVirtualClock({ startTime: at }),
    random: createSeededRandom(1),
    ...rest,
  });
}

test("createCertificateAuthority() signs itself with a P-256 key, for ten years from five minutes ago", async () => {
  const authority = await newAuthority();

  const certificate = new X509Certificate(authority.certificate);
  const parsed = parseCertificate(authority.certificate);
  assert.equal(certificate.publicKey.asymmetricKeyDetails?.namedCurve, "prime256v1");
  assert.ok(certificate.verify(certificate.publicKey));
  assert.ok(certificate.checkPrivateKey(createPrivateKey(authority.key)));
  assert.equal(parsed.commonName, "kubewright-ca");
  assert.equal(parsed.isAuthority, true);
  assert.equal(parsed.notBeforeMs, startTime - 5 * 60 * 1000);
  assert.equal(parsed.notAfterMs, startTime + 3650 * day);
});

test("issueServing() names the hosts, is valid for 90 days and is issued by the authority", async () => {
  const authority = await newAuthority();

  const issued = await authority.issueServing({ hosts: ["localhost", "*.example.com", "127.0.0.1", "::1"] });

  const certificate = new X509Certificate(issued.certificate);
  const parsed = parseCertificate(issued.certificate);
  assert.deepEqual(parsed.hosts, ["localhost", "*.example.com", "127.0.0.1", "0:0:0:0:0:0:0:1"]);
  assert.equal(parsed.isAuthority, false);
  assert.equal(parsed.notAfterMs, startTime + 90 * day);
  assert.ok(certificate.checkIssued(new X509Certificate(authority.certificate)));
  assert.ok(certificate.verify(new X509Certificate(authority.certificate).publicKey));
  assert.ok(certificate.checkPrivateKey(createPrivateKey(issued.key)));
  assert.deepEqual(certificate.keyUsage, ["1.3.6.1.5.5.7.3.1"]);
});

test("issueClient() puts the user into the common name and the groups into the organizations", async () => {
  const authority = await newAuthority();

  const issued = await authority.issueClient({ user: "system:admin", groups: ["system:masters", "a,b\nCN=x"] });

  const parsed = parseCertificate(issued.certificate);
  assert.equal(parsed.commonName, "system:admin");
  assert.deepEqual(parsed.organizations, ["system:masters", "a,b\nCN=x"]);
  assert.deepEqual(new X509Certificate(issued.certificate).keyUsage, ["1.3.6.1.5.5.7.3.2"]);
});

test("two certificates of one authority have different serial numbers", async () => {
  const authority = await newAuthority();

  const first = parseCertificate((await authority.issueClient({ user: "a" })).certificate);
  const second = parseCertificate((await authority.issueClient({ user: "a" })).certificate);

  assert.notEqual(first.serialNumber, second.serialNumber);
  assert.match(first.serialNumber, /^[4-7][0-9a-f]{31}$/u);
});

test("a certificate does not outlive its authority", async () => {
  const authority = await newAuthority({ lifetimeMs: 10 * day });

  const issued = await authority.issueServing({ hosts: ["localhost"] });

  assert.equal(parseCertificate(issued.certificate).notAfterMs, startTime + 10 * day);
});

test("a certificate that is valid beyond 2049 keeps its end", async () => {
  const authority = await newAuthority({ at: Date.UTC(2045, 5, 1) });

  assert.equal(new Date(parseCertificate(authority.certificate).notAfterMs).getUTCFullYear(), 2055);
});

test("loadCertificateAuthority() issues what the stored authority's certificate verifies", async () => {
  const stored = await newAuthority();
  const clock = createVirtualClock({ startTime: startTime + day });

  const loaded = loadCertificateAuthority({
    certificate: stored.certificate,
    key: stored.key,
    clock,
    random: createSeededRandom(2),
  });
  const issued = await loaded.issueServing({ hosts: ["localhost"] });

  assert.ok(new X509Certificate(issued.certificate).verify(new X509Certificate(stored.certificate).publicKey));
});

test("loadCertificateAuthority() rejects a key of another certificate, a leaf, and data that is not a key, without printing the key", async () => {
  const [one, other] = [await newAuthority(), await newAuthority()];
  const leaf = await one.issueServing({ hosts: ["localhost"] });
  const load = ({ certificate, key }: IssuedCertificate): unknown =>
    loadCertificateAuthority({ certificate, key, clock: createVirtualClock(), random: createSeededRandom(1) });

  assert.throws(
    () => load({ certificate: one.certificate, key: other.key }),
    /key does not belong to the certificate of "kubewright-ca"/u,
  );
  assert.throws(() => load(leaf), /may not sign certificates, must have CA:TRUE/u);
  assert.throws(
    () => load({ certificate: one.certificate, key: "canary" }),
    (error) => isCertificateError(error) && !error.message.includes("canary"),
  );
});

test("an expired authority does not issue certificates, and the error has its expiry", async () => {
  const stored = await newAuthority({ lifetimeMs: day });
  const clock = createVirtualClock({ startTime: startTime + 2 * day });
  const loaded = loadCertificateAuthority({
    certificate: stored.certificate,
    key: stored.key,
    clock,
    random: createSeededRandom(1),
  });

  await assert.rejects(loaded.issueClient({ user: "a" }), /expired at 2026-01-02T00:00:00.000Z, must be valid/u);
});

test.for([
  [[], /hosts is empty/u],
  [["exa mple"], /host is "exa mple", must be a DNS name or an IP address/u],
  [["a..b"], /host is "a..b"/u],
  [["a\0b"], /host is "a\\u0000b"/u],
  [["*"], /host is "\*"/u],
  [["999.1.1.1.1:80"], /host is "999.1.1.1.1:80"/u],
  [["[::1]"], /host is "\[::1\]"/u],
] as const)("issueServing() refuses the hosts %j", async ([hosts, message]) => {
  const authority = await newAuthority();

  await assert.rejects(authority.issueServing({ hosts }), message);
});

test("issueClient() rejects an empty user, and an invalid lifetime", async () => {
  const authority = await newAuthority();

  await assert.rejects(authority.issueClient({ user: "" }), /common name is "", must be text without NUL/u);
  await assert.rejects(
    authority.issueClient({ user: "a", lifetimeMs: Number.NaN }),
    /lifetimeMs is NaN, must be at least 1000/u,
  );
});

test("a TLS server and a client that trust the authority accept each other's certificates", async () => {
  // TLS compares with the machine's own time, so this authority's certificates are valid around any plausible one.
  const clock = createVirtualClock({ startTime: Date.UTC(2000, 0, 1) });
  const century = 36_500 * day;
  const authority = await createCertificateAuthority({ clock, random: createSeededRandom(3), lifetimeMs: century });
  const serving = await authority.issueServing({ hosts: ["localhost", "127.0.0.1"], lifetimeMs: century });
  const client = await authority.issueClient({ user: "system:admin", groups: ["system:masters"], lifetimeMs: century });

  const seen = await handshake({ serving, client, ca: authority.certificate });

  assert.deepEqual(seen, { clientAuthorized: true, serverAuthorized: true });
});

interface HandshakeOptions {
  readonly serving: IssuedCertificate;
  readonly client: IssuedCertificate;
  readonly ca: string;
}

async function handshake({
  serving,
  client,
  ca,
}: HandshakeOptions): Promise<{ clientAuthorized: boolean; serverAuthorized: boolean }> {
  const clientAuthorized = Promise.withResolvers<boolean>();
  const options = { cert: serving.certificate, key: serving.key, ca, requestCert: true, rejectUnauthorized: false };
  const server = createServer(options, (socket) => {
    clientAuthorized.resolve(socket.authorized);
    socket.end();
  });
  const listening = Promise.withResolvers<number>();
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    listening.resolve(typeof address === "object" && address !== null ? address.port : 0);
  });
  const serverAuthorized = Promise.withResolvers<boolean>();
  const port = await listening.promise;
  const socket = connect({ host: "127.0.0.1", port, cert: client.certificate, key: client.key, ca }, () => {
    serverAuthorized.resolve(socket.authorized);
  });
  socket.on("error", (error) => {
    serverAuthorized.reject(error);
    clientAuthorized.reject(error);
  });
  socket.resume();
  try {
    return { clientAuthorized: await clientAuthorized.promise, serverAuthorized: await serverAuthorized.promise };
  } finally {
    socket.destroy();
    server.close();
  }
}
