// The serving certificates of webhooks that the API server accepts: the rules and the messages of Go's crypto/x509.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { startWebhookEndpoint } from "./webhook-endpoint.ts";
import { startWebhookHost } from "./webhook-host.ts";
import type { WebhookHost } from "./webhook-host.ts";

let server: ServerUnderTest;
let namespace: string;
let host: WebhookHost;

beforeAll(async () => {
  server = await startServerUnderTest();
  namespace = await server.createNamespace();
  host = await startWebhookHost(server, namespace);
});

afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const pem = (name: string): string =>
  readFileSync(new URL(`../../packages/transport/src/testdata/${name}`, import.meta.url), "utf8");

test.for<readonly [title: string, served: string, trusted: string]>([
  ["the serving certificate itself, issued by an authority that is not trusted", "server", "server.crt"],
  ["the serving certificate itself, self-signed and no authority", "self-signed", "self-signed.crt"],
  ["the authority of the serving certificate", "server", "ca.crt"],
])("a caBundle with %s is enough", async ([, served, trusted]) => {
  expect(await messageOfCreate(pem(`${served}.crt`), served, trusted)).toBe("created");
});

const unknownAuthority = "x509: certificate signed by unknown authority";

test.for<readonly [title: string, served: string, trusted: string, message: string]>([
  ["another key with the subject of a trusted certificate", "self-signed", "same-subject.crt", unknownAuthority],
  [
    "a trusted certificate for another host",
    "other-name",
    "other-name.crt",
    "x509: cannot validate certificate for 127.0.0.1 because it doesn't contain any IP SANs",
  ],
  [
    "a trusted certificate that names its host as the common name only",
    "no-name",
    "no-name.crt",
    "x509: cannot validate certificate for 127.0.0.1 because it doesn't contain any IP SANs",
  ],
  [
    "a trusted certificate that has expired",
    "expired",
    "expired.crt",
    "x509: certificate has expired or is not yet valid",
  ],
  ["a certificate issued by a trusted leaf", "issued-by-leaf", "self-signed.crt", unknownAuthority],
  ["a certificate of an authority that is not trusted", "server", "other-ca.crt", unknownAuthority],
])("the call fails with %s", async ([, served, trusted, message]) => {
  // crypto/x509 adds details to some messages: the time, or the certificate that it tried as an authority.
  expect(await messageOfCreate(pem(`${served}.crt`), served, trusted)).toContain(
    `?timeout=10s": tls: failed to verify certificate: ${message}`,
  );
});

test("the call fails with a certificate issued by a trusted leaf if the webhook sends the leaf, too", async () => {
  const chain = pem("issued-by-leaf.crt") + pem("self-signed.crt");

  expect(await messageOfCreate(chain, "issued-by-leaf", "self-signed.crt")).toContain(
    `tls: failed to verify certificate: ${unknownAuthority}`,
  );
});

test.for<readonly [served: string, message: string]>([
  ["other-name", "x509: certificate is valid for elsewhere.test, not localhost"],
  ["no-name", "x509: certificate relies on legacy Common Name field, use SANs instead"],
])("the call of a webhook on localhost fails with the certificate %s", async ([served, message]) => {
  expect(await messageOfCreate(pem(`${served}.crt`), served, `${served}.crt`, "localhost")).toContain(
    `?timeout=10s": tls: failed to verify certificate: ${message}`,
  );
});

/** Creates an object about which a webhook with this certificate is called; returns `created`, or the message of the error. */
async function messageOfCreate(
  certificate: string,
  served: string,
  trusted: string,
  hostname = "127.0.0.1",
): Promise<string> {
  await using endpoint = await startWebhookEndpoint({ certificate, key: pem(`${served}.key`) });
  const url = endpoint.url.replace("127.0.0.1", hostname);
  const clientConfig = { url, caBundle: Buffer.from(pem(trusted)).toString("base64") };
  await using _ = await host.configure("validating", [host.webhook("trust", { clientConfig })]);
  const message = await createConfigMap("trust");
  expect(endpoint.requests.length > 0).toBe(message === "created");
  return message;
}

async function createConfigMap(name: string): Promise<string> {
  const path = `/api/v1/namespaces/${namespace}/configmaps?dryRun=All`;
  const { status, body } = await host.send({ method: "POST", path, body: { metadata: { name } } });
  return status === 201 ? "created" : (body.message ?? "");
}
