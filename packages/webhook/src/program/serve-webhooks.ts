/** Adds the webhook server of an operator to its manager. */
import type { Clock, Random } from "@kubewright/async";
import { createCertificateFromFiles, createExpiryCheck } from "@kubewright/certificates";
import type { CertificateSource } from "@kubewright/certificates";
import type { Client } from "@kubewright/client";
import type { HealthCheck, Logger, Metrics } from "@kubewright/telemetry";
import { createManagedCertificates } from "../certificates/managed-certificates.ts";
import type { EndpointsOptions } from "../server/endpoints.ts";
import { createWebhookMetrics } from "../server/webhook-metrics.ts";
import type { WebhookServer, WebhookServerOptions } from "../server/webhook-server.ts";
import { createWebhookServer } from "../server/webhook-server.ts";

/** The part of a manager of `@kubewright/runtime` that this module uses. */
export interface WebhookManager {
  readonly cluster: { readonly directClient: Client };
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics: Metrics;
  add(runnable: Pick<WebhookServer, "name" | "needLeaderElection" | "start">): void;
  addReadyCheck(name: string, check: HealthCheck): void;
}

export interface ServeWebhooksOptions
  extends EndpointsOptions, Pick<WebhookServerOptions, "webhookMux" | "tls" | "contextFunc" | "recoverPanic"> {
  /** The flags of the program, as `parseOperatorFlags` of `@kubewright/runtime` reads them. */
  readonly flags: WebhookFlags;
  /** The prefix of the names of the operator's objects: kustomize's `namePrefix`, such as "myproject-". */
  readonly namePrefix: string;
  /** The namespace of the program. */
  readonly namespace: string;
}

export interface WebhookFlags {
  /** 0: the system chooses the port. */
  readonly webhookPort: number;
  /** The folder of the certificate. Absent: the program manages its certificates. */
  readonly webhookCertPath?: string | undefined;
  readonly webhookCertName?: string;
  readonly webhookCertKey?: string;
}

/**
 * Adds a webhook server to the manager, and returns it. Readiness fails until it listens, and when its certificate is about to expire.
 *
 * Without `webhookCertPath` the program manages its certificates: it shares them between its replicas in the Secret `{namePrefix}webhook-certificates`,
 * and writes their authority into `{namePrefix}mutating-webhook-configuration`, `{namePrefix}validating-webhook-configuration` and the
 * CustomResourceDefinitions of the kinds that it converts. It needs permission to create Secrets, and to get and update all of these objects.
 */
export function serveWebhooks(manager: WebhookManager, options: ServeWebhooksOptions): WebhookServer {
  const { clock, log, metrics } = manager;
  const { flags, namePrefix: _prefix, namespace: _namespace, ...serverOptions } = options;
  const certificate = createExpiryCheck(certificateOf(manager, options), { clock });
  const server = createWebhookServer({
    ...serverOptions,
    certificate: certificate.source,
    port: flags.webhookPort,
    observer: createWebhookMetrics(metrics, { clock }),
    log,
  });
  manager.addReadyCheck("webhooks", server.startedChecker());
  manager.addReadyCheck("webhook-certificate", certificate.check);
  manager.add(server);
  return server;
}

function certificateOf(
  { cluster, clock, random, log, metrics }: WebhookManager,
  { flags, namePrefix, namespace, conversions = [] }: ServeWebhooksOptions,
): CertificateSource {
  const { webhookCertPath: folder, webhookCertName, webhookCertKey } = flags;
  if (folder !== undefined) {
    const names = {
      ...(webhookCertName === undefined ? {} : { certName: webhookCertName }),
      ...(webhookCertKey === undefined ? {} : { keyName: webhookCertKey }),
    };
    return createCertificateFromFiles(
      { folder, ...names },
      {
        clock,
        log: log.child({ server: "webhooks" }),
        onRead: (event) => metrics.certificate.read?.(event),
      },
    );
  }
  return createManagedCertificates({
    // Not fenced, because every replica renews. Not cached, because a cache needs permission to list all Secrets.
    client: cluster.directClient,
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
