// What config/rbac allows is what the program needs: it does all of its work as the service account that it has in a cluster.
import { Namespace } from "@kubewright/api/core/v1";
import { Unstructured } from "@kubewright/apimachinery";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Deployment } from "@kubewright/api/apps/v1";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { KubernetesObject } from "@kubewright/apimachinery";
import { spawn } from "@kubewright/async";
import { startEnvironment, waitFor } from "@kubewright/envtest";
import type { Environment } from "@kubewright/envtest";
import { createManager } from "@kubewright/runtime";
import { createSocketTransport, discardBody } from "@kubewright/transport";
import type { Transport } from "@kubewright/transport";
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
const rights = [
  "service_account.yaml",
  "role.yaml",
  "role_binding.yaml",
  "webhook_role_binding.yaml",
  "leader_election_role.yaml",
  "leader_election_role_binding.yaml",
];

test("the program elects a leader, keeps its certificates, and makes, follows and deletes a Deployment with the rights of config/rbac", async () => {
  let port = 0;
  const refusals: string[] = [];
  await using env = await startEnvironment({
    server: "embedded",
    crds: [fileURLToPath(new URL("crd/bases", config))],
    apiServer: {
      webhooks: {
        dial: ({ url, caBundle }) =>
          createSocketTransport({
            server: `https://127.0.0.1:${port}`,
            tls: { ca: new TextDecoder().decode(caBundle), serverName: url.hostname },
          }),
      },
    },
  });
  const { client, clock, random, apiServer } = env;
  await installOperator(env);
  const transport = apiServer?.transport({
    name: `system:serviceaccount:${namespace}:controller-manager`,
    groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`, "system:authenticated"],
  });
  if (!transport) throw new Error("the embedded server is not there");
  const manager = createManager({
    transport: recordingRefusals(transport, refusals),
    clock,
    random,
    leaderElection: { id: `${namePrefix}leader`, namespace },
  });
  setup(manager);
  const server = serveWebhooks(manager, {
    webhooks: createWebhooks(),
    conversions,
    flags: { webhookPort: port },
    namePrefix,
    namespace,
  });
  await using _running = spawn((signal) => manager.start({ signal }), {
    name: "operator",
    onError(error) {
      throw error;
    },
  });
  port = await server.waitForListening();
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

  const secrets = await transport.request({ method: "GET", path: "/api/v1/secrets" });
  await discardBody(secrets);
  expect({ refusals, allSecrets: secrets.status }).toEqual({ refusals: [], allSecrets: 403 });
}, 60_000);

/** The rights, the webhook configurations and the conversion that config/default deploys. */
async function installOperator(env: Environment): Promise<void> {
  const { client } = env;
  await client.create(Namespace, { metadata: { name: namespace } });
  for (const file of rights) await createAll(env, new URL(`rbac/${file}`, config));
  await createAll(env, new URL("webhook/manifests.yaml", config), renamed);
  const patch = renamed(await readFile(new URL("crd/patches/webhook_in_applications.yaml", config), "utf8"));
  const name = "applications.core.crd.lixueduan.com";
  await client.patch(CustomResourceDefinition, { name }, { type: "merge", body: parse(patch) as object });
}

/** The transport itself; adds the requests that are forbidden to `refusals`. */
function recordingRefusals(transport: Transport, refusals: string[]): Transport {
  return {
    ...transport,
    async request(request) {
      const answer = await transport.request(request);
      if (answer.status === 403) refusals.push(`${request.method} ${request.path}`);
      return answer;
    },
  };
}

function imageOf(deployment: Deployment | undefined): string | undefined {
  return deployment?.spec?.template.spec?.containers[0]?.image;
}

/** As kustomize names it: with the prefix, also where the Service is named. */
function renamed(text: string): string {
  return text.replaceAll(
    /name: ((?:mutating|validating)-webhook-configuration|webhook-service)/g,
    `name: ${namePrefix}$1`,
  );
}

async function createAll(
  { client }: Environment,
  file: URL,
  change: (text: string) => string = (text) => text,
): Promise<void> {
  for (const document of parseAllDocuments(change(await readFile(file, "utf8")))) {
    await client.create(Unstructured, document.toJS() as KubernetesObject); // Our own manifests, which the server validates.
  }
}
