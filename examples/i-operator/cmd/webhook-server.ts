/** The webhooks as the program serves them: over HTTPS, with cert-manager's certificate or with the program's own. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Manager } from "@kubewright/runtime";
import type { CertificateSource, WebhookServer } from "@kubewright/webhook";
import {
  createExpiryCheck,
  createManagedCertificates,
  createReloadedCertificate,
  createWebhookMetrics,
  createWebhookServer,
} from "@kubewright/webhook";
import { createWebhooks } from "../internal/webhook/webhooks.ts";

export interface WebhookFlags {
  readonly port: number;
  /** The folder with `tls.crt` and `tls.key`. Absent: the program makes its own certificates. */
  readonly certPath?: string;
  /** What the names of the operator's objects begin with. */
  readonly namePrefix: string;
  /** The namespace that the program runs in; needed for certificates of its own. */
  readonly namespace?: string;
}

/** Adds a webhook server to the manager, and returns it. The program is ready when it listens, and no longer when its certificate is about to expire. */
export function serveWebhooks(manager: Manager, flags: WebhookFlags): WebhookServer {
  const { clock, log, metrics } = manager;
  const certificate = createExpiryCheck(
    flags.certPath === undefined ? ownCertificates(manager, flags) : fromFiles(manager, flags.certPath),
    { clock },
  );
  const server = createWebhookServer({
    webhooks: createWebhooks(),
    certificate: certificate.source,
    port: flags.port,
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

function fromFiles({ clock, log }: Manager, folder: string): CertificateSource {
  const read = (name: string): Promise<string> => readFile(path.join(folder, name), "utf8");
  return createReloadedCertificate({
    clock,
    log,
    read: async () => ({ certificate: await read("tls.crt"), key: await read("tls.key") }),
  });
}

/**
 * The certificates that the program makes itself, shares between its replicas in a Secret, and puts into its webhook configurations.
 *
 * @kubebuilder:rbac:groups="",namespace=system,resources=secrets,verbs=create
 * @kubebuilder:rbac:groups="",namespace=system,resources=secrets,resourceNames=i-operator-webhook-certificates,verbs=get;update
 * @kubebuilder:rbac:groups=admissionregistration.k8s.io,resources=mutatingwebhookconfigurations,resourceNames=i-operator-mutating-webhook-configuration,verbs=get;update
 * @kubebuilder:rbac:groups=admissionregistration.k8s.io,resources=validatingwebhookconfigurations,resourceNames=i-operator-validating-webhook-configuration,verbs=get;update
 */
function ownCertificates({ cluster, clock, random, log }: Manager, flags: WebhookFlags): CertificateSource {
  const { namePrefix, namespace = "default" } = flags;
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
  });
}
