/** Application under faults: one becomes ready, gets another image, is disabled and enabled; another is deleted. */
import { Unstructured } from "@kubewright/apimachinery";
import { fileURLToPath } from "node:url";
import { Deployment } from "@kubewright/api/apps/v1";
import { Application } from "../../examples/i-operator/api/v1/zz_generated.application.ts";
import { setup } from "../../examples/i-operator/internal/setup.ts";
import { operateManager } from "./subject.ts";
import type { Stage, Subject } from "./subject.ts";

const crds = fileURLToPath(new URL("../../examples/i-operator/config/crd/bases", import.meta.url));

export const application: Subject = {
  name: "i-operator",
  crds: [crds],
  controllers: [], // The test sets the status of Deployments: a run takes a fraction of the time.
  kinds: [Application, Deployment],
  operate: operateManager(setup),
  workload: fullLifecycle,
};

async function fullLifecycle(stage: Stage): Promise<void> {
  const { client, namespace } = stage;
  await client.create(Unstructured, applicationOf(namespace, "stays"));
  await client.create(Unstructured, applicationOf(namespace, "goes"));
  await stage.rests("both have their Deployments");

  const stays = { namespace, name: "stays" };
  const deployment = await client.get(Deployment, { namespace, name: "app-stays" });
  if (deployment) await client.patchStatus(deployment, { replicas: 1, readyReplicas: 1 });
  await client.patch(Application, stays, { type: "merge", body: { spec: { image: "nginx:1.23" } } });
  await client.delete(Application, { namespace, name: "goes" });
  await stage.rests("one is ready, with another image, and one is gone");

  await client.patch(Application, stays, { type: "merge", body: { spec: { enabled: false } } });
  await stage.rests("the one that stays is disabled");

  await client.patch(Application, stays, { type: "merge", body: { spec: { enabled: true } } });
  await stage.rests("it is enabled again");
}

function applicationOf(namespace: string, name: string): Application {
  return {
    apiVersion: "core.crd.lixueduan.com/v1",
    kind: "Application",
    metadata: { namespace, name },
    spec: { enabled: true, image: "nginx:1.22" },
  };
}
