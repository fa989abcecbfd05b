/**
 * The webhooks of a project during development: the operator serves them on this machine with a temporary certificate, and the webhook configurations and
 * CRDs of the cluster are routed to it. Annotations of these objects record the previous routes, so that the next process can restore them if this
 * one is killed.
 */
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { createConnection } from "node:net";
import path from "node:path";
import { Unstructured, groupVersionKindOf, keyOf } from "@kubewright/apimachinery";
import type { KubernetesObject } from "@kubewright/apimachinery";
import type { Clock, Random } from "@kubewright/async";
import { createCertificateAuthority } from "@kubewright/certificates";
import type { Client } from "@kubewright/client";
import { freePort, readManifests, webhookConfigurationTypes } from "@kubewright/envtest";
import type { WebhookConfiguration } from "@kubewright/envtest";

import { CommandError } from "../io.ts";
import { configurationCaller, conversionCaller } from "./webhook-callers.ts";
import type { Answer, Here, WebhookCaller } from "./webhook-callers.ts";
import { manifestFolders } from "./dev-project.ts";
import type { DevProject } from "./dev-project.ts";
import { readConversions } from "./project-conversions.ts";
import { startSshForward } from "./ssh-forward.ts";
import { webhookRoute } from "./webhook-route.ts";
import type { WebhookMode, WebhookRoute } from "./webhook-route.ts";

export interface DevWebhooksOptions {
  readonly project: Pick<DevProject, "root" | "namePrefix">;
  readonly mode: Exclude<WebhookMode, "off">;
  readonly address?: string;
  /** The target of ssh, in the mode "ssh". */
  readonly sshTarget?: string;
  /** The environment of ssh. */
  readonly env: NodeJS.ProcessEnv;
  /** Receives problems of the route, and the objects that are not routed to this machine. */
  readonly warn: (message: string) => void;
  readonly client: Client;
  /** Whether to restore the previous webhooks of the cluster. */
  readonly restores: boolean;
  /** A private folder that is removed at the end of the process. */
  readonly scratch: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
}

/** Disposing restores the previous webhooks of the cluster. */
export interface DevWebhooks extends AsyncDisposable {
  /** The flags for the webhook server of the operator. Empty while the project has no webhooks. */
  operatorFlags(): Promise<readonly string[]>;
  /**
   * Resolves when the operator listens on the webhook port, or when `hasEnded` returns true.
   *
   * @throws {CommandError} when it does not listen in time.
   */
  untilServed(hasEnded: () => boolean): Promise<void>;
  /**
   * Routes webhook calls to this machine: those of new and changed objects, and of objects that were deployed meanwhile. Returns a line about each.
   *
   * @throws {EnvironmentError} if a file is invalid; `ApiError` if the server rejects a change.
   */
  apply(): Promise<readonly string[]>;
}

/** Includes the time in which an operator connects to the cluster. */
const servedWithinMs = 30_000;
const lookAgainAfterMs = 50;

const whenKilled =
  "the webhooks of the cluster are restored at the end; if this process is killed, the next kubewright dev restores them";

interface Served extends Here {
  readonly port: number;
  readonly route: WebhookRoute;
  readonly flags: readonly string[];
}

export function createDevWebhooks(options: DevWebhooksOptions): DevWebhooks {
  return new RoutedWebhooks(options);
}

class RoutedWebhooks implements DevWebhooks {
  readonly #options: DevWebhooksOptions;
  /** The configurations and CRDs with routes, by key, with the text that was applied. */
  readonly #applied = new Map<string, string>();
  /** The kinds of the objects of the route that exist. */
  readonly #created = new Set<string>();
  readonly #resources = new AsyncDisposableStack();
  #serving: Promise<Served> | undefined;
  #isForwarding = false;
  #hasPrintedEnd = false;

  constructor(options: DevWebhooksOptions) {
    this.#options = options;
  }

