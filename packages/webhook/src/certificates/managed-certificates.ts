/**
 * Certificates without anybody to bring them: the program makes an authority and a serving certificate, shares them between its replicas in a
 * Secret, renews both in time, and puts the authorities into its webhook configurations, whose `caBundle` it keeps right.
 *
 * A pass looks at the Secret, takes the one step that is next, writes with the version that it read, and begins again. Replicas that do the
 * same at once meet a conflict and look again, so all come to the same certificates.
 */
import {
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from "@kubewright/api/admissionregistration.k8s.io/v1";
import type { WebhookClientConfig } from "@kubewright/api/admissionregistration.k8s.io/v1";
import { Secret } from "@kubewright/api/core/v1";
import { isAlreadyExists, isConflict } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import { isAbort } from "@kubewright/async";
import type { Clock, Random } from "@kubewright/async";
import type { CertificateSource, IssuedCertificate } from "@kubewright/certificates";
import { createCertificateAuthority, loadCertificateAuthority, parseCertificate } from "@kubewright/certificates";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { Client } from "@kubewright/client";
import type { Logger } from "@kubewright/telemetry";
import { withAuthority as withDefinitionAuthority } from "./definition-authority.ts";
import { fromSecretData, nextStep, toSecretData, withAuthority } from "./stored-certificates.ts";
import type { StoredCertificates } from "./stored-certificates.ts";

export interface ManagedCertificatesOptions {
  /** Reads and writes at the server, without a cache. */
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  /** Where the replicas share the certificates: a Secret of this program alone. */
  readonly secret: Required<ObjectKey>;
  /** The Service by which API servers reach the webhooks. */
  readonly service: Required<ObjectKey>;
  /** The configurations to put the authorities into. Those that are not there are waited for. */
  readonly mutatingConfigurations?: readonly string[];
  readonly validatingConfigurations?: readonly string[];
  /** The definitions of kinds whose objects the program converts, by name: `widgets.example.com`. */
  readonly customResourceDefinitions?: readonly string[];
  readonly log?: Logger;
}

/** How soon what others change (a configuration applied again without its caBundle, a certificate renewed by another replica) is seen. */
export const managedCertificatesPollMs = 30_000;

/** How soon a pass that failed is tried again. */
const retryMs = 2_000;

export function createManagedCertificates(options: ManagedCertificatesOptions): CertificateSource {
  const { client, clock, log } = options;
  return {
    async run(use, { signal }) {
      let current: string | undefined;
      while (!signal.aborted) {
        let waitMs = managedCertificatesPollMs;
        try {
          const serving = await keepCertificates(options, signal);
          if (serving.certificate !== current) use(serving);
          current = serving.certificate;
        } catch (error) {
          if (isAbort(error, signal)) return;
          // Another replica was quicker: what it did is what we wanted.
          if (!isConflict(error) && !isAlreadyExists(error)) {
            log?.warn("Cannot keep the webhooks' certificates, trying again", { error });
          }
          waitMs = retryMs;
        }
        await clock.sleep(waitMs, { signal }).catch((error: unknown) => {
          if (!isAbort(error, signal)) throw error;
        });
      }
    },
  };

  async function keepCertificates(
    { secret, service, random }: ManagedCertificatesOptions,
    signal: AbortSignal,
  ): Promise<IssuedCertificate> {
    const hosts = [
      `${service.name}.${service.namespace}.svc`,
      `${service.name}.${service.namespace}.svc.cluster.local`,
    ];
    for (;;) {
      const object = await client.get(Secret, secret, { signal });
      const stored = fromSecretData(object?.data);
      const step = nextStep(stored, hosts, clock.wallTime());
      if (step === "makeAuthority" || !stored) {
        const authority = await createCertificateAuthority({ clock, random, name: `${service.name}-ca` });
        const { certificate, key } = authority;
        await store(secret, object, withAuthority(stored, { certificate, key }, clock.wallTime()), signal);
        log?.info("Made a certificate authority for the webhooks", { secret: secret.name });
        continue;
      }
      await inject(stored.bundle, signal);
      if (step === "keep" && stored.serving) return stored.serving;
      const authority = loadCertificateAuthority({ ...stored.authority, clock, random });
      const serving = await authority.issueServing({ hosts });
      const servingAuthority = parseCertificate(stored.authority.certificate).fingerprint;
      await store(secret, object, { ...stored, serving, servingAuthority }, signal);
      log?.info("Made a serving certificate for the webhooks", { secret: secret.name });
    }
  }

  async function store(
    { name, namespace }: Required<ObjectKey>,
    found: Stored<Secret> | undefined,
    certificates: StoredCertificates,
    signal: AbortSignal,
  ): Promise<void> {
    const data = toSecretData(certificates);
    const secret: Secret = found
      ? { ...found, data }
      : { apiVersion: "v1", kind: "Secret", metadata: { name, namespace }, type: "Opaque", data };
    await (found ? client.update(secret, { signal }) : client.create(secret, { signal }));
  }

  async function inject(bundle: string, signal: AbortSignal): Promise<void> {
    const caBundle = Buffer.from(bundle).toString("base64");
    const { mutatingConfigurations = [], validatingConfigurations = [], customResourceDefinitions = [] } = options;
    for (const name of mutatingConfigurations) await injectInto(MutatingWebhookConfiguration, name, caBundle, signal);
    for (const name of validatingConfigurations)
      await injectInto(ValidatingWebhookConfiguration, name, caBundle, signal);
    for (const name of customResourceDefinitions) await injectIntoDefinition(name, caBundle, signal);
  }

  async function injectIntoDefinition(name: string, caBundle: string, signal: AbortSignal): Promise<void> {
    const found = await client.get(CustomResourceDefinition, { name }, { signal });
    const changed = found && withDefinitionAuthority(found, caBundle);
    if (!changed) return;
    await client.update(changed, { signal });
    log?.info("Put the webhooks' certificate authority into the definition of a kind", { definition: name });
  }

  async function injectInto<T extends Configuration>(
    type: ResourceType<T>,
    name: string,
    caBundle: string,
    signal: AbortSignal,
  ): Promise<void> {
    const found = await client.get(type, { name }, { signal });
    const wrong = found?.webhooks?.some(({ clientConfig }) => clientConfig.caBundle !== caBundle) ?? false;
    if (!found || !wrong) return;
    const webhooks = found.webhooks?.map((webhook) => ({
      ...webhook,
      clientConfig: { ...webhook.clientConfig, caBundle },
    }));
    await client.update<Configuration>({ ...found, ...(webhooks ? { webhooks } : {}) }, { signal });
    log?.info("Put the webhooks' certificate authority into their configuration", { configuration: name });
  }
}

interface Configuration extends KubernetesObject {
  readonly webhooks?: readonly { readonly clientConfig: WebhookClientConfig }[];
}
