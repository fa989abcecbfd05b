// A kubeconfig may name the API server's serving certificate itself instead of its authority: `kubectl` accepts both.
import { readFile } from "node:fs/promises";
import { connect } from "node:tls";
import { configFromKubeconfig, createTransportFor } from "@kubewright/client";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { parse, stringify } from "yaml";
import { sendRequest } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

/** The fields of a kubeconfig that these tests change. */
interface Kubeconfig {
  readonly clusters: readonly { readonly name: string; readonly cluster: { readonly server: string } }[];
}

let server: ServerUnderTest;
let kubeconfig: Kubeconfig;

beforeAll(async () => {
  server = await startServerUnderTest();
  const path = inject("kubeconfig");
  kubeconfig = parse(path === undefined ? await server.kubeconfig() : await readFile(path, "utf8")) as Kubeconfig;
});

afterAll(() => server[Symbol.asyncDispose]());

test("certificate-authority-data with the serving certificate is accepted", async () => {
  expect(await statusWith(await servingCertificate())).toBe(200);
});

test("certificate-authority-data with another serving certificate is rejected", async () => {
  const other = new URL("../../packages/transport/src/testdata/server.crt", import.meta.url);

  await expect(statusWith(await readFile(other, "utf8"))).rejects.toMatchObject({ kind: "tls" });
});

test("the serving certificate is rejected for a name that it does not have", async () => {
  await expect(statusWith(await servingCertificate(), { "tls-server-name": "elsewhere.test" })).rejects.toMatchObject({
    kind: "tls",
    cause: { code: "ERR_TLS_CERT_ALTNAME_INVALID" },
  });
});

/** The status of a request with a kubeconfig that trusts this certificate alone. */
async function statusWith(certificate: string, more: object = {}): Promise<number> {
  const data = Buffer.from(certificate).toString("base64");
  const clusters = kubeconfig.clusters.map(({ name, cluster }) => ({
    name,
    cluster: { server: cluster.server, "certificate-authority-data": data, ...more },
  }));
  const config = await configFromKubeconfig(stringify({ ...kubeconfig, clusters }));
  await using transport = createTransportFor(config);
  return (await sendRequest(transport, { path: "/version" })).status;
}

/** The first certificate of the API server's chain, as PEM. */
async function servingCertificate(): Promise<string> {
  const { hostname, port } = new URL(kubeconfig.clusters[0]?.cluster.server ?? "");
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false }, () => {
    resolve(socket.getPeerCertificate().raw);
  });
  socket.once("error", reject);
  try {
    const body = (await promise).toString("base64").replace(/.{64}/g, "$&\n");
    return `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`;
  } finally {
    socket.destroy();
  }
}