  async operatorFlags(): Promise<readonly string[]> {
    if ((await callersOf(this.#options.project)).length === 0) return [];
    return (await (this.#serving ??= prepare(this.#options))).flags;
  }

  async untilServed(hasEnded: () => boolean): Promise<void> {
    const { clock, signal } = this.#options;
    const served = await this.#serving;
    const deadline = clock.now() + servedWithinMs;
    while (served && !hasEnded() && !(await answers(served.port))) {
      if (clock.now() > deadline) {
        throw new CommandError(
          `Cannot route webhooks to the operator: it does not listen after ${servedWithinMs} ms: expected it to use ${served.flags.join(" ")}; otherwise set --webhooks off`,
        );
      }
      await clock.sleep(lookAgainAfterMs, { signal });
    }
  }

  async apply(): Promise<readonly string[]> {
    const { project, clock, signal, restores } = this.#options;
    const callers = await callersOf(project);
    if (callers.length === 0) return [];
    const served = await (this.#serving ??= prepare(this.#options));
    this.#forward(served);
    await this.#createObjects(served);
    const routed: string[] = [];
    let appliesWithinMs = 0;
    for (const caller of callers) {
      const change = await this.#route(caller, served);
      if (change === undefined) continue;
      appliesWithinMs = Math.max(appliesWithinMs, change.appliesWithinMs);
      routed.push(change.text);
    }
    if (appliesWithinMs > 0) await clock.sleep(appliesWithinMs, { signal });
    if (restores && routed.length > 0 && !this.#hasPrintedEnd) {
      routed.push(whenKilled);
      this.#hasPrintedEnd = true;
    }
    return routed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resources.disposeAsync();
  }

  /** Called before the cluster has routes to the forwarded port, so that the forwarding ends after them. */
  #forward({ port, route }: Served): void {
    const { sshTarget, env, warn } = this.#options;
    if (sshTarget === undefined || this.#isForwarding) return;
    this.#isForwarding = true;
    const forward = { target: sshTarget, remotePort: route.port, localPort: port, env, onEnd: warn };
    this.#resources.use(startSshForward(forward));
  }

  async #createObjects({ route }: Served): Promise<void> {
    const { client, signal } = this.#options;
    for (const object of route.objects) {
      if (this.#created.has(object.kind)) continue;
      await client.apply(Unstructured, object, { force: true, signal });
      this.#created.add(object.kind);
      this.#resources.defer(() => removeObject(object, client));
    }
  }

  /** Returns nothing if the route is current. */
  async #route({ key, text, route, isRouted, restore }: WebhookCaller, served: Served): Promise<Answer | undefined> {
    const { client, signal, restores } = this.#options;
    if (this.#applied.get(key) === text && (await isRouted({ client, signal }))) return undefined;
    // Registered first, because `route` may fail halfway.
    if (!this.#applied.has(key) && restores) this.#resources.defer(() => restore(served, client));
    const routed = await route(served, { client, signal });
    this.#applied.set(key, text);
    return routed;
  }
}

async function callersOf({ root, namePrefix }: DevWebhooksOptions["project"]): Promise<readonly WebhookCaller[]> {
  const configurations = await configurationsIn(path.join(root, manifestFolders.webhooks), namePrefix);
  const conversions = await readConversions(root);
  return [...configurations.map(configurationCaller), ...conversions.map(conversionCaller)];
}

async function configurationsIn(folder: string, namePrefix: string): Promise<readonly WebhookConfiguration[]> {
  if (!existsSync(folder)) return [];
  const kinds = webhookConfigurationTypes.map(({ kind }) => kind);
  const objects = await readManifests([folder], { action: "install webhooks", kinds: "all" });
  return objects.filter(({ kind = "" }) => kinds.includes(kind)).map((object) => renamed(object, namePrefix));
}

/** Reserves a port, and writes a certificate for it to a folder that the operator reads. */
async function prepare({ mode, address, scratch, clock, random }: DevWebhooksOptions): Promise<Served> {
  const port = await freePort(random);
  const route = webhookRoute(mode, address, port);
  const authority = await createCertificateAuthority({ clock, random, name: "kubewright dev" });
  const { certificate, key } = await authority.issueServing({ hosts: route.hosts });
  const certificates = path.join(scratch, "webhook-certificates");
  await mkdir(certificates, { mode: 0o700 });
  await writeFile(path.join(certificates, "tls.crt"), certificate, { mode: 0o600 });
  await writeFile(path.join(certificates, "tls.key"), key, { mode: 0o600 });
  const caBundle = Buffer.from(authority.certificate).toString("base64");
  return {
    port,
    route,
    description: route.description,
    clientConfig: (webhookPath) => ({ ...route.clientConfig(webhookPath), caBundle }),
    flags: [`--webhook-port=${port}`, `--webhook-cert-path=${certificates}`],
  };
}

/** The configuration with kustomize's name prefix: it replaces the deployed one, so that no webhook is called twice. */
function renamed(configuration: WebhookConfiguration, prefix: string): WebhookConfiguration {
  const { metadata } = configuration;
  return { ...configuration, metadata: { ...metadata, name: `${prefix}${metadata?.name ?? ""}` } };
}

async function removeObject(object: KubernetesObject, client: Client): Promise<void> {
  const type = await client.mapper.resourceFor(groupVersionKindOf(object));
  if (type) await client.delete(type, keyOf(object));
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: "127.0.0.1", port });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
