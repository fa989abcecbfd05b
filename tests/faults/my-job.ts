/** MyJob under faults: a job runs to completion, another is deleted while it runs. */
import { Unstructured } from "@kubewright/apimachinery";
import { fileURLToPath } from "node:url";
import { Pod } from "@kubewright/api/core/v1";
import { runMsAnnotation } from "@kubewright/controlplane";
import { MyJob } from "../../examples/myjob/api/v1beta1/zz_generated.my-job.ts";
import { setup } from "../../examples/myjob/internal/setup.ts";
import { operateManager } from "./subject.ts";
import type { Stage, Subject } from "./subject.ts";

export const crds: string = fileURLToPath(new URL("../../examples/myjob/config/crd/bases", import.meta.url));

export const myJob: Subject = {
  name: "myjob",
  crds: [crds],
  controllers: ["garbage-collector-controller", "node-simulator"],
  kinds: [MyJob, Pod],
  operate: operateManager(setup),
  workload: runAndDelete,
};

async function runAndDelete(stage: Stage): Promise<void> {
  const { client, namespace } = stage;
  await client.create(Unstructured, job(namespace, "ends", "5000"));
  await client.create(Unstructured, job(namespace, "stays", "86400000"));
  await stage.rests("one has ended and one runs");

  await client.delete(Pod, { namespace, name: "ends" });
  await client.delete(MyJob, { namespace, name: "stays" }, { propagationPolicy: "Foreground" });
  await stage.rests("the ended one's Pod and the running one are deleted");
}

export function job(namespace: string, name: string, runMs: string): MyJob {
  return {
    apiVersion: "myjob.github.com/v1beta1",
    kind: "MyJob",
    metadata: { namespace, name },
    spec: {
      template: {
        metadata: { annotations: { [runMsAnnotation]: runMs } },
        spec: { containers: [{ name: "pi", image: "perl" }], restartPolicy: "Never" },
      },
    },
  };
}
