// The operator on an API server: embedded by default, a real one with KUBEWRIGHT_TEST_SERVER=real.
import { Pod } from "@kubewright/api/core/v1";
import { isControlledBy } from "@kubewright/apimachinery";
import { installCrds, readCrds } from "@kubewright/envtest";
import type { RunningOperator } from "@kubewright/envtest";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MyJob } from "../../api/v1beta1/zz_generated.my-job.ts";
import { crds, startFixture } from "./my-job-fixture.ts";
import type { Fixture } from "./my-job-fixture.ts";

let fixture: Fixture;
let operator: RunningOperator;

beforeAll(async () => {
  fixture = await startFixture();
  operator = await fixture.startOperator();
}, 180_000);

afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

test("a MyJob is pending, running and completed as its Pod is created, runs and ends", async () => {
  const phases: (string | undefined)[] = [];
  const job = await fixture.createJob("whole-way");

  const pod = await fixture.until(Pod, "whole-way", (found) => found !== undefined);
  phases.push((await fixture.untilPhase("whole-way", "running")).status?.phase);
  await fixture.setPodPhase("whole-way", "Succeeded");
  const completed = await fixture.untilPhase("whole-way", "completed");
  phases.push(completed.status?.phase);

  expect(pod && isControlledBy(pod, job)).toBe(true);
  expect(pod?.spec?.containers[0]).toMatchObject({ name: "pi", image: "perl" });
  expect(phases).toEqual(["running", "completed"]);
  expect(completed.status).toMatchObject({
    observedGeneration: 1,
    conditions: [{ type: "PodCreated", status: "True" }],
  });
  expect(await fixture.eventReasons(job, "Completed")).toEqual(["PodCreated", "Completed"]);
});

test("the operator writes the Pod once, and the status once for each of the three phases", async () => {
  const from = fixture.writes.length;

  await fixture.createJob("few-writes");
  await fixture.untilPhase("few-writes", "running");
  await fixture.setPodPhase("few-writes", "Succeeded");
  await fixture.untilPhase("few-writes", "completed");

  const writes = fixture.writes.slice(from).filter((write) => /\/pods$|few-writes/.test(write));
  expect(writes).toEqual([
    `POST /api/v1/namespaces/${fixture.namespace}/pods`,
    ...Array<string>(3).fill(
      `PATCH /apis/myjob.github.com/v1beta1/namespaces/${fixture.namespace}/myjobs/few-writes/status`,
    ),
  ]);
});

test("a MyJob whose Pod failed is completed", async () => {
  await fixture.createJob("failing");

  await fixture.setPodPhase("failing", "Failed");

  await expect(fixture.untilPhase("failing", "completed")).resolves.toBeDefined();
});

test("the Pod has the labels and annotations of the template", async () => {
  await fixture.createJob("labelled", {
    metadata: { labels: { team: "a" }, annotations: { "example.com/note": "b" } },
  });

  const pod = await fixture.until(Pod, "labelled", (found) => found !== undefined);

  expect(pod?.metadata).toMatchObject({ labels: { team: "a" }, annotations: { "example.com/note": "b" } });
});

test("a MyJob whose Pod is deleted is completed, and its Pod is not created again", async () => {
  const { client } = fixture.env;
  await fixture.createJob("deleted-pod");
  await fixture.untilPhase("deleted-pod", "running");

  await client.delete(Pod, { namespace: fixture.namespace, name: "deleted-pod" }, { gracePeriodSeconds: 0 });
  await fixture.untilPhase("deleted-pod", "completed");

  await expect(client.get(Pod, { namespace: fixture.namespace, name: "deleted-pod" })).resolves.toBeUndefined();
});

test("a completed MyJob stays completed and gets no new Pod when its Pod is deleted", async () => {
  const { client } = fixture.env;
  await fixture.createJob("cleaned-up");
  await fixture.setPodPhase("cleaned-up", "Succeeded");
  await fixture.untilPhase("cleaned-up", "completed");

  await client.delete(Pod, { namespace: fixture.namespace, name: "cleaned-up" }, { gracePeriodSeconds: 0 });
  await untilQueueIsProcessed();

  await expect(client.get(Pod, { namespace: fixture.namespace, name: "cleaned-up" })).resolves.toBeUndefined();
  await expect(fixture.untilPhase("cleaned-up", "completed")).resolves.toBeDefined();
});

