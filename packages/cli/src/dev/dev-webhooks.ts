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
import type { WebhookCaller, Here } from "./webhook-callers.ts";
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
  const { project, client, clock, signal, restores, warn } = options;
  const applied = new Map<string, string>();
  const resources = new AsyncDisposableStack();
  let serving: Promise<Served> | undefined;
  let hasSaidHowItEnds = false;

  /** Called before the cluster has routes to the forwarded port, so that the forwarding ends after them. */
  function forward({ port, route }: Served): void {
    const { sshTarget, env } = options;
    if (sshTarget === undefined || applied.has("ssh")) return;
    applied.set("ssh", "");
    resources.use(startSshForward({ target: sshTarget, remotePort: route.port, localPort: port, env, onEnd: warn }));
  }

  return {
    async operatorFlags() {
      if ((await callersOf(project)).length === 0) return [];
      return (await (serving ??= prepare(options))).flags;
    },
    async untilServed(hasEnded) {
      const served = await serving;
      const deadline = clock.now() + servedWithinMs;
      while (served && !hasEnded() && !(await answers(served.port))) {
        if (clock.now() > deadline) {
          throw new CommandError(
            `Cannot route webhooks to the operator: it does not listen after ${servedWithinMs} ms: expected it to use ${served.flags.join(" ")}; otherwise set --webhooks off`,
          );
        }
        await clock.sleep(lookAgainAfterMs, { signal });
      }
    },
    async apply() {
      const callers = await callersOf(project);
      if (callers.length === 0) return [];
      const served = await (serving ??= prepare(options));
      forward(served);
      const routed: string[] = [];
      let appliesWithinMs = 0;
      for (const object of served.route.objects) {
        if (applied.has(object.kind)) continue;
        await client.apply(Unstructured, object, { force: true, signal });
        applied.set(object.kind, "");
        resources.defer(() => removeObject(object, client));
      }
      for (const { key, text, route, isRouted, restore } of callers) {
        if (applied.get(key) === text && (await isRouted({ client, signal }))) continue;
        if (!applied.has(key) && restores) resources.defer(() => restore(served, client)); // Registered first, because apply may fail halfway.
        const answer = await route(served, { client, signal });
        applied.set(key, text);
        appliesWithinMs = Math.max(appliesWithinMs, answer.appliesWithinMs);
        routed.push(answer.text);
      }
      if (appliesWithinMs > 0) await clock.sleep(appliesWithinMs, { signal });
      if (restores && routed.length > 0 && !hasSaidHowItEnds) {
        routed.push(whenKilled);
        hasSaidHowItEnds = true;
      }
      return routed;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
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
