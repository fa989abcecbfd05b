/** The program with its role, its webhooks and its conversions, as config/default deploys them, on the embedded server. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import { Unstructured } from "@kubewright/apimachinery";
import type { KubernetesObject } from "@kubewright/apimachinery";
import { startEnvironment } from "@kubewright/envtest";
import type { Environment, EnvironmentUser, RunningOperator } from "@kubewright/envtest";
import { createManager } from "@kubewright/runtime";
import { createSocketTransport } from "@kubewright/transport";
import { serveWebhooks } from "@kubewright/webhook";
import { parse, parseAllDocuments } from "yaml";
import { setup } from "../internal/setup.ts";
import { conversions, createWebhooks } from "../internal/webhook/webhooks.ts";

const config = new URL("../config/", import.meta.url);
/** The prefix that kustomize adds to names. */
export const namePrefix = "i-operator-";
/** The namespace of the service account in config/rbac. */
export const programNamespace = "system";

/** The service account in config/rbac. */
export const programAccount: EnvironmentUser = {
  name: `system:serviceaccount:${programNamespace}:controller-manager`,
  groups: ["system:serviceaccounts", `system:serviceaccounts:${programNamespace}`, "system:authenticated"],
};

export interface WebhookFixture extends AsyncDisposable {
  readonly env: Environment;
  /** Starts the program, and resolves once its webhook server listens. A restarted program has the same port. A denied request fails the test. */
  startProgram(): Promise<RunningOperator>;
}

export async function startWebhookFixture(): Promise<WebhookFixture> {
  let port = 0; // A free port, which the first program chooses.
  await using resources = new AsyncDisposableStack();
  const env = resources.use(
    await startEnvironment({
      server: "embedded",
      crds: [fileURLToPath(new URL("crd/bases", config))],
      rbac: [fileURLToPath(new URL("rbac", config))],
      apiServer: {
        webhooks: {
          // Replaces the Service. The name and the authority of the certificate are still checked.
          dial: ({ url, caBundle = new Uint8Array() }) =>
            createSocketTransport({
              server: `https://127.0.0.1:${port}`,
              tls: { ca: new TextDecoder().decode(caBundle), serverName: url.hostname },
            }),
        },
      },
    }),
  );
  await installWebhookManifests(env);
  const owned = resources.move();
  return {
    env,
    async startProgram() {
      const listening = Promise.withResolvers<number>();
      const program = await env.startOperator(
        (connection) => {
          const leaderElection = { id: `${namePrefix}leader`, namespace: programNamespace };
          const manager = createManager({ ...connection, leaderElection });
          setup(manager);
          const server = serveWebhooks(manager, {
            webhooks: createWebhooks(),
            conversions,
            flags: { webhookPort: port },
            namePrefix,
            namespace: programNamespace,
          });
          listening.resolve(server.waitForListening());
          return manager;
        },
        { withoutSync: true },
      );
      port = await listening.promise;
      return program;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function installWebhookManifests({ client }: Environment): Promise<void> {
  const manifests = renamed(await readFile(new URL("webhook/manifests.yaml", config), "utf8"));
  for (const document of parseAllDocuments(manifests)) {
    await client.create(Unstructured, document.toJS() as KubernetesObject); // The server validates the manifests.
  }
  const patch = renamed(await readFile(new URL("crd/patches/webhook_in_applications.yaml", config), "utf8"));
  const name = "applications.core.crd.lixueduan.com";
  await client.patch(CustomResourceDefinition, { name }, { type: "merge", body: parse(patch) as object });
}

/** Adds the name prefix to configurations and Services, as kustomize does. */
function renamed(text: string): string {
  return text.replaceAll(
    /name: ((?:mutating|validating)-webhook-configuration|webhook-service)/g,
    `name: ${namePrefix}$1`,
  );
}
