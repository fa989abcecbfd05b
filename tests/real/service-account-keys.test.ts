// Tokens that kube-controller-manager signs are accepted by an embedded server that has its key, as by kube-apiserver.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Secret, ServiceAccount } from "@kubewright/api/core/v1";
import { startEnvironment, waitFor } from "@kubewright/envtest";
import { createSocketTransport } from "@kubewright/transport";
import { expect, inject, test } from "vitest";
import { sendRequest } from "../http.ts";

const program = path.join(inject("assets") ?? "", "kube-controller-manager");

test("a token of a Secret that kube-controller-manager has filled in is accepted, and its use is recorded", async () => {
  await using resources = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-keys-"));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const signingKey = privateKey.export({ type: "pkcs1", format: "pem" }).toString();
  await writeFile(path.join(folder, "sa.key"), signingKey, { mode: 0o600 });
  const env = resources.use(
    await startEnvironment({ server: "embedded", apiServer: { serviceAccounts: { signingKey } }, listen: {} }),
  );
  await writeFile(path.join(folder, "kubeconfig"), await env.kubeconfig(), { mode: 0o600 });
  const child = spawn(
    program,
    [
      `--kubeconfig=${path.join(folder, "kubeconfig")}`,
      `--service-account-private-key-file=${path.join(folder, "sa.key")}`,
      "--controllers=serviceaccount-token",
      "--leader-elect=false",
      "--bind-address=127.0.0.1",
      "--secure-port=0",
      "--authentication-skip-lookup",
    ],
    { stdio: "ignore" },
  );
  const ended = once(child, "close");
  resources.defer(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const metadata = { name: "robot", namespace: "default" };
  await env.client.create(ServiceAccount, { metadata });
  await env.client.create(Secret, {
    metadata: { ...metadata, annotations: { "kubernetes.io/service-account.name": "robot" } },
    type: "kubernetes.io/service-account-token",
  });
  const filled = await waitFor(Secret, metadata, (secret) => secret?.data?.["token"] !== undefined, {
    ...env,
    timeoutMs: 60_000,
  });
  const token = Buffer.from(filled?.data?.["token"] ?? "", "base64").toString();
  const { url = "", caCertificate = "" } = env.listener ?? {};
  const transport = resources.use(
    createSocketTransport({
      server: url,
      tls: { ca: caCertificate },
      credentials: () => ({ authorization: `Bearer ${token}` }),
    }),
  );

  const { status, body } = await sendRequest(transport, {
    method: "POST",
    path: "/apis/authentication.k8s.io/v1/selfsubjectreviews",
    body: {},
  });

  expect(status).toBe(201);
  expect(body).toMatchObject({ status: { userInfo: { username: "system:serviceaccount:default:robot" } } });
  expect((await env.client.get(Secret, metadata))?.metadata?.labels).toHaveProperty([
    "kubernetes.io/legacy-token-last-used",
  ]);
}, 120_000);
