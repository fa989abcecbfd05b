/** The servers of environments: one function for each kind starts it or connects to it. */
import { createApiServer } from "@kubewright/apiserver";
import type { ApiServer, ApiServerOptions, Listener, UserInfo } from "@kubewright/apiserver";
import type { Clock, Random } from "@kubewright/async";
import { createTransportFor, loadConfig } from "@kubewright/client";
import { createSimulatedContainers, serverOptionsFor } from "@kubewright/controlplane";
import { createSocketTransport } from "@kubewright/transport";
import type { Transport } from "@kubewright/transport";
import { createWebhookServer } from "@kubewright/webhook";
import type { EnvironmentOptions } from "./environment-options.ts";
import { EnvironmentError } from "./errors.ts";
import { formatKubeconfig } from "./format-kubeconfig.ts";
import { startRealControlPlane } from "./real/real-control-plane.ts";
import type { ServerKind } from "./server-kind.ts";
import { impersonate } from "./users/environment-user.ts";
import type { AddedUser, EnvironmentUser } from "./users/environment-user.ts";
import { conversionsInProcess } from "./webhooks/conversion-webhooks.ts";
import { dialInProcess } from "./webhooks/dial-in-process.ts";
import type { WebhookConfiguration } from "./webhooks/webhook-configuration.ts";

/** The options with their defaults. */
export type Setup = EnvironmentOptions & {
  readonly clock: Clock;
  readonly random: Random;
  readonly env: NodeJS.ProcessEnv;
  /** Of the option `webhooks`. */
  readonly configurations: readonly WebhookConfiguration[];
};

/** A server that is ready. */
export interface StartedServer {
  readonly transport: Transport;
  readonly apiServer?: ApiServer;
  readonly listener?: Listener;
  kubeconfig(): Promise<string>;
  transportAs(user: EnvironmentUser): Transport;
  addUser(user: EnvironmentUser): Promise<Pick<AddedUser, "transport" | "kubeconfig">>;
}

export type ServerStarter = (setup: Setup, resources: AsyncDisposableStack) => Promise<StartedServer>;

/** Each function adds what it starts to `resources`. */
export const serverStarters: Readonly<Record<ServerKind, ServerStarter>> = {
  embedded: startEmbedded,
  real: startReal,
  existing: connectToExisting,
};

async function startEmbedded(setup: Setup, resources: AsyncDisposableStack): Promise<StartedServer> {
  const { clock, random, listen, apiServer: serverOptions, controllers } = setup;
  const apiServer = resources.use(
    createApiServer({
      nodeProxy: createSimulatedContainers(),
      ...serverOptions,
      ...webhooksOf(setup),
      ...serverOptionsFor(controllers ?? "none", serverOptions),
      clock,
      random,
    }),
  );
  const transportAs = ({ name, groups = [] }: EnvironmentUser): Transport => apiServer.transport({ name, groups });
  const listener = listen && (await apiServer.listen(listen));
  let listening: Promise<Listener> | undefined;
  const listenOnce = async (): Promise<Listener> => listener ?? (await (listening ??= apiServer.listen()));
  let adminKubeconfig: Promise<string> | undefined;
  const kubeconfigOf = async (user?: UserInfo): Promise<string> => (await listenOnce()).kubeconfig(user);
  return {
    transport: apiServer.transport(),
    apiServer,
    ...(listener ? { listener } : {}),
    kubeconfig: () => (adminKubeconfig ??= kubeconfigOf()),
    transportAs,
    addUser: async ({ name, groups = [] }) => ({
      transport: transportAs({ name, groups }),
      kubeconfig: () => kubeconfigOf({ name, groups }),
    }),
  };
}

function webhooksOf(setup: Setup): Pick<ApiServerOptions, "webhooks"> {
  const { webhooks, conversions, configurations, clock, apiServer } = setup;
  if (!webhooks && !conversions) return {};
  const server = createWebhookServer({ webhooks: webhooks?.handlers ?? {}, ...(conversions ? { conversions } : {}) });
  const addresses = configurations.flatMap(({ webhooks: each = [] }) => each.map(({ clientConfig }) => clientConfig));
  const ours = [...addresses, ...(conversions ? [conversionsInProcess] : [])];
  return { webhooks: { dial: dialInProcess(server, ours, clock, apiServer?.webhooks?.dial) } };
}

async function startReal(setup: Setup, resources: AsyncDisposableStack): Promise<StartedServer> {
  const { clock, random, env, assets, controlPlane, signal } = setup;
  const real = resources.use(
    await startRealControlPlane({
      clock,
      random,
      env,
      ...controlPlane,
      ...(assets === undefined ? {} : { assets }),
      signal,
    }),
  );
  const { transport, server, caCertificate } = real;
  const added = resources.use(new AsyncDisposableStack());
  return {
    transport,
    kubeconfig: async () => formatKubeconfig(real),
    transportAs: (user) => impersonate(transport, user),
    async addUser(user) {
      const credentials = await real.clientCertificate(user);
      const tls = { ca: caCertificate, ...credentials };
      return {
        transport: added.use(createSocketTransport({ server, clock, tls })),
        kubeconfig: async () => formatKubeconfig({ server, caCertificate, ...credentials }),
      };
    },
  };
}

async function connectToExisting({ clock, env }: Setup, resources: AsyncDisposableStack): Promise<StartedServer> {
  const config = await loadConfig({ env, clock });
  const transport = resources.use(createTransportFor(config));
  const transportAs = (user: EnvironmentUser): Transport => impersonate(transport, user);
  const kubeconfig = (): Promise<string> =>
    Promise.reject(
      new EnvironmentError(
        `Cannot create a kubeconfig for an existing cluster: use the kubeconfig of the cluster, ${config.source}`,
      ),
    );
  return {
    transport,
    kubeconfig,
    transportAs,
    addUser: async (user) => ({ transport: transportAs(user), kubeconfig }),
  };
}
