// The operator on an API server: embedded by default, a real one with KUBEWRIGHT_TEST_SERVER=real.
import { Pod } from "@kubewright/api/core/v1";
import { isControlledBy } from "@kubewright/apimachinery";
import { installCrds, readCrds } from "@kubewright/envtest";
import { createLogger } from "@kubewright/telemetry";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MyJob } from "../../api/v1beta1/zz_generated.my-job.ts";
import { crds, startWorld } from "./my-job-world.ts";
import type { World } from "./my-job-world.ts";

let world: World;
let operator: AsyncDisposable;

beforeAll(async () => {
  world = await startWorld();
  operator = world.startOperator();
}, 180_000);

afterAll(async () => {
  await operator[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

test("a MyJob goes from pending through running to completed as its Pod appears, runs and ends", async () => {
  const phases: (string | undefined)[] = [];
  const job = await world.createJob("whole-way");

  const pod = await world.until(Pod, "whole-way", (found) => found !== undefined);
  phases.push((await world.untilPhase("whole-way", "running")).status?.phase);
  await world.setPodPhase("whole-way", "Succeeded");
  const completed = await world.untilPhase("whole-way", "completed");
  phases.push(completed.status?.phase);

  expect(pod && isControlledBy(pod, job)).toBe(true);
  expect(pod?.spec?.containers[0]).toMatchObject({ name: "pi", image: "perl" });
  expect(phases).toEqual(["running", "completed"]);
  expect(completed.status).toMatchObject({
    observedGeneration: 1,
    conditions: [{ type: "PodCreated", status: "True" }],
  });
  expect(await world.eventReasons(job, "Completed")).toEqual(["PodCreated", "Completed"]);
});

test("a MyJob writes as little as can be: the Pod, and its status for each of the three phases", async () => {
  const from = world.writes.length;

  await world.createJob("few-writes");
  await world.untilPhase("few-writes", "running");
  await world.setPodPhase("few-writes", "Succeeded");
  await world.untilPhase("few-writes", "completed");

  const writes = world.writes.slice(from).filter((write) => /\/pods$|few-writes/.test(write));
  expect(writes.map((write) => write.replace(/\?.*/, ""))).toEqual([
    `POST /api/v1/namespaces/${world.namespace}/pods`,
    ...Array<string>(3).fill(
      `PATCH /apis/myjob.github.com/v1beta1/namespaces/${world.namespace}/myjobs/few-writes/status`,
    ),
  ]);
});

test("a MyJob whose Pod failed is completed", async () => {
  await world.createJob("failing");

  await world.setPodPhase("failing", "Failed");

  await expect(world.untilPhase("failing", "completed")).resolves.toBeDefined();
});

test("a MyJob passes its template's labels and annotations on to the Pod", async () => {
  await world.createJob("labelled", { metadata: { labels: { team: "a" }, annotations: { "example.com/note": "b" } } });

  const pod = await world.until(Pod, "labelled", (found) => found !== undefined);

  expect(pod?.metadata).toMatchObject({ labels: { team: "a" }, annotations: { "example.com/note": "b" } });
});

test("a MyJob whose Pod is deleted is completed, and its Pod is not created again", async () => {
  const { client } = world.env;
  await world.createJob("deleted-pod");
  await world.untilPhase("deleted-pod", "running");

  await client.deleteKey(Pod, { namespace: world.namespace, name: "deleted-pod" }, { gracePeriodSeconds: 0 });
  await world.untilPhase("deleted-pod", "completed");

  await expect(client.get(Pod, { namespace: world.namespace, name: "deleted-pod" })).resolves.toBeUndefined();
});

test("a completed MyJob stays completed and gets no new Pod when the old one is cleaned up", async () => {
  const { client } = world.env;
  await world.createJob("cleaned-up");
  await world.setPodPhase("cleaned-up", "Succeeded");
  await world.untilPhase("cleaned-up", "completed");

  await client.deleteKey(Pod, { namespace: world.namespace, name: "cleaned-up" }, { gracePeriodSeconds: 0 });
  await untilOperatorHasSeenEverything();

  await expect(client.get(Pod, { namespace: world.namespace, name: "cleaned-up" })).resolves.toBeUndefined();
  await expect(world.untilPhase("cleaned-up", "completed")).resolves.toBeDefined();
});

test("a MyJob whose name is taken by somebody else's Pod says so in a condition and an Event", async () => {
  const { client } = world.env;
  await client.create<Pod>({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { namespace: world.namespace, name: "taken" },
    spec: { containers: [{ name: "stranger", image: "stranger" }] },
  });
  const job = await world.createJob("taken");

  const seen = await world.until(MyJob, "taken", (found) => found?.status?.conditions !== undefined);

  expect(seen?.status).toMatchObject({
    phase: "pending",
    conditions: [{ type: "PodCreated", status: "False", reason: "NameTaken" }],
  });
  expect(await world.eventReasons(job, "NameTaken")).toEqual(["NameTaken"]);
});

test("a MyJob under deletion gets no Pod", async () => {
  const { client } = world.env;
  await operator[Symbol.asyncDispose]();
  const job = await world.createJob("going");
  const finalizers = ["example.com/hold"];
  const held = await client.patch(job, { type: "merge", body: { metadata: { finalizers } } });
  await client.delete(held);

  operator = world.startOperator();
  await untilOperatorHasSeenEverything();

  await expect(client.get(Pod, { namespace: world.namespace, name: "going" })).resolves.toBeUndefined();
  await client.patchKey(
    MyJob,
    { namespace: world.namespace, name: "going" },
    { type: "merge", body: { metadata: { finalizers: null } } },
  );
});

test("a MyJob whose Pod ended while no operator ran is completed", async () => {
  await world.createJob("overslept");
  await world.untilPhase("overslept", "running");
  await operator[Symbol.asyncDispose]();
  await world.setPodPhase("overslept", "Succeeded");

  operator = world.startOperator();

  await expect(world.untilPhase("overslept", "completed")).resolves.toBeDefined();
});

test("an operator that starts again where everything is done writes nothing", async () => {
  await world.createJob("at-rest");
  await world.setPodPhase("at-rest", "Succeeded");
  await world.untilPhase("at-rest", "completed");
  await operator[Symbol.asyncDispose]();
  const from = world.writes.length;

  operator = world.startOperator();
  await untilOperatorHasSeenEverything();

  expect(world.writes.slice(from).filter((write) => write.includes("at-rest"))).toEqual([]);
});

test("an operator waits, visibly, for a CRD that is not installed, and begins when it is", async () => {
  await using bare = await startWorld({ crds: [] });
  const lines: string[] = [];
  const log = createLogger({ clock: bare.env.clock, write: (line) => lines.push(line) });
  await using _operator = bare.startOperator({ log });
  await until(() => lines.some((line) => line.includes("Waiting for the kind to be installed")));

  await installCrds(await readCrds([crds]), bare.env);
  await bare.createJob("late");

  await expect(bare.untilPhase("late", "running")).resolves.toBeDefined();

  async function until(condition: () => boolean): Promise<void> {
    while (!condition()) await bare.env.clock.sleep(5);
  }
}, 180_000);

/** A MyJob that is made now and reaches its Pod says that everything before it has been looked at: there is one worker. */
async function untilOperatorHasSeenEverything(): Promise<void> {
  const name = `marker-${world.writes.length}`;
  await world.createJob(name);
  await world.untilPhase(name, "running");
}

test("a MyJob whose template makes no Pod says why, and runs once the template is put right", async () => {
  const { client } = world.env;
  const job = await world.createJob("invalid", {
    spec: { containers: [{ name: "Not A Name", image: "perl" }], restartPolicy: "Never" },
  });
  const refused = await world.until(MyJob, "invalid", (found) => found?.status?.conditions?.[0]?.status === "False");
  const writes = world.writes.filter((write) => write.endsWith("/pods")).length;

  const template = { spec: { containers: [{ name: "pi", image: "perl" }], restartPolicy: "Never" } };
  await client.patch<MyJob>(job, { type: "merge", body: { spec: { template } } });
  const running = await world.untilPhase("invalid", "running");

  expect(refused?.status).toMatchObject({ phase: "pending", conditions: [{ reason: "InvalidTemplate" }] });
  expect(refused?.status?.conditions?.[0]?.message).toContain("spec.containers[0].name");
  expect(await world.eventReasons(job, "InvalidTemplate")).toContain("InvalidTemplate");
  expect(running.status?.conditions).toMatchObject([{ type: "PodCreated", status: "True" }]);
  expect(world.writes.filter((write) => write.endsWith("/pods"))).toHaveLength(writes + 1);
});
