// The role in config/rbac permits all requests of the program, which acts as its service account.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import { Deployment } from "@kubewright/api/apps/v1";
import { Unstructured } from "@kubewright/apimachinery";
import type { KubernetesObject } from "@kubewright/apimachinery";
import { startEnvironment, waitFor } from "@kubewright/envtest";
import type { Environment } from "@kubewright/envtest";
import { createManager } from "@kubewright/runtime";
import { createSocketTransport, discardBody } from "@kubewright/transport";
import { serveWebhooks } from "@kubewright/webhook";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { Application } from "../api/v1/zz_generated.application.ts";
import { Application as ApplicationV1beta1 } from "../api/v1beta1/zz_generated.application.ts";
import { setup } from "../internal/setup.ts";
import { conversions, createWebhooks } from "../internal/webhook/webhooks.ts";

const config = new URL("../config/", import.meta.url);
const namePrefix = "i-operator-";
const namespace = "system";
const account = {
  name: `system:serviceaccount:${namespace}:controller-manager`,
  groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`, "system:authenticated"],
};

test("the program elects a leader, manages its certificates, and creates, updates and deletes a Deployment with the role in config/rbac", async () => {
  await using env = await startWithOperator();
  const { client } = env;
  const key = { namespace: "default", name: "demo" };

  const created = await client.create(ApplicationV1beta1, {
    metadata: key,
    spec: { state: "Enabled", containerImage: "nginx:1.22" },
  });
  const deployment = await waitFor(Deployment, { ...key, name: "app-demo" }, (found) => found !== undefined, env);
  if (deployment) await client.patchStatus(deployment, { replicas: 1, readyReplicas: 1 });
  await waitFor(Application, key, (found) => found?.status?.ready === true, env);
  await client.patch(Application, key, { type: "merge", body: { spec: { image: "nginx:1.23" } } });
  await waitFor(Deployment, { ...key, name: "app-demo" }, (found) => imageOf(found) === "nginx:1.23", env);
  await client.delete(created);
  await waitFor(Application, key, (found) => found === undefined, env);

  const secrets = await env.transportAs(account).request({ method: "GET", path: "/api/v1/secrets" });
  await discardBody(secrets);
  expect(secrets.status).toBe(403);
}, 60_000);

/** The role, the webhook configurations and the conversion that config/default deploys, and the program. A denied request fails the test. */
async function startWithOperator(): Promise<Environment> {
  let port = 0;
  await using resources = new AsyncDisposableStack();
  const env = resources.use(
    await startEnvironment({
      server: "embedded",
      crds: [fileURLToPath(new URL("crd/bases", config))],
      rbac: [fileURLToPath(new URL("rbac", config))],
      apiServer: {
        webhooks: {
          dial: ({ url, caBundle }) =>
            createSocketTransport({
              server: `https://127.0.0.1:${port}`,
              tls: { ca: new TextDecoder().decode(caBundle), serverName: url.hostname },
            }),
        },
      },
    }),
  );
  await installWebhookManifests(env);
  const listening = Promise.withResolvers<number>();
  await env.startOperator(
    (connection) => {
      const manager = createManager({ ...connection, leaderElection: { id: `${namePrefix}leader`, namespace } });
      setup(manager);
      const options = { webhooks: createWebhooks(), conversions, flags: { webhookPort: 0 }, namePrefix, namespace };
      listening.resolve(serveWebhooks(manager, options).waitForListening());
      return manager;
    },
    { withoutSync: true },
  );
  port = await listening.promise;
  resources.move();
  return env;
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

/** Adds the name prefix of kustomize to configurations and Services. */
function renamed(text: string): string {
  return text.replaceAll(
    /name: ((?:mutating|validating)-webhook-configuration|webhook-service)/g,
    `name: ${namePrefix}$1`,
  );
}

function imageOf(deployment: Deployment | undefined): string | undefined {
  return deployment?.spec?.template.spec?.containers[0]?.image;
}
