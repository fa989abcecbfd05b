// Writes whose client disconnects while a webhook holds them: nothing is stored, and allocations are released.
import type { Transport } from "@kubewright/transport";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import type { TestRequest } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { startWebhookHost } from "./webhook-host.ts";
import type { WebhookHost } from "./webhook-host.ts";
import { createWriteCases, versionsOf, writeCaseRules } from "./write-cases.ts";
import { connect, hold, post, startWriters } from "./writers.ts";
import type { Writers } from "./writers.ts";

let server: ServerUnderTest;
let writers: Writers;
let host: WebhookHost;
let namespace: string;
let core: string;
let transport: Transport;

beforeAll(async () => {
  server = await startServerUnderTest();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

beforeEach(async () => {
  namespace = await server.createNamespace();
  core = `/api/v1/namespaces/${namespace}`;
  writers = await startWriters(server, "four HTTP/2 connections");
  host = await startWebhookHost(server, namespace);
  const connections = new AsyncDisposableStack();
  [transport] = (await connect(server, connections, 1)) as [Transport];
  return async () => {
    await connections.disposeAsync();
    await host[Symbol.asyncDispose]();
    await writers[Symbol.asyncDispose]();
  };
});

const rules = [{ operations: ["*"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps", "services"] }];

/** Sends a request, aborts it while the webhook holds it, and releases the webhook once the server has received the abort. */
async function abandon({ method = "GET", path, headers, body }: TestRequest): Promise<void> {
  const held = hold(host, "/slow");
  const client = new AbortController();
  const gone = transport.request({
    method,
    path,
    headers: { "content-type": "application/json", ...headers },
    signal: client.signal,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  await held.arrived;
  client.abort();
  await expect(gone).rejects.toThrow("aborted");
  // The server reads the frames of a connection in order, so it has received the abort when it responds to this.
  await sendRequest(transport, { path: "/version" });
  held.release();
  // This write passes the webhook later than the abandoned write would have.
  await writers.send(post(`${core}/configmaps`, { metadata: { generateName: "after-" } }));
}

for (const kind of ["mutating", "validating"] as const) {
  for (const failurePolicy of ["Fail", "Ignore"]) {
    test(`writes that a ${kind} webhook with failure policy ${failurePolicy} holds are not carried out`, async () => {
      const cases = await createWriteCases(server, writers, namespace);
      const rules = writeCaseRules;
      await using _ = await host.configure(kind, [host.webhook("slow", { failurePolicy, rules })]);
      const before = await versionsOf(writers, cases);

      for (const { request } of cases) await abandon(request);

      expect(await versionsOf(writers, cases)).toEqual(before);
    });
  }
}

test("an abandoned create of a Service releases its node port", async () => {
  const service = (name: string, nodePort: number): object => ({
    metadata: { name },
    spec: { type: "NodePort", ports: [{ port: 80, nodePort }] },
  });
  const nodePort = 30_000 + (server.random.bytes(2)[0] ?? 0);
  await using _ = await host.configure("validating", [host.webhook("slow", { rules })]);

  await abandon(post(`${core}/services`, service("left", nodePort)));
  const { status } = await writers.send(post(`${core}/services`, service("next", nodePort)));

  expect(status).toBe(201);
  expect((await writers.send({ path: `${core}/services/left` })).status).toBe(404);
});
