// The operator in a temporary cluster, which `make test-e2e` creates with kind: builds and deploys the image, and waits until it is ready.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { promisify } from "node:util";

const image = "example.com/crddemo:e2e";
const namespace = "crddemo-system";
const deployment = "deployment/crddemo-controller-manager";
const metricsService = "service/crddemo-controller-manager-metrics-service";
const readerRole = "crddemo-metrics-reader";
const readerBinding = "crddemo-e2e-metrics-reader";

const kind = process.env["KIND"] ?? "kind";
const cluster = process.env["KIND_CLUSTER"] ?? "crddemo-test-e2e";
let folder = "";

before(
  async () => {
    folder = await mkdtemp(path.join(tmpdir(), "e2e-"));
    await writeFile(path.join(folder, "kubeconfig"), await run(kind, "get", "kubeconfig", "--name", cluster));
    await run("make", "docker-build", `IMG=${image}`);
    await run(kind, "load", "docker-image", image, "--name", cluster);
    await run("make", "deploy", `IMG=${image}`);
  },
  { timeout: 900_000 },
);

after(() => rm(folder, { recursive: true, force: true }));

test("the operator becomes ready in a namespace that admits only restricted Pods", async () => {
  await kubectl("label", "--overwrite", "namespace", namespace, "pod-security.kubernetes.io/enforce=restricted");
  await kubectl("rollout", "restart", deployment, "--namespace", namespace);

  await kubectl("rollout", "status", deployment, "--namespace", namespace, "--timeout=5m");

  assert.match(await kubectl("logs", deployment, "--namespace", namespace), /Manager has started/);
});

test("only authorized users can read the metrics of the operator", async () => {
  const reader = `--serviceaccount=${namespace}:default`;
  await kubectl("create", "clusterrolebinding", readerBinding, `--clusterrole=${readerRole}`, reader);
  const token = await kubectl("create", "token", "default", "--namespace", namespace);
  await using metrics = await forwarded(metricsService, 8443);

  const refused = await get(metrics.url);
  const { status, body } = await get(metrics.url, token);
  await kubectl("delete", "clusterrolebinding", readerBinding);

  assert.equal(refused.status, 401);
  assert.equal(status, 200);
  assert.match(body, /^# TYPE controller_runtime_reconcile_total counter$/m);
});

// +kubebuilder:scaffold:e2e-webhooks

interface Forwarded extends AsyncDisposable {
  readonly url: string;
}

/** A port of this machine that leads to one in the cluster, until it is disposed of. */
async function forwarded(target: string, port: number): Promise<Forwarded> {
  const words = ["port-forward", target, `:${port}`, "--namespace", namespace];
  const forward = spawn("kubectl", words, { env: environment() });
  const [said] = (await once(forward.stdout, "data")) as readonly Buffer[];
  const own = /127\.0\.0\.1:(\d+)/.exec(String(said))?.[1];
  return {
    url: `https://127.0.0.1:${own}/metrics`,
    async [Symbol.asyncDispose]() {
      forward.kill();
      await once(forward, "exit");
    },
  };
}

interface Answer {
  readonly status: number | undefined;
  readonly body: string;
}

/** The certificate is one that the operator has made for itself. */
async function get(url: string, token?: string): Promise<Answer> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const sent = request(url, { headers, rejectUnauthorized: false }).end();
  const [response] = (await once(sent, "response")) as readonly IncomingMessage[];
  return { status: response?.statusCode, body: response === undefined ? "" : await text(response) };
}

function kubectl(...args: readonly string[]): Promise<string> {
  return run("kubectl", ...args);
}

/** Runs a program on the cluster of the test, whichever the user's kubeconfig means. */
async function run(command: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { env: environment(), maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, KUBECONFIG: path.join(folder, "kubeconfig") };
}
