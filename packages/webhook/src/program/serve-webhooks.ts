/** The webhooks of an operator as its manager serves them: what every program with webhooks would repeat. */
import type { Clock, Random } from "@kubewright/async";
import { createCertificateFromFiles, createExpiryCheck } from "@kubewright/certificates";
import type { CertificateSource } from "@kubewright/certificates";
import type { Client } from "@kubewright/client";
import type { HealthCheck, Logger, Metrics } from "@kubewright/telemetry";
import type { AdmissionWebhook } from "../admission/webhook.ts";
import { createManagedCertificates } from "../certificates/managed-certificates.ts";
import type { Spoke } from "../conversion/spoke.ts";
import { createWebhookMetrics } from "../server/webhook-metrics.ts";
import type { WebhookServer } from "../server/webhook-server.ts";
import { createWebhookServer } from "../server/webhook-server.ts";

/** What is needed of a manager of `@kubewright/runtime`. */
export interface WebhookManager {
  readonly cluster: { readonly apiReader: Client };
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics: Metrics;
  add(runnable: Pick<WebhookServer, "name" | "needLeaderElection" | "start">): void;
  addReadyCheck(name: string, check: HealthCheck): void;
}

export interface ServeWebhooksOptions {
  /** By path. */
  readonly webhooks: Readonly<Record<string, AdmissionWebhook>>;
  /** How the versions of the program's kinds are converted. */
  readonly conversions?: readonly Spoke[];
  /** The flags of the program, as `parseOperatorFlags` of `@kubewright/runtime` reads them. */
  readonly flags: WebhookFlags;
  /** What the names of the operator's objects begin with: kustomize's `namePrefix`, such as "myproject-". */
  readonly namePrefix: string;
  /** The namespace that the program runs in. */
  readonly namespace: string;
}

export interface WebhookFlags {
  /** 0 is one that the system chooses. */
  readonly webhookPort: number;
  /** The folder with the certificate. Absent: the program makes its own. */
  readonly webhookCertPath?: string | undefined;
  readonly webhookCertName?: string;
  readonly webhookCertKey?: string;
}

/**
 * Adds a webhook server to the manager, and returns it. The program is ready once it listens, and no longer when its certificate is about to
 * expire.
 *
 * Without `webhookCertPath` the program makes its certificates itself, shares them between its replicas in the Secret
 * `{namePrefix}webhook-certificates`, and puts their authority into `{namePrefix}mutating-webhook-configuration` and
 * `{namePrefix}validating-webhook-configuration`, and into the definitions of the kinds that it converts. It needs the rights to create Secrets, and
 * to get and update all of these.
 */
export function serveWebhooks(manager: WebhookManager, options: ServeWebhooksOptions): WebhookServer {
  const { clock, log, metrics } = manager;
  const { webhooks, conversions, flags } = options;
  const certificate = createExpiryCheck(certificateOf(manager, options), { clock });
  const server = createWebhookServer({
    webhooks,
    ...(conversions ? { conversions } : {}),
    certificate: certificate.source,
    port: flags.webhookPort,
    observer: createWebhookMetrics(metrics, { clock }),
    log,
  });
  let isListening = false;
  server.waitForListening().then(
    () => (isListening = true),
    () => {}, // `start` rejects with it, and so does the manager.
  );
  manager.addReadyCheck("webhooks", async () => {
    if (!isListening) throw new Error("the webhook server does not listen yet");
  });
  manager.addReadyCheck("webhook-certificate", certificate.check);
  manager.add(server);
  return server;
}

function certificateOf(
  { cluster, clock, random, log }: WebhookManager,
  { flags, namePrefix, namespace, conversions = [] }: ServeWebhooksOptions,
): CertificateSource {
  const { webhookCertPath: folder, webhookCertName, webhookCertKey } = flags;
  if (folder !== undefined) {
    const names = {
      ...(webhookCertName === undefined ? {} : { certName: webhookCertName }),
      ...(webhookCertKey === undefined ? {} : { keyName: webhookCertKey }),
    };
    return createCertificateFromFiles({ folder, ...names }, { clock, log: log.child({ server: "webhooks" }) });
  }
  return createManagedCertificates({
    // Every replica serves, so not the leader alone writes. And not over a cache: the right to read one Secret is not that to list all.
    client: cluster.apiReader,
    clock,
    random,
    log,
    secret: { namespace, name: `${namePrefix}webhook-certificates` },
    service: { namespace, name: `${namePrefix}webhook-service` },
    mutatingConfigurations: [`${namePrefix}mutating-webhook-configuration`],
    validatingConfigurations: [`${namePrefix}validating-webhook-configuration`],
    customResourceDefinitions: [...new Set(conversions.map(({ type }) => `${type.plural}.${type.group}`))],
  });
}
