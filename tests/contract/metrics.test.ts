// Metrics over HTTPS, on either server: the API server authenticates the token of a reader and authorizes its user.
import { ClusterRole, ClusterRoleBinding } from "@kubewright/api/rbac.authorization.k8s.io/v1";
import { request } from "node:https";
import type { IncomingHttpHeaders } from "node:http";
import type { TokenRequest } from "@kubewright/api/authentication.k8s.io/v1";
import { ServiceAccount } from "@kubewright/api/core/v1";
import type { PolicyRule } from "@kubewright/api/rbac.authorization.k8s.io/v1";
import { spawn } from "@kubewright/async";
import { createManager } from "@kubewright/runtime";
import { createLogger } from "@kubewright/telemetry";
import type { Transport } from "@kubewright/transport";
import { expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

const reviewer: readonly PolicyRule[] = [
  { apiGroups: ["authentication.k8s.io"], resources: ["tokenreviews"], verbs: ["create"] },
  { apiGroups: ["authorization.k8s.io"], resources: ["subjectaccessreviews"], verbs: ["create"] },
];
const reader: readonly PolicyRule[] = [{ nonResourceURLs: ["/metrics"], verbs: ["get"] }];

test("an authenticated and authorized reader gets 200, others 401 or 403", async () => {
  await using fixture = await startFixture();
  const { operator, account, port } = await fixture.startOperator({ rules: reviewer });
  const [reading, strange] = [await account("reader", reader), await account("stranger")];

  const asked = [
    await scrape(port),
    await scrape(port, "not-a-token"),
    await scrape(port, strange),
    await scrape(port, reading),
    await scrape(port, reading, { method: "HEAD" }),
    await scrape(port, reading, { method: "POST" }),
    await scrape(port, reading, { path: "/other" }),
  ];

  expect(asked.map(({ status, body }) => [status, body.split("\n", 1)[0]])).toEqual([
    [401, "Unauthorized"],
    [401, "Unauthorized"],
    [403, `Authorization denied for user system:serviceaccount:${fixture.namespace}:stranger`],
    [200, expect.stringMatching(/^# HELP /)],
    [403, ""],
    [405, ""],
    [404, "404 page not found"],
  ]);
  expect(asked[3]?.headers["content-type"]).toContain("text/plain; version=0.0.4");
  expect(asked[0]?.headers["x-content-type-options"]).toBe("nosniff");
  await operator.stop();
  expect(fixture.lines.filter((line) => line.includes(reading) || line.includes(strange))).toEqual([]);
}, 60_000);

test("an operator that may not create reviews returns 500, and logs the reason without the token", async () => {
  await using fixture = await startFixture();
  const { operator, account, port } = await fixture.startOperator({ rules: reviewer.slice(1) });
  const reading = await account("reader", reader);

  const { status, body } = await scrape(port, reading);
  await operator.stop();

  expect([status, body]).toEqual([500, "Authentication failed\n"]);
  expect(fixture.lines.filter((line) => line.includes("Cannot create TokenReview"))).toHaveLength(1);
  expect(fixture.lines.filter((line) => line.includes(reading))).toEqual([]);
}, 60_000);

test("an operator that may create TokenReviews but not SubjectAccessReviews returns 500", async () => {
  await using fixture = await startFixture();
  const { operator, account, port } = await fixture.startOperator({ rules: reviewer.slice(0, 1) });

  const { status, body } = await scrape(port, await account("reader", reader));
  await operator.stop();

  const user = `system:serviceaccount:${fixture.namespace}:reader`;
  expect([status, body]).toEqual([500, `Authorization for user ${user} failed\n`]);
}, 60_000);

interface Fixture extends AsyncDisposable {
  readonly namespace: string;
  /** What the operator has logged. */
  readonly lines: readonly string[];
  startOperator(options: { readonly rules: readonly PolicyRule[] }): Promise<Operator>;
}

interface Operator {
  readonly operator: { stop(): Promise<void> };
  readonly port: number;
  /** Creates a service account with these rights, and resolves with its token. */
  account(name: string, rules?: readonly PolicyRule[]): Promise<string>;
}

async function startFixture(): Promise<Fixture> {
  const server = await startServerUnderTest();
  const { client, clock, random } = server;
  const namespace = await server.createNamespace();
  const lines: string[] = [];
  const log = createLogger({ clock, level: "debug", write: (line) => lines.push(line) });

  async function account(name: string, rules: readonly PolicyRule[] = []): Promise<string> {
    const key = { namespace, name };
    await client.create(ServiceAccount, { metadata: key });
    await grant(server, key, rules);
    const asked: TokenRequest = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} };
    const { status } = await client.subresource<TokenRequest>(ServiceAccount, key, "token").create(asked);
    return status?.token ?? "";
  }

  return {
    namespace,
    lines,
    async startOperator({ rules }) {
      await account("operator", rules);
      const transport = actingAs(server.transport, `system:serviceaccount:${namespace}:operator`, namespace);
      const options = { metrics: { bindAddress: "127.0.0.1:0", secureServing: true } };
      const manager = createManager({ transport, clock, random, log, ...options });
      const operator = spawn((signal) => manager.start({ signal }), {
        name: "operator",
        onError(error) {
          throw error;
        },
      });
      await manager.waitForSync();
      return { operator, account, port: Number(manager.addresses.metrics?.split(":").at(-1)) };
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

async function grant(
  { client, uniqueName }: ServerUnderTest,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  rules: readonly PolicyRule[],
): Promise<void> {
  if (rules.length === 0) return;
  const apiVersion = "rbac.authorization.k8s.io/v1";
  const metadata = { name: uniqueName(name) };
  await client.create(ClusterRole, { apiVersion, metadata, rules });
  await client.create(ClusterRoleBinding, {
    apiVersion,
    metadata,
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: metadata.name },
    subjects: [{ kind: "ServiceAccount", namespace, name }],
  });
}

/** The administrator, impersonating another user. */
function actingAs(transport: Transport, user: string, namespace: string): Transport {
  const groups = ["system:serviceaccounts", `system:serviceaccounts:${namespace}`, "system:authenticated"];
  return {
    ...transport,
    request: (asked) =>
      transport.request({
        ...asked,
        headers: { ...asked.headers, "impersonate-user": user, "impersonate-group": groups },
      }),
  };
}

interface Scraped {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What a Prometheus with `insecure_skip_verify` does. */
function scrape(
  port: number,
  token?: string,
  { method = "GET", path = "/metrics" }: { readonly method?: string; readonly path?: string } = {},
): Promise<Scraped> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: "127.0.0.1", port, method, path, headers, rejectUnauthorized: false, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks).toString() }),
        );
      },
    );
    asked.on("error", reject);
    asked.end();
  });
}
