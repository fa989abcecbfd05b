// Application rejects an invalid image, maintains a Deployment, rolls out another image, and is deleted after its Deployment.
import { fileURLToPath } from "node:url";
import { Deployment } from "@kubewright/api/apps/v1";
import { Pod } from "@kubewright/api/core/v1";
import { Unstructured, isForbidden } from "@kubewright/apimachinery";
import type { Client } from "@kubewright/client";
import { waitFor } from "@kubewright/envtest";
import { Application } from "../../../examples/i-operator/api/v1/zz_generated.application.ts";
import { setup } from "../../../examples/i-operator/internal/setup.ts";
import { createWebhooks } from "../../../examples/i-operator/internal/webhook/webhooks.ts";
import { show, withinMs } from "../scenario.ts";
import type { Scenario } from "../scenario.ts";

const folder = new URL("../../../examples/i-operator/config/", import.meta.url);
const namespace = "default";
const key = { namespace, name: "application-sample" };
const deploymentKey = { namespace, name: "app-application-sample" };

export const iOperator: Scenario = {
  name: "i-operator",
  crds: [fileURLToPath(new URL("crd/bases", folder))],
  webhooks: {
    manifests: [fileURLToPath(new URL("webhook/manifests.yaml", folder))],
    handlers: createWebhooks(),
  },
  shows: [
    show(Application, ({ status }) => (status?.ready === true ? "ready" : "not ready")),
    show(Deployment, ({ spec, status }) => `${status?.availableReplicas ?? 0}/${spec?.replicas ?? 1} available`),
    show(Pod, ({ status }) => status?.phase),
  ],
  async play({ env, signal, say, operate, create }) {
    const waiting = { ...env, signal, timeoutMs: withinMs };
    await operate("i-operator", setup);
    say(await refusalOf(env.client, "nginx:"));
    await create(new URL("samples/core_v1_application.yaml", folder));
    await waitFor(Application, key, (found) => found?.status?.ready === true, waiting);
    say('Application "default/application-sample" is ready; its image is changed to nginx:1.23.');

    const body = { spec: { image: "nginx:1.23" } };
    await env.client.patch(Application, key, { type: "merge", body }, { signal });
    await waitFor(Deployment, deploymentKey, isRolledOutTo("nginx:1.23"), waiting);
    say("The new image is rolled out; the Application is deleted.");

    await env.client.delete(Application, key, { signal });
    await waitFor(Application, key, (found) => found === undefined, waiting);
    const left = await env.client.get(Deployment, deploymentKey, { signal });
    if (left) throw new Error('The Application is gone before its Deployment "default/app-application-sample"');
    return 'Application "default/application-sample" was ready, changed its image, and is gone after its Deployment';
  },
};

/** The message for an invalid image. */
async function refusalOf(client: Client, image: string): Promise<string> {
  const application: Application = {
    apiVersion: "core.crd.lixueduan.com/v1",
    kind: "Application",
    metadata: { namespace, name: "invalid" },
    spec: { enabled: true, image },
  };
  const refusal = await client.create(Unstructured, application).catch((error: unknown) => error);
  if (!isForbidden(refusal)) throw new Error(`An Application with the image "${image}" was not refused`);
  return `An Application with the image "${image}" is refused: ${refusal.status.message}`;
}

function isRolledOutTo(image: string): (deployment: Deployment | undefined) => boolean {
  return (deployment) =>
    deployment?.spec?.template.spec?.containers[0]?.image === image &&
    deployment.status?.observedGeneration === deployment.metadata?.generation &&
    deployment.status?.updatedReplicas === 1 &&
    deployment.status.replicas === 1 &&
    deployment.status.availableReplicas === 1;
}
