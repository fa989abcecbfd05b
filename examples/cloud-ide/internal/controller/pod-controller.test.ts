// The operator on an API server: embedded by default, a real one with KUBEWRIGHT_TEST_SERVER=real.
import { Pod } from "@kubewright/api/core/v1";
import { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import { waitFor } from "@kubewright/envtest";
import { afterAll, beforeAll, expect, test } from "vitest";
import { podInfo, startFixture } from "./cloud-ide-fixture.ts";
import type { Operator, Fixture } from "./cloud-ide-fixture.ts";

let fixture: Fixture;
let operator: Operator;

const context = { signal: new AbortController().signal, caller: "tester" };

beforeAll(async () => {
  fixture = await startFixture();
  operator = await fixture.startOperator();
}, 180_000);

afterAll(async () => {
  await operator[Symbol.asyncDispose]();
  await fixture[Symbol.asyncDispose]();
});

test("a call completes once the Pod runs, with its node, address and port", async () => {
  const created = operator.create("whole-way");
  await fixture.setPodStatus("whole-way", { phase: "Running", podIP: "10.0.0.7", podIPs: [{ ip: "10.0.0.7" }] });

  expect(await created).toEqual({ nodeName: "", ip: "10.0.0.7", port: 9999 });
  expect(await operator.service.getPodSpaceInfo(query("whole-way"), context)).toEqual(await created);
  expect(await operator.service.getPodSpaceStatus(query("whole-way"), context)).toEqual({
    status: 1,
    message: "Running",
  });
  expect(operator.statuses.waiting).toBe(0);
});

test("the Pod of a workspace has the requested fields, limits without requests, and meets the restricted profile", async () => {
  const stop = new AbortController();
  const resourceLimit = { cpu: "500m", Memory: "512Mi", Storage: "1Gi" };
  const created = operator.create("with-limits", { port: 8080, resourceLimit }, stop.signal);

  const pod = await waitFor(Pod, { namespace: fixture.namespace, name: "with-limits" }, Boolean, fixture.env);
  stop.abort(new Error("seen enough"));

  await expect(created).rejects.toThrow("seen enough");
  expect(pod?.metadata.labels).toEqual({ kind: "cloud-ide" });
  expect(pod?.spec).toMatchObject({
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
    containers: [
      {
        name: "with-limits",
        image: "code-server-go1.19:v0.1",
        imagePullPolicy: "IfNotPresent",
        ports: [{ containerPort: 8080, protocol: "TCP" }],
        resources: { limits: { cpu: "500m", memory: "512Mi", "ephemeral-storage": "1Gi" } },
        securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
      },
    ],
  });
});

test("a call whose Pod fails has the reason of the Pod as its error, and no waiter remains", async () => {
  const created = operator.create("failing");
  const refused = expect(created).rejects.toMatchObject({
    reason: "FailedPrecondition",
    message:
      'Cannot wait for workspace "cloud-ide/failing" to run: its Pod has ended (Failed: Evicted: The node was low on memory): delete it and create it again',
  });

  await fixture.setPodStatus("failing", { phase: "Failed", reason: "Evicted", message: "The node was low on memory" });

  await refused;
  expect(operator.statuses.waiting).toBe(0);
});

test("a call whose Pod is deleted is Aborted", async () => {
  const created = operator.create("deleted");
  const refused = expect(created).rejects.toMatchObject({ reason: "Aborted" });
  await waitFor(Pod, { namespace: fixture.namespace, name: "deleted" }, Boolean, fixture.env);

  await fixture.env.client.delete(Pod, { namespace: fixture.namespace, name: "deleted" }, { gracePeriodSeconds: 0 });

  await refused;
});

test("a repeated call of the same caller waits for the existing Pod, and both calls complete", async () => {
  const first = operator.create("again");
  await waitFor(Pod, { namespace: fixture.namespace, name: "again" }, Boolean, fixture.env);

  const second = operator.create("again");
  await fixture.setPodStatus("again", { phase: "Running" });

  expect(await second).toEqual(await first);
});

test("a repeated call after a restart finds the existing Pod", async () => {
  const stop = new AbortController();
  const cutOff = operator.create("restarted", {}, stop.signal);
  await waitFor(Pod, { namespace: fixture.namespace, name: "restarted" }, Boolean, fixture.env);
  stop.abort(new Error("the process has ended"));
  await expect(cutOff).rejects.toThrow("the process has ended");

  await using other = await fixture.startOperator();
  const created = other.create("restarted");
  await fixture.setPodStatus("restarted", { phase: "Running" });

  expect(await created).toMatchObject({ port: 9999 });
});

test("calls to different replicas for the same workspace all complete", async () => {
  await using other = await fixture.startOperator();

  const here = operator.create("shared");
  const there = other.create("shared");
  await fixture.setPodStatus("shared", { phase: "Running" });

  expect(await there).toEqual(await here);
  expect([operator.statuses.waiting, other.statuses.waiting]).toEqual([0, 0]);
});

test("a replica that is not the leader completes its calls", async () => {
  const election = { id: "cloud-ide", namespace: "system" };
  await using leader = await fixture.startOperator({ leaderElection: { ...election, identity: "leader" } });
  await waitFor(Lease, { namespace: "system", name: "cloud-ide" }, Boolean, fixture.env);
  await using follower = await fixture.startOperator({ leaderElection: { ...election, identity: "follower" } });

  const created = follower.create("not-led");
  await fixture.setPodStatus("not-led", { phase: "Running" });

  expect(await created).toMatchObject({ port: 9999 });
  expect(leader.statuses.waiting).toBe(0);
});

test.each([
  { title: "requests another port", name: "taken-port", overrides: { port: 8080 }, caller: "tester" },
  {
    title: "requests another image",
    name: "taken-image",
    overrides: { image: "code-server-go1.19:v0.2" },
    caller: "tester",
  },
  { title: "has another caller", name: "taken-caller", overrides: {}, caller: "another caller" },
])("an existing workspace is AlreadyExists for a call that $title", async ({ name, overrides, caller }) => {
  const first = operator.create(name);
  await fixture.setPodStatus(name, { phase: "Running" });
  await first;

  const call = operator.service.createSpaceAndWaitForRunning(podInfo(name, overrides), { ...context, caller });

  await expect(call).rejects.toMatchObject({ reason: "AlreadyExists" });
});

test("a Pod without the label of workspaces is neither read nor deleted", async () => {
  await fixture.env.client.create(Pod, {
    metadata: { namespace: fixture.namespace, name: "stranger" },
    spec: {
      securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
      containers: [
        {
          name: "stranger",
          image: "stranger",
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
        },
      ],
    },
  });

  await expect(operator.service.deleteSpace(query("stranger"), context)).rejects.toMatchObject({ reason: "NotFound" });
  await expect(operator.service.getPodSpaceInfo(query("stranger"), context)).rejects.toMatchObject({
    reason: "NotFound",
  });
  expect(await operator.service.getPodSpaceStatus(query("stranger"), context)).toEqual({
    status: 0,
    message: "NotExist",
  });
  expect(await fixture.pod("stranger")).toBeDefined();
});

test("a workspace is deleted; a missing one is NotFound, and its status NotExist", async () => {
  const created = operator.create("short-lived");
  await fixture.setPodStatus("short-lived", { phase: "Running" });
  await created;

  expect(await operator.service.deleteSpace(query("short-lived"), context)).toEqual({
    status: 200,
    message: "success",
  });
  await waitFor(Pod, { namespace: fixture.namespace, name: "short-lived" }, (pod) => !pod, fixture.env);

  await expect(operator.service.deleteSpace(query("short-lived"), context)).rejects.toMatchObject({
    reason: "NotFound",
  });
});

test.each([
  { title: "a name that is not a DNS label", overrides: { name: "Demo/../x" }, reason: "InvalidArgument" },
  { title: "no name", overrides: { name: "" }, reason: "InvalidArgument" },
  { title: "another namespace", overrides: { namespace: "kube-system" }, reason: "PermissionDenied" },
  { title: "an image that is not on the list", overrides: { image: "evil/miner:latest" }, reason: "PermissionDenied" },
  { title: "an image with a longer name", overrides: { image: "code-server-go1.19x:v1" }, reason: "PermissionDenied" },
  {
    title: "an image on another registry",
    overrides: { image: "r.io/code-server-go1.19" },
    reason: "PermissionDenied",
  },
  { title: "no image", overrides: { image: "" }, reason: "InvalidArgument" },
  { title: "an image with a line break", overrides: { image: "code-server-go1.19:v1\nx" }, reason: "InvalidArgument" },
  { title: "port 0", overrides: { port: 0 }, reason: "InvalidArgument" },
  { title: "port 65536", overrides: { port: 65_536 }, reason: "InvalidArgument" },
  {
    title: "a limit that is not a quantity",
    overrides: { resourceLimit: { cpu: "many", Memory: "", Storage: "" } },
    reason: "InvalidArgument",
  },
  {
    title: "a limit below zero",
    overrides: { resourceLimit: { cpu: "", Memory: "-1Gi", Storage: "" } },
    reason: "InvalidArgument",
  },
])("a request with $title is $reason and sends nothing", async ({ overrides, reason }) => {
  const before = await podNames();

  const call = operator.create("hostile", overrides);

  await expect(call).rejects.toMatchObject({ reason, message: expect.not.stringContaining("\n") as string });
  expect(await podNames()).toEqual(before);
  expect(operator.statuses.waiting).toBe(0);
});

async function podNames(): Promise<readonly string[]> {
  const pods = await Array.fromAsync(fixture.env.client.list(Pod, { namespace: fixture.namespace }));
  return pods.map(({ metadata }) => metadata.name);
}

function query(name: string): { readonly name: string; readonly namespace: string } {
  return { name, namespace: "" };
}
