// The lifecycle of a Deployment. tests/real compares it with a kube-controller-manager.
import { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import { Pod } from "@kubewright/api/core/v1";
import { Event } from "@kubewright/api/events.k8s.io/v1";
import { forbidden } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import { defaultPodStages } from "../node-simulator/pod-stages.ts";
import { startTestCluster } from "../testdata/cluster.ts";
import type { TestCluster } from "../testdata/cluster.ts";

const key = { namespace: "default", name: "web" };
type Spec = NonNullable<Deployment["spec"]>;

function deployment(image: string, more: Partial<Spec> = {}): Deployment {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: key,
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: "web" } },
      template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image }] } },
      ...more,
    },
  };
}

function start(): Promise<TestCluster> {
  return startTestCluster(
    ["deployment-controller", "replicaset-controller", "node-simulator", "garbage-collector-controller"],
    { podStages: defaultPodStages({ startMs: 500, stopMs: 500 }) },
  );
}

async function patch({ client }: TestCluster, spec: object): Promise<void> {
  await client.patch(Deployment, key, { type: "strategic", body: { spec } });
}

function withImage(image: string): object {
  return { template: { spec: { containers: [{ name: "web", image }] } } };
}

async function untilRolledOut(cluster: TestCluster, replicas = 2): Promise<Stored<Deployment> | undefined> {
  return await cluster.until(Deployment, key, (found) => {
    const { observedGeneration, updatedReplicas = 0, replicas: all = 0, availableReplicas = 0 } = found?.status ?? {};
    const counts = [updatedReplicas, all, availableReplicas];
    return observedGeneration === found?.metadata.generation && counts.every((count) => count === replicas);
  });
}

async function sets({ client }: TestCluster): Promise<readonly Stored<ReplicaSet>[]> {
  return await Array.fromAsync(client.list(ReplicaSet, { namespace: "default" }));
}

test("a change of the template rolls out, and a rollback uses the old ReplicaSet again", async () => {
  await using cluster = await start();
  await cluster.client.create(Deployment, deployment("nginx:1"));
  await untilRolledOut(cluster);

  await patch(cluster, withImage("nginx:2"));
  await untilRolledOut(cluster);
  await patch(cluster, withImage("nginx:1"));
  const back = await untilRolledOut(cluster);

  expect(back?.metadata.annotations).toMatchObject({ "deployment.kubernetes.io/revision": "3" });
  const revisions = (await sets(cluster)).map(({ metadata, spec }) => [
    spec?.replicas,
    metadata.annotations?.["deployment.kubernetes.io/revision"],
    metadata.annotations?.["deployment.kubernetes.io/revision-history"],
  ]);
  expect(revisions.toSorted(([a = 0], [b = 0]) => Number(a) - Number(b))).toEqual([
    [0, "2", undefined],
    [2, "3", "1"],
  ]);
});

test("revisions are 64-bit integers: an adopted ReplicaSet may have any of them, and another text counts as 0", async () => {
  await using cluster = await start();
  const labels = { app: "web" };
  for (const [name, revision] of [
    ["adopted", "3546343826724305832"],
    ["unreadable", "x"],
  ] as const) {
    await cluster.client.create(ReplicaSet, {
      metadata: { name, namespace: "default", labels, annotations: { "deployment.kubernetes.io/revision": revision } },
      spec: {
        replicas: 1,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name, image: "old" }] } },
      },
    });
  }

  await cluster.client.create(Deployment, deployment("nginx:1"));
  const rolledOut = await untilRolledOut(cluster);

  expect(rolledOut?.metadata.annotations).toEqual({ "deployment.kubernetes.io/revision": "3546343826724305833" });
});

test("a status that observes a new template does not count Pods of the old one as updated", async () => {
  await using cluster = await start();
  await cluster.client.create(Deployment, deployment("nginx:1"));
  await untilRolledOut(cluster);
  const path = "/apis/apps/v1/namespaces/default/deployments?watch=true";
  const { body } = await cluster.server.transport().request({ method: "GET", path });
  const events = body[Symbol.asyncIterator]();

  await patch(cluster, withImage("nginx:2"));
  await untilRolledOut(cluster);

  let text = "";
  while (!text.includes('"observedGeneration":2')) text += Buffer.from((await events.next()).value ?? "").toString();
  const lines = text.split("\n").filter((line) => line.includes('"observedGeneration":2'));
  expect((JSON.parse(lines[0] ?? "") as { object: Deployment }).object.status?.updatedReplicas).toBeUndefined();
});

