// The program as a process with the role in config/rbac: the API server decides which tokens may read its metrics.
import { existsSync } from "node:fs";
import { ClusterRoleBinding } from "@kubewright/api/rbac.authorization.k8s.io/v1";
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { TokenRequest } from "@kubewright/api/authentication.k8s.io/v1";
import { ServiceAccount } from "@kubewright/api/core/v1";
import { freePort, startEnvironment } from "@kubewright/envtest";
import type { Environment } from "@kubewright/envtest";
import { expect, test } from "vitest";

/** In the repository of Kubewright, programs load the sources of its packages. */
const conditions = existsSync(new URL("../../../../packages/async/src", import.meta.url))
  ? ["--conditions=source"]
  : [];

const main = fileURLToPath(new URL("../../cmd/main.ts", import.meta.url));
const crds = fileURLToPath(new URL("../../config/crd/bases", import.meta.url));
const rbac = fileURLToPath(new URL("../../config/rbac", import.meta.url));
/** The namespace in config/rbac, before kustomize adds the name of the project. */
const namespace = "system";

test("metrics are served over HTTPS to accounts with the role metrics-reader, and others get 401 or 403", async () => {
  await using env = await startEnvironment({ crds: [crds], rbac: [rbac] });
  const [reading, strange] = [await createAccount(env, "prometheus"), await createAccount(env, "stranger")];
  await bindMetricsReader(env, "prometheus");
  await using program = await startProgram(env);

  const responses = [
    await program.scrape(),
    await program.scrape("not-a-token"),
    await program.scrape(strange),
    await program.scrape(reading),
  ];

  expect(responses.map(({ status, body }) => [status, body.split("\n", 1)[0]])).toEqual([
    [401, "Unauthorized"],
    [401, "Unauthorized"],
    [403, `Authorization denied for user system:serviceaccount:${namespace}:stranger`],
    [200, expect.stringMatching(/^# HELP /)],
  ]);
  expect(responses[3]?.body).toContain("\nrest_client_requests_total{");
  expect(program.log()).toContain("Started workers");
  for (const secret of [reading, strange]) expect(program.log()).not.toContain(secret);
}, 60_000);

async function createAccount({ client }: Environment, name: string): Promise<string> {
  await client.create(ServiceAccount, { metadata: { namespace, name } });
  return await tokenOf(client, name);
}

async function tokenOf(client: Environment["client"], name: string): Promise<string> {
  const asked: TokenRequest = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} };
  const { status } = await client.subresource<TokenRequest>(ServiceAccount, { namespace, name }, "token").create(asked);
  return status?.token ?? "";
}

async function bindMetricsReader({ client }: Environment, name: string): Promise<void> {
  await client.create(ClusterRoleBinding, {
    metadata: { name: "metrics-reader" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "metrics-reader" },
    subjects: [{ kind: "ServiceAccount", namespace, name }],
  });
}

interface Program extends AsyncDisposable {
  log(): string;
  /** Scrapes as a Prometheus with `insecure_skip_verify`. */
  scrape(token?: string): Promise<Scraped>;
}

const waitMs = 30_000;

/** Starts the program as its service account, and waits for its workers. */
async function startProgram(env: Environment): Promise<Program> {
  await using starting = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "crddemo-"));
  starting.defer(() => rm(folder, { recursive: true }));
  const port = await freePort(env.random);
  const bind = [`--metrics-bind-address=127.0.0.1:${port}`, "--health-probe-bind-address=0"];
  const child = spawn(process.execPath, [...conditions, main, ...bind], {
    env: { HOME: folder, KUBECONFIG: await writeKubeconfigs(folder, env) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (log += text));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  starting.defer(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  for (const deadline = env.clock.now() + waitMs; !log.includes("Started workers"); await env.clock.sleep(50)) {
    if (env.clock.now() > deadline || child.exitCode !== null) throw new Error(`The program has not started: ${log}`);
  }
  const owned = starting.move();
  return {
    log: () => log,
    scrape: (token) => scrape(port, token),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** The first of two kubeconfigs has the user and the context, the second the cluster. */
async function writeKubeconfigs(folder: string, env: Environment): Promise<string> {
  const asAccount = {
    apiVersion: "v1",
    kind: "Config",
    users: [{ name: "account", user: { token: await tokenOf(env.client, "controller-manager") } }],
    contexts: [{ name: "account", context: { cluster: "kubewright", user: "account", namespace } }],
    "current-context": "account",
  };
  const files = [path.join(folder, "account"), path.join(folder, "server")] as const;
  await writeFile(files[0], JSON.stringify(asAccount), { mode: 0o600 });
  await writeFile(files[1], await env.kubeconfig(), { mode: 0o600 });
  return files.join(path.delimiter);
}

interface Scraped {
  readonly status: number | undefined;
  readonly body: string;
}

function scrape(port: number, token?: string): Promise<Scraped> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const where = { host: "127.0.0.1", port, path: "/metrics", headers, rejectUnauthorized: false, agent: false };
  return new Promise((resolve, reject) => {
    const asked = request(where, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => resolve({ status: answer.statusCode, body: Buffer.concat(chunks).toString() }));
    });
    asked.on("error", reject).end();
  });
}