test("a MyJob whose name is taken by a Pod of another owner has a condition and an Event", async () => {
  const { client } = fixture.env;
  await client.create(Pod, {
    metadata: { namespace: fixture.namespace, name: "taken" },
    spec: { containers: [{ name: "other", image: "other" }] },
  });
  const job = await fixture.createJob("taken");

  const seen = await fixture.until(MyJob, "taken", (found) => found?.status?.conditions !== undefined);

  expect(seen?.status).toMatchObject({
    phase: "pending",
    conditions: [{ type: "PodCreated", status: "False", reason: "NameTaken" }],
  });
  expect(await fixture.eventReasons(job, "NameTaken")).toEqual(["NameTaken"]);
});

test("a MyJob under deletion gets no Pod", async () => {
  const { client } = fixture.env;
  await operator.stop();
  const job = await fixture.createJob("going");
  const finalizers = ["example.com/hold"];
  const held = await client.patch(job, { type: "merge", body: { metadata: { finalizers } } });
  await client.delete(held);

  operator = await fixture.startOperator();
  await untilQueueIsProcessed();

  await expect(client.get(Pod, { namespace: fixture.namespace, name: "going" })).resolves.toBeUndefined();
  await client.patch(
    MyJob,
    { namespace: fixture.namespace, name: "going" },
    { type: "merge", body: { metadata: { finalizers: null } } },
  );
});

test("a MyJob whose Pod ended while no operator ran is completed", async () => {
  await fixture.createJob("while-stopped");
  await fixture.untilPhase("while-stopped", "running");
  await operator.stop();
  await fixture.setPodPhase("while-stopped", "Succeeded");

  operator = await fixture.startOperator();

  await expect(fixture.untilPhase("while-stopped", "completed")).resolves.toBeDefined();
});

test("an operator that restarts writes nothing for a completed MyJob", async () => {
  await fixture.createJob("at-rest");
  await fixture.setPodPhase("at-rest", "Succeeded");
  await fixture.untilPhase("at-rest", "completed");
  await operator.stop();
  const from = fixture.writes.length;

  operator = await fixture.startOperator();
  await untilQueueIsProcessed();

  expect(fixture.writes.slice(from).filter((write) => write.includes("at-rest"))).toEqual([]);
});

test("an operator logs that it waits for its CRD, and works once the CRD is installed", async () => {
  await using bare = await startFixture({ crds: [] });
  await bare.startOperator({}, { withoutSync: true });
  await bare.env.operatorLog.waitForMessage("Waiting for the kind to be installed");

  await installCrds(await readCrds([crds]), bare.env);
  await bare.createJob("late");

  await expect(bare.untilPhase("late", "running")).resolves.toBeDefined();
}, 180_000);

/** Creates a MyJob and waits for its Pod: there is one worker, so all earlier requests have been processed. */
async function untilQueueIsProcessed(): Promise<void> {
  const name = `marker-${fixture.writes.length}`;
  await fixture.createJob(name);
  await fixture.untilPhase(name, "running");
}

test("a MyJob with an invalid template has a condition with the reason, and runs once the template is corrected", async () => {
  const { client } = fixture.env;
  const job = await fixture.createJob("invalid", {
    spec: { containers: [{ name: "Not A Name", image: "perl" }], restartPolicy: "Never" },
  });
  const refused = await fixture.until(MyJob, "invalid", (found) => found?.status?.conditions?.[0]?.status === "False");
  const writes = fixture.writes.filter((write) => write.endsWith("/pods")).length;

  const spec = { containers: [{ name: "pi", image: "perl" }], restartPolicy: "Never" as const };
  await client.patch<MyJob>(job, { type: "merge", body: { spec: { template: { spec } } } });
  const running = await fixture.untilPhase("invalid", "running");

  expect(refused?.status).toMatchObject({ phase: "pending", conditions: [{ reason: "InvalidTemplate" }] });
  expect(refused?.status?.conditions?.[0]?.message).toContain("spec.containers[0].name");
  expect(await fixture.eventReasons(job, "InvalidTemplate")).toContain("InvalidTemplate");
  expect(running.status?.conditions).toMatchObject([{ type: "PodCreated", status: "True" }]);
  expect(fixture.writes.filter((write) => write.endsWith("/pods"))).toHaveLength(writes + 1);
});
