// Managed certificates in virtual time, on an embedded API server.
import { X509Certificate } from "node:crypto";
import { ValidatingWebhookConfiguration } from "@kubewright/api/admissionregistration.k8s.io/v1";
import { Secret } from "@kubewright/api/core/v1";
import { createApiServer } from "@kubewright/apiserver";
import { createSeededRandom, createVirtualClock, spawn } from "@kubewright/async";
import type { Random, SpawnedTask, VirtualClock } from "@kubewright/async";
import type { IssuedCertificate } from "@kubewright/certificates";
import { createCertificateAuthority, parseCertificate, parseCertificates } from "@kubewright/certificates";
import { createClient } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { beforeAll, expect, test } from "vitest";
import { createManagedCertificates, managedCertificatesPollMs } from "./managed-certificates.ts";
import { toSecretData } from "./stored-certificates.ts";

const dayMs = 86_400_000;
const secret = { namespace: "default", name: "certificates" };

/** The certificate encoder is loaded from disk on first use, in real time. */
beforeAll(async () => {
  await createCertificateAuthority({ clock: createVirtualClock(), random: createSeededRandom("first") });
});

test("replicas that start at the same time share one certificate, for the names of their Service", async () => {
  const { clock, client, replica } = start();
  const [first, second] = [replica(), replica()];

  await clock.advance(60_000);

  const pair = first.pairs.at(-1);
  expect(second.pairs.at(-1)).toEqual(pair);
  expect(parseCertificate(pair?.certificate ?? "").hosts).toEqual([
    "webhooks.default.svc",
    "webhooks.default.svc.cluster.local",
  ]);
  expect((await client.get(Secret, secret))?.data?.["tls.key"]).toBe(Buffer.from(pair?.key ?? "").toString("base64"));
  await stop(clock, first, second);
});

test("the authorities are written into the webhook configurations, and again after an apply without them", async () => {
  const { clock, client, replica } = start();
  const one = replica();
  await clock.advance(60_000);

  const created = await client.create(ValidatingWebhookConfiguration, configurationWith());
  await clock.advance(managedCertificatesPollMs);
  const injected = await client.get(ValidatingWebhookConfiguration, { name: "widgets" });
  await client.update(ValidatingWebhookConfiguration, {
    ...created,
    metadata: { ...created.metadata, ...injected?.metadata },
  });
  await clock.advance(managedCertificatesPollMs);
  const again = await client.get(ValidatingWebhookConfiguration, { name: "widgets" });

  const stored = (await client.get(Secret, secret))?.data?.["ca-bundle.crt"];
  expect(injected?.webhooks?.[0]?.clientConfig).toMatchObject({ caBundle: stored, service: { name: "webhooks" } });
  expect(again?.webhooks?.[0]?.clientConfig.caBundle).toBe(stored);
  expect(one.pairs.length).toBe(1);
  await stop(clock, one);
});

test("while the authority is replaced, an API server that lags five minutes behind trusts every certificate that is served", async () => {
  const { clock, client, replica, tools } = start();
  const authority = await createCertificateAuthority({ ...tools, lifetimeMs: 120 * dayMs });
  await clock.advance(81 * dayMs); // The authority is due for renewal after 80.
  const former = await authority.issueServing({
    hosts: ["webhooks.default.svc", "webhooks.default.svc.cluster.local"],
  });
  const data = toSecretData({
    authority: { certificate: authority.certificate, key: authority.key },
    bundle: authority.certificate,
    serving: former,
    servingAuthority: parseCertificate(authority.certificate).fingerprint,
  });
  await client.create(Secret, { metadata: secret, type: "Opaque", data });
  await client.create(ValidatingWebhookConfiguration, configurationWith(base64(authority.certificate)));
  const bundles: string[] = [base64(authority.certificate)]; // One each minute.
  const untrusted: string[] = [];
  const served: string[] = [];

  let running = replica();
  for (let minute = 1; minute <= 40; minute += 1) {
    if (minute === 8) {
      await stop(clock, running);
      running = replica(); // Starts the wait again.
    }
    await clock.advance(60_000);
    bundles.push(await bundleIn(client));
    const { certificate = "" } = running.pairs.at(-1) ?? {};
    if (!isTrusted(certificate, bundles[Math.max(0, minute - 5)] ?? "")) untrusted.push(`minute ${minute}`);
    if (served.at(-1) !== certificate) served.push(certificate);
  }

  expect(untrusted).toEqual([]);
  expect(served).toHaveLength(2);
  expect(served[0]).toBe(former.certificate);
  await stop(clock, running);
});

interface Replica {
  readonly pairs: IssuedCertificate[];
  readonly task: SpawnedTask;
}

interface Fixture {
  readonly clock: VirtualClock;
  readonly client: Client;
  readonly tools: { readonly clock: VirtualClock; readonly random: Random };
  replica(): Replica;
}

function start(): Fixture {
  const [clock, random] = [createVirtualClock(), createSeededRandom("certificates")];
  const server = createApiServer({ clock, random });
  const client = createClient({ transport: server.transport(), clock, random });
  return {
    clock,
    client,
    tools: { clock, random },
    replica() {
      const pairs: IssuedCertificate[] = [];
      const source = createManagedCertificates({
        client,
        clock,
        random,
        secret,
        service: { namespace: "default", name: "webhooks" },
        validatingConfigurations: ["widgets"],
      });
      const task = spawn((signal) => source.run((pair) => void pairs.push(pair), { signal }), {
        name: "replica",
        onError(error) {
          throw error;
        },
      });
      return { pairs, task };
    },
  };
}

async function stop(clock: VirtualClock, ...replicas: readonly Replica[]): Promise<void> {
  for (const { task } of replicas) await clock.runUntilSettled(task.stop());
}

function configurationWith(caBundle?: string): ValidatingWebhookConfiguration {
  const service = { namespace: "default", name: "webhooks", path: "/validate" };
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "widgets" },
    webhooks: [
      {
        name: "v.widgets.example.com",
        clientConfig: caBundle === undefined ? { service } : { service, caBundle },
        admissionReviewVersions: ["v1"],
        sideEffects: "None",
      },
    ],
  };
}

async function bundleIn(client: Client): Promise<string> {
  const { webhooks } = (await client.get(ValidatingWebhookConfiguration, { name: "widgets" })) ?? {};
  return webhooks?.[0]?.clientConfig.caBundle ?? "";
}

/** Whether an API server with this `caBundle` trusts the certificate. */
function isTrusted(certificate: string, caBundle: string): boolean {
  const serving = new X509Certificate(certificate);
  return parseCertificates(Buffer.from(caBundle, "base64").toString()).some(({ pem }) =>
    serving.verify(new X509Certificate(pem).publicKey),
  );
}

function base64(pem: string): string {
  return Buffer.from(pem).toString("base64");
}
