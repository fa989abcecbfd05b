/**
 * Serving certificates that the program manages. It creates a certificate authority and a serving certificate, and shares them between its
 * replicas in a Secret. It renews both in time, and writes the authorities to the `caBundle` of its webhook configurations.
 *
 * A reconcile reads the Secret, takes the next step, writes with the resourceVersion that it read, and repeats. Concurrent steps of replicas
 * cause a conflict and another read, so all replicas finally have the same certificates.
 */
import { Secret } from "@kubewright/api/core/v1";
import { isAlreadyExists, isConflict } from "@kubewright/apimachinery";
import type { NamespacedKey, Stored } from "@kubewright/apimachinery";
import { isAbort, sleepUnlessAborted } from "@kubewright/async";
import type { Clock, Random } from "@kubewright/async";
import type { CertificateSource, IssuedCertificate } from "@kubewright/certificates";
import { createCertificateAuthority, loadCertificateAuthority, parseCertificate } from "@kubewright/certificates";
import type { Client } from "@kubewright/client";
import type { Logger } from "@kubewright/telemetry";
import { PublishedBundle } from "./published-bundle.ts";
import type { BundleTargets } from "./published-bundle.ts";
import { fromSecretData, nextStep, toSecretData, withAuthority } from "./stored-certificates.ts";
import type { StoredCertificates } from "./stored-certificates.ts";

/**
 * `BundleTargets` has the names of the objects to which the authorities are written. Objects that do not exist yet are written once they exist. A
 * CustomResourceDefinition, such as "widgets.example.com", is that of a kind that the program converts.
 */
export interface ManagedCertificatesOptions extends BundleTargets {
  /** Reads and writes at the server, without a cache. */
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  /** The Secret in which the replicas share the certificates. It must not have another use. */
  readonly secret: NamespacedKey;
  /** The Service by which API servers reach the webhooks. */
  readonly service: NamespacedKey;
  readonly log?: Logger;
}

/** The interval at which changes by other writers are detected: a configuration applied without its caBundle, a certificate renewed by another replica. */
export const managedCertificatesPollMs = 30_000;

/** The wait after a failed reconcile. */
const retryMs = 2_000;

/** Creates a source that serves the same certificate in every replica. */
export function createManagedCertificates(options: ManagedCertificatesOptions): CertificateSource {
  return new ManagedCertificates(options);
}

class ManagedCertificates implements CertificateSource {
  readonly #options: ManagedCertificatesOptions;
  readonly #published: PublishedBundle;

  constructor(options: ManagedCertificatesOptions) {
    this.#options = options;
    this.#published = new PublishedBundle(options);
  }

  async run(use: (pair: IssuedCertificate) => void, { signal }: { readonly signal: AbortSignal }): Promise<void> {
    const { clock, log } = this.#options;
    let current: string | undefined;
    while (!signal.aborted) {
      let waitMs = managedCertificatesPollMs;
      try {
        const serving = await this.#reconcile(signal);
        if (serving.certificate !== current) use(serving);
        current = serving.certificate;
      } catch (error) {
        if (isAbort(error, signal)) return;
        // After a conflict: another replica has taken the step.
        if (!isConflict(error) && !isAlreadyExists(error)) {
          log?.warn("Cannot renew the webhook certificates, retrying", { error });
        }
        waitMs = retryMs;
      }
      await sleepUnlessAborted(clock, waitMs, signal);
    }
  }

  /** Takes all steps that are due, and returns the certificate to serve. */
  async #reconcile(signal: AbortSignal): Promise<IssuedCertificate> {
    const { client, clock, secret, service } = this.#options;
    const hosts = [
      `${service.name}.${service.namespace}.svc`,
      `${service.name}.${service.namespace}.svc.cluster.local`,
    ];
    for (;;) {
      const object = await client.get(Secret, secret, { signal });
      const stored = fromSecretData(object?.data);
      const bundlePublishedForMs = stored ? await this.#published.publish(stored.bundle, signal) : 0;
      const step = nextStep(stored, { hosts, nowMs: clock.wallTime(), bundlePublishedForMs });
      switch (step.kind) {
        case "createAuthority":
          await this.#createAuthority(object, stored, signal);
          break;
        case "issueServing":
          await this.#issueServing(object, step.stored, hosts, signal);
          break;
        case "serve":
          return step.serving;
      }
    }
  }

  async #createAuthority(
    found: Stored<Secret> | undefined,
    stored: StoredCertificates | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { clock, random, service, secret, log } = this.#options;
    const { certificate, key } = await createCertificateAuthority({ clock, random, name: `${service.name}-ca` });
    await this.#store(found, withAuthority(stored, { certificate, key }, clock.wallTime()), signal);
    log?.info("Created a certificate authority for the webhooks", { secret: secret.name });
  }

  async #issueServing(
    found: Stored<Secret> | undefined,
    stored: StoredCertificates,
    hosts: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    const { clock, random, secret, log } = this.#options;
    const authority = loadCertificateAuthority({ ...stored.authority, clock, random });
    const serving = await authority.issueServing({ hosts });
    const servingAuthority = parseCertificate(stored.authority.certificate).fingerprint;
    await this.#store(found, { ...stored, serving, servingAuthority }, signal);
    log?.info("Issued a serving certificate for the webhooks", { secret: secret.name });
  }

  async #store(
    found: Stored<Secret> | undefined,
    certificates: StoredCertificates,
    signal: AbortSignal,
  ): Promise<void> {
    const { client, secret } = this.#options;
    const { name, namespace } = secret;
    const data = toSecretData(certificates);
    if (found) await client.update(Secret, { ...found, data }, { signal });
    else {
      await client.create(Secret, { metadata: { name, namespace }, type: "Opaque", data }, { signal });
    }
  }
}
