// Certificates that look after themselves, on virtual time and an embedded API server.
import { ValidatingWebhookConfiguration } from "@kubewright/api/admissionregistration.k8s.io/v1";
import { Secret } from "@kubewright/api/core/v1";
import { createApiServer } from "@kubewright/apiserver";
import { createSeededRandom, createVirtualClock, spawn } from "@kubewright/async";
import type { SpawnedTask, VirtualClock } from "@kubewright/async";
import type { IssuedCertificate } from "@kubewright/certificates";
import { createCertificateAuthority, parseCertificate } from "@kubewright/certificates";
import { createClient } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { beforeAll, expect, test } from "vitest";
import { createManagedCertificates, managedCertificatesPollMs } from "./managed-certificates.ts";

const secret = { namespace: "default", name: "certificates" };

/** What encodes certificates is loaded from the disk when it is first needed, and so in real time. */
beforeAll(async () => {
  await createCertificateAuthority({ clock: createVirtualClock(), random: createSeededRandom("first") });
});

test("replicas that start at once come to one certificate, for the names of their Service", async () => {
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

test("the authorities are put into the webhook configurations, and again when somebody applies them without", async () => {
  const { clock, client, replica } = start();
  const one = replica();
  await clock.advance(60_000);
  const configuration: ValidatingWebhookConfiguration = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "widgets" },
    webhooks: [
      {
        name: "v.widgets.example.com",
        clientConfig: { service: { namespace: "default", name: "webhooks", path: "/validate" } },
        admissionReviewVersions: ["v1"],
        sideEffects: "None",
      },
    ],
  };

  const created = await client.create(configuration);
  await clock.advance(managedCertificatesPollMs);
  const injected = await client.get(ValidatingWebhookConfiguration, { name: "widgets" });
  await client.update({ ...created, metadata: { ...created.metadata, ...injected?.metadata } });
  await clock.advance(managedCertificatesPollMs);
  const again = await client.get(ValidatingWebhookConfiguration, { name: "widgets" });

  const stored = (await client.get(Secret, secret))?.data?.["ca-bundle.crt"];
  expect(injected?.webhooks?.[0]?.clientConfig).toMatchObject({ caBundle: stored, service: { name: "webhooks" } });
  expect(again?.webhooks?.[0]?.clientConfig.caBundle).toBe(stored);
  expect(one.pairs.length).toBe(1);
  await stop(clock, one);
});

interface Replica {
  readonly pairs: IssuedCertificate[];
  readonly task: SpawnedTask;
}

function start(): { clock: VirtualClock; client: Client; replica(): Replica } {
  const [clock, random] = [createVirtualClock(), createSeededRandom("certificates")];
  const server = createApiServer({ clock, random });
  const client = createClient({ transport: server.transport(), clock, random });
  return {
    clock,
    client,
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
