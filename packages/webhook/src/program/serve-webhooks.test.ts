// The webhooks of a program with the certificate of its flags. The i-operator tests managed certificates, on an API server.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { ConfigMap } from "@kubewright/api/core/v1";
import { createSeededRandom, createSystemClock, spawn } from "@kubewright/async";
import { createCertificateAuthority } from "@kubewright/certificates";
import { createClient } from "@kubewright/client";
import { createMetrics, silentLogger } from "@kubewright/telemetry";
import type { HealthCheck } from "@kubewright/telemetry";
import { expect, onTestFinished, test } from "vitest";
import { createValidator } from "../admission/webhook.ts";
import { serveWebhooks } from "./serve-webhooks.ts";

test("the webhooks of a program are served with the certificate of its flags, and are then ready", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-webhooks-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [clock, random] = [createSystemClock(), createSeededRandom("webhooks")];
  const authority = await createCertificateAuthority({ clock, random });
  const { certificate, key } = await authority.issueServing({ hosts: ["localhost"] });
  await writeFile(path.join(folder, "own.crt"), certificate);
  await writeFile(path.join(folder, "own.key"), key);
  const checks = new Map<string, HealthCheck>();
  const directClient = createClient({
    transport: {
      request: () => Promise.reject(new Error("unexpected request")),
      upgrade: () => Promise.reject(new Error("unexpected request")),
      [Symbol.asyncDispose]: async () => {},
    },
    clock,
    random,
  });
  const manager = { cluster: { directClient }, clock, random, log: silentLogger, metrics: createMetrics() };

  const server = serveWebhooks(
    {
      ...manager,
      addReadyCheck: (name, check) => void checks.set(name, check),
      add(runnable) {
        const task = spawn((signal) => runnable.start({ signal }), {
          name: runnable.name,
          onError(error) {
            throw error;
          },
        });
        onTestFinished(() => task.stop());
      },
    },
    {
      webhooks: { "/validate": createValidator(ConfigMap, {}) },
      flags: { webhookPort: 0, webhookCertPath: folder, webhookCertName: "own.crt", webhookCertKey: "own.key" },
      namePrefix: "a-",
      namespace: "system",
    },
  );
  await expect(checks.get("webhooks")?.()).rejects.toThrow("the webhook server has not been started yet");
  const port = await server.waitForListening();

  await checks.get("webhooks")?.();
  await checks.get("webhook-certificate")?.();
  expect([...checks.keys()]).toEqual(["webhooks", "webhook-certificate"]);
  expect(await statusOf(port, authority.certificate)).toBe(405); // API servers call webhooks with POST.
});

function statusOf(port: number, ca: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: "localhost", port, path: "/validate", ca, agent: false }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode));
    });
    asked.on("error", reject);
    asked.end();
  });
}