test("the annotation of the revision overwrites no annotation that another client has changed meanwhile", async () => {
  let isConcurrent = true;
  await using cluster = await startTestCluster(["deployment-controller", "replicaset-controller", "node-simulator"], {
    wrapTransport: (transport) => ({
      ...transport,
      async request(request) {
        if (isConcurrent && request.method === "PATCH" && request.path.includes("/deployments/web/status")) {
          isConcurrent = false;
          const body = { metadata: { annotations: { changed: "new", removed: null } } };
          await cluster.client.patch(Deployment, key, { type: "merge", body });
        }
        return transport.request(request);
      },
    }),
  });

  await cluster.client.create(Deployment, {
    ...deployment("nginx:1"),
    metadata: { ...key, annotations: { changed: "old", removed: "old" } },
  });
  const rolledOut = await untilRolledOut(cluster);

  expect(isConcurrent).toBe(false);
  expect(rolledOut?.metadata.annotations).toEqual({ changed: "new", "deployment.kubernetes.io/revision": "1" });
});

test("a rollout never exceeds maxSurge and never has fewer available Pods than maxUnavailable permits", async () => {
  await using cluster = await start();
  await cluster.client.create(Deployment, deployment("nginx:1", { replicas: 4 }));
  await untilRolledOut(cluster, 4);

  await patch(cluster, withImage("nginx:2"));
  const seen: number[][] = [];
  for (let step = 0; step < 400; step += 1) {
    await cluster.clock.advance(50);
    const pods = await Array.fromAsync(cluster.client.list(Pod, { namespace: "default" }));
    const active = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    const ready = active.filter(({ status }) =>
      status?.conditions?.some(({ type, status: is }) => type === "Ready" && is === "True"),
    );
    seen.push([active.length, ready.length]);
  }

  expect(Math.max(...seen.map(([active = 0]) => active))).toBe(5);
  expect(Math.min(...seen.map(([, ready = 0]) => ready))).toBeGreaterThanOrEqual(3);
  await untilRolledOut(cluster, 4);
});

test("with Recreate no new Pod is created before the last old one is deleted", async () => {
  await using cluster = await start();
  await cluster.client.create(Deployment, deployment("nginx:1", { strategy: { type: "Recreate" } }));
  await untilRolledOut(cluster);

  await patch(cluster, withImage("nginx:2"));
  const images = new Set<string>();
  for (let step = 0; step < 200; step += 1) {
    await cluster.clock.advance(50);
    const pods = await Array.fromAsync(cluster.client.list(Pod, { namespace: "default" }));
    images.add([...new Set(pods.map(({ spec }) => spec?.containers[0]?.image))].join("+"));
  }

  expect([...images].filter((each) => each !== "")).toEqual(["nginx:1", "nginx:2"]);
  await untilRolledOut(cluster);
});

test("a paused Deployment scales and does not roll out, and has the condition", async () => {
  await using cluster = await start();
  await cluster.client.create(Deployment, deployment("nginx:1"));
  await untilRolledOut(cluster);

  await patch(cluster, { paused: true, replicas: 3, ...withImage("nginx:2") });
  const paused = await cluster.until(Deployment, key, (found) => found?.status?.availableReplicas === 3);
  const count = (await sets(cluster)).length;
  await patch(cluster, { paused: null });
  await untilRolledOut(cluster, 3);

  expect(count).toBe(1);
  expect(paused?.status?.conditions).toContainEqual(
    expect.objectContaining({ type: "Progressing", status: "Unknown", reason: "DeploymentPaused" }),
  );
});

test("a rollout without progress is reported after its deadline", async () => {
  await using cluster = await startTestCluster(["deployment-controller", "replicaset-controller"]);

  await cluster.client.create(Deployment, deployment("nginx:1", { progressDeadlineSeconds: 30 }));
  await cluster.clock.advance(20_000);
  const before = await cluster.client.get(Deployment, key);
  await cluster.clock.advance(15_000);
  const after = await cluster.client.get(Deployment, key);

  const reasonOf = (found: Deployment | undefined): string | undefined =>
    found?.status?.conditions?.find(({ type }) => type === "Progressing")?.reason;
  expect(reasonOf(before)).not.toBe("ProgressDeadlineExceeded");
  expect(reasonOf(after)).toBe("ProgressDeadlineExceeded");
});

