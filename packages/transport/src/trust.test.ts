/** The server certificates that are accepted with `ca`: the rules of Go's crypto/x509, which client-go uses. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { readText } from "./body.ts";
import { isTransportError } from "./errors.ts";
import { createSocketTransport } from "./socket-transport.ts";
import { pem, startHttp2Server } from "./testdata/servers.ts";

test.for<readonly [title: string, served: string, ca: string]>([
  ["a certificate that is itself among the trusted ones", "server", "server.crt"],
  ["a self-signed certificate that is not an authority", "self-signed", "self-signed.crt"],
  ["a certificate of a trusted authority", "server", "ca.crt"],
])("accepts %s", async ([, served, ca]) => {
  assert.equal(await connectedWith(pem(`${served}.crt`), served, ca), "accepted");
});

test.for<readonly [title: string, served: string, ca: string, code: string]>([
  ["another key with the subject of a trusted one", "self-signed", "same-subject.crt", "DEPTH_ZERO_SELF_SIGNED_CERT"],
  ["a trusted one for another host", "other-name", "other-name.crt", "ERR_TLS_CERT_ALTNAME_INVALID"],
  [
    "a trusted one that names its host as the common name only",
    "no-name",
    "no-name.crt",
    "ERR_TLS_CERT_ALTNAME_INVALID",
  ],
  ["a trusted one that has expired", "expired", "expired.crt", "CERT_HAS_EXPIRED"],
  ["one that a trusted leaf issued", "issued-by-leaf", "self-signed.crt", "UNSPECIFIED"],
])("rejects a certificate: %s", async ([, served, ca, code]) => {
  assert.equal(await connectedWith(pem(`${served}.crt`), served, ca), code);
});

test("rejects a certificate that a trusted leaf issued if the server sends the leaf, too", async () => {
  const chain = pem("issued-by-leaf.crt") + pem("self-signed.crt");

  assert.equal(await connectedWith(chain, "issued-by-leaf", "self-signed.crt"), "UNSPECIFIED");
});

/** The body of a response from a server with this certificate, or the code of the verification error. */
async function connectedWith(cert: string, served: string, ca: string): Promise<unknown> {
  await using api = await startHttp2Server((_request, response) => response.end("accepted"), {
    cert,
    key: pem(`${served}.key`),
  });
  // By name, because a common name is never compared with an IP address.
  const server = api.url.replace("127.0.0.1", "localhost");
  await using transport = createSocketTransport({ server, tls: { ca: pem(ca) } });
  try {
    return await readText(await transport.request({ method: "GET", path: "/" }));
  } catch (error) {
    assert.ok(isTransportError(error) && error.kind === "tls", String(error));
    return (error.cause as { readonly code: string }).code; // An error of node:tls.
  }
}
