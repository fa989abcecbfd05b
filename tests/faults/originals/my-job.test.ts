// The claims that hold for MyJob fail for the program of the article, so the tests of these defects can fail.
import { Unstructured } from "@kubewright/apimachinery";
import { Pod } from "@kubewright/api/core/v1";
import { expect, test } from "vitest";
import { MyJob } from "../../../examples/myjob/api/v1beta1/zz_generated.my-job.ts";
import { job, myJob } from "../my-job.ts";
import type { Run } from "../run.ts";
import { chosenFaults } from "../chosen-faults.ts";
import { holds } from "./claim.ts";
import type { Claim } from "./claim.ts";
import { originalMyJob } from "./my-job.ts";

const end = "all is done";

const claims: readonly Claim[] = [
  {
    id: "M1",
    title: "completes a job whose Pod it never observed running",
    faults: ["lagging"],
    async workload({ client, namespace, rests }) {
      await client.create(Unstructured, job(namespace, "a", "1000"));
      await rests(end);
    },
    holdsIn: (run) => phaseOf(run, "a") === "completed",
  },
  {
    id: "M2",
    title: "creates no second Pod for a completed job",
    async workload({ client, namespace, rests }) {
      await client.create(Unstructured, job(namespace, "a", "1000"));
      await rests("it has completed");
      await client.delete(Pod, { namespace, name: "a" });
      await rests(end);
    },
    holdsIn: (run) => phaseOf(run, "a") === "completed" && podsMade(run) === 1,
  },
  {
    id: "M3",
    title: "does not adopt the Pod of another owner",
    async workload({ client, namespace, rests }) {
      const pod: Pod = {
        apiVersion: "v1",
        kind: "Pod",
        metadata: { namespace, name: "a" },
        spec: { containers: [{ name: "other", image: "other" }] },
      };
      await client.create(Pod, pod);
      await client.create(Unstructured, job(namespace, "a", "1000"));
      await rests(end);
    },
    holdsIn: (run) => phaseOf(run, "a") === "pending",
  },
  {
    id: "M4",
    title: "creates no Pod for a job that is being deleted",
    async workload({ client, namespace, rests }) {
      const running = job(namespace, "a", "86400000");
      // The finalizer keeps the job, so that the operator observes it without its Pod, however fast the garbage collector is.
      await client.create(Unstructured, {
        ...running,
        metadata: { ...running.metadata, finalizers: ["example.com/hold"] },
      });
      await rests("it runs");
      await client.delete(MyJob, { namespace, name: "a" }, { propagationPolicy: "Foreground" });
      await rests(end);
    },
    holdsIn: (run) => podsMade(run) === 1,
  },
];

test.for(claims.map((claim) => [claim.id, claim] as const))(
  "%s: the claim holds for MyJob and fails for the article's program",
  async ([, claim]) => {
    expect({ id: claim.id, ours: await holds(claim, myJob, chosenFaults) }).toEqual({ id: claim.id, ours: true });
    expect({ id: claim.id, original: await holds(claim, originalMyJob) }).toEqual({ id: claim.id, original: false });
  },
);

function phaseOf({ states }: Run, name: string): string | undefined {
  const found = states.get(end)?.[`MyJob fixture/${name}`] as MyJob | undefined;
  return found?.status?.phase;
}

function podsMade({ traffic }: Run): number {
  return traffic.writes.filter((write) => write.startsWith("POST ") && write.endsWith("/pods")).length;
}