test("old ReplicaSets beyond the history limit are deleted, the oldest first", async () => {
  await using cluster = await start();
  await cluster.client.create(Deployment, deployment("nginx:1", { revisionHistoryLimit: 1 }));
  await untilRolledOut(cluster);

  for (const image of ["nginx:2", "nginx:3", "nginx:4"]) {
    await patch(cluster, withImage(image));
    await untilRolledOut(cluster);
  }
  await cluster.clock.advance(5_000);

  const images = (await sets(cluster)).map(({ spec }) => spec?.template?.spec?.containers[0]?.image);
  expect(new Set(images)).toEqual(new Set(["nginx:3", "nginx:4"]));
});

test("Events report each scaling, and the Pods are deleted with the Deployment", async () => {
  await using cluster = await start();
  await cluster.client.create(Deployment, deployment("nginx:1"));
  await untilRolledOut(cluster);
  await patch(cluster, { replicas: 1 });
  await untilRolledOut(cluster, 1);
  await cluster.clock.advance(5_000);
  const notes = (await Array.fromAsync(cluster.client.list(Event, { namespace: "default" })))
    .filter(({ reason }) => reason === "ScalingReplicaSet")
    .map(({ note = "" }) => note.replace(/web-\w+/u, "SET"));

  await cluster.client.delete(Deployment, key, { propagationPolicy: "Foreground" });
  await cluster.untilGone(Deployment, key);

  expect(notes).toEqual(["Scaled up replica set SET from 0 to 2", "Scaled down replica set SET from 2 to 1"]);
  expect(await Array.fromAsync(cluster.client.list(Pod, { namespace: "default" }))).toEqual([]);
});

test("a ReplicaSet of its name with another template is not changed, and the Deployment uses another name", async () => {
  await using cluster = await start();
  await cluster.client.create(Deployment, deployment("nginx:1"));
  await untilRolledOut(cluster);
  const [first] = await sets(cluster);
  await cluster.client.delete(Deployment, key, { propagationPolicy: "Orphan" });
  await cluster.untilGone(Deployment, key);
  if (first)
    await cluster.client.patch(ReplicaSet, first.metadata, {
      type: "merge",
      body: { metadata: { labels: { app: "other" } } },
    });

  await cluster.client.create(Deployment, deployment("nginx:1"));
  const found = await untilRolledOut(cluster);

  expect(found?.status?.collisionCount).toBe(1);
  expect(await sets(cluster)).toHaveLength(2);
});

test("a rejected ReplicaSet is reported in the Progressing condition and an Event until it is created", async () => {
  const trouble = { isOn: true };
  await using cluster = await startTestCluster(["deployment-controller", "replicaset-controller", "node-simulator"], {
    wrapTransport: (transport) => ({
      ...transport,
      request: (request) =>
        trouble.isOn && request.method === "POST" && request.path.includes("/replicasets")
          ? Promise.reject(forbidden({ group: "apps", resource: "replicasets" }, "web", "quota"))
          : transport.request(request),
    }),
  });
  const progressOf = (found: Deployment | undefined): unknown =>
    found?.status?.conditions
      ?.filter(({ type }) => type === "Progressing")
      .map(({ status, reason }) => [status, reason]);

  await cluster.client.create(Deployment, deployment("nginx:1"));
  await cluster.clock.advance(5_000);
  const refused = await cluster.client.get(Deployment, key);
  const notes = (await Array.fromAsync(cluster.client.list(Event, { namespace: "default" }))).map(({ note }) => note);
  trouble.isOn = false;
  const made = await cluster.until(Deployment, key, (found) => found?.status?.availableReplicas === 2);

  expect(progressOf(refused)).toEqual([["False", "ReplicaSetCreateError"]]);
  expect(new Set(notes)).toEqual(
    new Set([
      expect.stringMatching(
        /^Failed to create new replica set "web-\w+": replicasets\.apps "web" is forbidden: quota$/u,
      ),
    ]),
  );
  expect(progressOf(made)).toEqual([["True", "NewReplicaSetAvailable"]]);
});
