// Certificates over a year, in which the authority is replaced, too. An API server that verifies them as TLS does calls the webhooks of two
// replicas every day, and each call succeeds.
import { X509Certificate } from "node:crypto";
import { ValidatingWebhookConfiguration } from "@kubewright/api/admissionregistration.k8s.io/v1";
import { ConfigMap } from "@kubewright/api/core/v1";
import { createApiServer } from "@kubewright/apiserver";
import type { WebhookTarget } from "@kubewright/apiserver";
import { createSeededRandom, createVirtualClock, spawn } from "@kubewright/async";
import type { Clock, VirtualClock } from "@kubewright/async";
import { createCertificateAuthority, parseCertificate, parseCertificates } from "@kubewright/certificates";
import type { IssuedCertificate } from "@kubewright/certificates";
import { createClient } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { bodyOf } from "@kubewright/transport";
import type { Transport } from "@kubewright/transport";
import { beforeAll, expect, test } from "vitest";
import { createValidator } from "../admission/webhook.ts";
import { createWebhookServer } from "../server/webhook-server.ts";
import { createManagedCertificates } from "./managed-certificates.ts";

const dayMs = 86_400_000;

/** The certificate encoder is loaded from disk on first use, in real time. */
beforeAll(async () => {
  await createCertificateAuthority({ clock: createVirtualClock(), random: createSeededRandom("first") });
});

test("for a year, the seventh of an authority, no admission fails because of a certificate", async () => {
  const fixture = startFixture();
  const { clock, client, served } = fixture;
  const first = startReplica(fixture);
  await clock.advance(60_000);
  await clock.runUntilSettled(first.stop()); // It is started again near the end of the authority's lifetime.
  await clock.advance(6.2 * 365 * dayMs);
  await client.create(ValidatingWebhookConfiguration, configuration);
  const replicas = [startReplica(fixture), startReplica(fixture)];
  await clock.advance(dayMs);

  const failed: string[] = [];
  const [authorities, certificates] = [new Set<string>(), new Set<string>()];
  for (let day = 0; day < 365; day++) {
    const metadata = { namespace: "default", name: `day-${day}` };
    const object: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata };
    await client
      .create(ConfigMap, object, { dryRun: true })
      .catch((error: unknown) => failed.push(`day ${day}: ${String(error)}`));
    const { webhooks = [] } = (await client.get(ValidatingWebhookConfiguration, { name: "all" })) ?? {};
    authorities.add(webhooks[0]?.clientConfig.caBundle ?? "");
    for (const pair of served) certificates.add(pair.certificate);
    await clock.advance(dayMs);
  }

  expect(failed).toEqual([]);
  expect(fixture.asked).toBe(365);
  expect(authorities.size).toBe(2); // First one, then both.
  expect(certificates.size).toBeGreaterThanOrEqual(7); // One every 60 days, and one of the other authority.
  for (const replica of replicas) await clock.runUntilSettled(replica.stop());
}, 120_000);

const configuration: ValidatingWebhookConfiguration = {
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "ValidatingWebhookConfiguration",
  metadata: { name: "all" },
  webhooks: [
    {
      name: "all.example.com",
      clientConfig: { service: { namespace: "default", name: "webhooks", path: "/validate" } },
      rules: [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }],
      admissionReviewVersions: ["v1"],
      sideEffects: "None",
    },
  ],
};

interface Fixture {
  readonly clock: VirtualClock;
  readonly client: Client;
  /** The certificate of each replica. */
  readonly served: IssuedCertificate[];
  /** The number of responses of webhooks. */
  readonly asked: number;
}

function startFixture(): Fixture {
  const [clock, random] = [createVirtualClock(), createSeededRandom("a year")];
  const served: IssuedCertificate[] = [];
  const server = createWebhookServer({ webhooks: { "/validate": createValidator(ConfigMap, {}) } });
  let asked = 0;

  function dial(target: WebhookTarget): Transport {
    return {
      async request({ method, path, body }) {
        asked += 1;
        const running = served.slice(1); // The first replica has stopped.
        assertTrusted(running[asked % running.length], target, clock.wallTime());
        const headers = { "content-type": "application/json" };
        const bytes = new TextEncoder().encode(String(body));
        const answer = await server.handle({ method, path, headers, body: bytes });
        return { ...answer, body: bodyOf(answer.body) };
      },
      upgrade: () => Promise.reject(new Error("webhooks have no streams")),
      async [Symbol.asyncDispose]() {},
    };
  }
  const apiServer = createApiServer({ clock, random, webhooks: { dial } });
  const client = createClient({ transport: apiServer.transport(), clock, random });
  return {
    clock,
    client,
    served,
    get asked() {
      return asked;
    },
  };
}

function startReplica({ clock, client, served }: Fixture): { stop(): Promise<void> } {
  const index = served.length;
  const source = createManagedCertificates({
    client,
    // It checks every twelve hours instead of every 30 seconds, which makes the test harder and faster.
    clock: slow(clock, 1440),
    random: createSeededRandom(index),
    secret: { namespace: "default", name: "certificates" },
    service: { namespace: "default", name: "webhooks" },
    validatingConfigurations: ["all"],
  });
  served.push({ certificate: "", key: "" });
  return spawn((signal) => source.run((pair) => void (served[index] = pair), { signal }), {
    name: "replica",
    onError(error) {
      throw error;
    },
  });
}

function slow(clock: Clock, factor: number): Clock {
  return { ...clock, sleep: (ms, options) => clock.sleep(ms * factor, options) };
}

/** Asserts that a TLS client trusts the server. */
function assertTrusted(pair: IssuedCertificate | undefined, { url, caBundle }: WebhookTarget, nowMs: number): void {
  const pem = pair?.certificate ?? "";
  const { notBeforeMs, notAfterMs } = parseCertificate(pem);
  if (nowMs < notBeforeMs || nowMs > notAfterMs) throw new Error("x509: certificate has expired or is not yet valid");
  const certificate = new X509Certificate(pem);
  if (certificate.checkHost(url.hostname) === undefined)
    throw new Error(`x509: certificate is not for ${url.hostname}`);
  const isTrusted = parseCertificates(new TextDecoder().decode(caBundle)).some(
    (authority) => nowMs <= authority.notAfterMs && certificate.verify(new X509Certificate(authority.pem).publicKey),
  );
  if (!isTrusted) throw new Error("x509: certificate signed by unknown authority");
}
