// On a cluster with the real controllers: our controllers reach the same states in each chapter of a Deployment's lifecycle, and the operators whose
// children are Deployments observe them become available.
import { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import { Namespace } from "@kubewright/api/core/v1";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { ValidatingAdmissionPolicy } from "@kubewright/api/admissionregistration.k8s.io/v1";
import type { ValidatingAdmissionPolicySpec } from "@kubewright/api/admissionregistration.k8s.io/v1";
import { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import { EndpointSlice } from "@kubewright/api/discovery.k8s.io/v1";
import { spawn } from "@kubewright/async";
import { installCrds, readCrds, startEnvironment, waitFor } from "@kubewright/envtest";
import type { Environment } from "@kubewright/envtest";
import { createManager } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { Balancer } from "../../examples/balancer/api/v1alpha1/zz_generated.balancer.ts";
import { setup as setupBalancer } from "../../examples/balancer/internal/setup.ts";
import { Application } from "../../examples/i-operator/api/v1/zz_generated.application.ts";
import { setup as setupApplication } from "../../examples/i-operator/internal/setup.ts";
import { sendRequest } from "../http.ts";
import { podSpecs } from "./pod-templates.ts";
import { startWorkloadCluster } from "./workload-cluster.ts";
import type { WorkloadCluster } from "./workload-cluster.ts";
import { playStory } from "./workload-story.ts";
import type { Chapter } from "./workload-story.ts";

let cluster: WorkloadCluster;
let real: readonly Chapter[];
let ours: readonly Chapter[];

beforeAll(async () => {
  cluster = await startWorkloadCluster(inject("assets") ?? "");
  await using embedded = await startEnvironment({
    server: "embedded",
    controllers: "all",
    apiServer: { disableAdmissionPlugins: ["ServiceAccount"] }, // As the real one here.
  });
  [real, ours] = await Promise.all([playStory(cluster.env), playStory(embedded)]);
}, 300_000);

afterAll(async () => {
  await cluster[Symbol.asyncDispose]();
}, 60_000);

test.for([
  "it is created and becomes available",
  "its image is changed",
  "it is scaled up",
  "its image is changed back",
  "it is scaled to nothing",
  "it is deleted",
])("the lifecycle of a Deployment is the same with our controllers and the real ones, when %s", (title) => {
  const chapterOf = (story: readonly Chapter[]): Chapter | undefined => story.find((each) => each.title === title);

  expect(chapterOf(real)?.objects).toBeDefined();
  expect(chapterOf(ours)?.objects).toEqual(chapterOf(real)?.objects);
});

test("the Events about a new Deployment have the same fields and messages with our controllers and the real ones", () => {
  expect(real[0]?.events).toHaveLength(3); // A ReplicaSet is scaled up, and creates two Pods.
  expect(ours[0]?.events).toEqual(real[0]?.events);
});

test("ReplicaSets have the same names with our controllers and the real ones, for any Pod template", async () => {
  await using embedded = await startEnvironment({ server: "embedded", controllers: "all" });

  const names = await replicaSetNames(cluster.env);

  expect(names.every((name) => name !== undefined && /^d\d+-[0-9a-z]+$/u.test(name))).toBe(true);
  expect(await replicaSetNames(embedded)).toEqual(names);
}, 120_000);

/** Creates a Deployment for each Pod spec; returns the names of their ReplicaSets. */
async function replicaSetNames(env: Environment): Promise<readonly (string | undefined)[]> {
  const namespace = "templates";
  await env.client.create(Namespace, { metadata: { name: namespace } });
  for (const [index, spec] of podSpecs.entries()) {
    const labels = { app: `d${index}` };
    await env.client.create(Deployment, {
      metadata: { namespace, name: `d${index}` },
      spec: { replicas: 0, selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
    });
  }
  const names = podSpecs.keys().map(async (index) => {
    const isObserved = (found: Deployment | undefined): boolean => found?.status?.observedGeneration === 1;
    await waitFor(Deployment, { namespace, name: `d${index}` }, isObserved, env);
    const [set] = await Array.fromAsync(env.client.list(ReplicaSet, { namespace, labelSelector: `app=d${index}` }));
    return set?.metadata.name;
  });
  return await Promise.all(names);
}

test("a Balancer's proxy becomes available, is an endpoint of its Service, and is rolled out again for another weight", async () => {
  const { env } = cluster;
  await using _operator = await startOperator(env, "balancer", setupBalancer);
  const key = { namespace: "default", name: "b" };
  await env.client.create(Balancer, {
    metadata: key,
    spec: { ports: [{ name: "http", port: 80, targetPort: 5678 }], backends: [{ name: "v1", weight: 1 }] },
  });

  const isReady = (found: Balancer | undefined): boolean =>
    found?.status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True") === true;
  await waitFor(Balancer, key, isReady, env);
  const [slice] = await Array.fromAsync(
    env.client.list(EndpointSlice, { namespace: "default", labelSelector: "kubernetes.io/service-name=b" }),
  );
  await env.client.patch(Balancer, key, {
    type: "merge",
    body: { spec: { backends: [{ name: "v1", weight: 7 }] } },
  });
  const rolled = await waitFor(Deployment, { ...key, name: "bproxy" }, (found) => isRolledOut(found, 2), env);

  expect(slice?.endpoints?.length).toBe(1);
  expect(rolled?.metadata.annotations?.["deployment.kubernetes.io/revision"]).toBe("2");
});

test("an Application becomes ready, gets another image, and is removed after its Deployment", async () => {
  const { env } = cluster;
  await using _operator = await startOperator(env, "i-operator", setupApplication);
  const key = { namespace: "default", name: "a" };
  await env.client.create(Application, {
    metadata: key,
    spec: { enabled: true, image: "nginx:1.22" },
  });

  await waitFor(Application, key, (found) => found?.status?.ready === true, env);
  await env.client.patch(Application, key, { type: "merge", body: { spec: { image: "nginx:1.23" } } });
  await waitFor(Deployment, { ...key, name: "app-a" }, (found) => isRolledOut(found, 2), env);
  await env.client.delete(Application, key);
  await waitFor(Application, key, (found) => found === undefined, env);

  expect(await env.client.get(Deployment, { ...key, name: "app-a" })).toBeUndefined();
});

async function startOperator(
  env: Environment,
  example: string,
  setup: (manager: Manager) => unknown,
): Promise<AsyncDisposable> {
  const crds = fileURLToPath(new URL(`../../examples/${example}/config/crd/bases`, import.meta.url));
  await installCrds(await readCrds([crds]), env);
  const { transport, clock, random } = env;
  const manager = createManager({ transport, clock, random });
  setup(manager);
  return spawn((signal) => manager.start({ signal }), {
    name: example,
    onError(error) {
      throw error;
    },
  });
}

function isRolledOut(found: Deployment | undefined, generation: number): boolean {
  const { observedGeneration = 0, updatedReplicas, replicas, availableReplicas } = found?.status ?? {};
  return observedGeneration >= generation && updatedReplicas === 1 && replicas === 1 && availableReplicas === 1;
}

interface TypedPolicies {
  readonly definition: CustomResourceDefinition;
  readonly policies: Readonly<
    Record<string, { readonly spec: ValidatingAdmissionPolicySpec; readonly warnings: readonly unknown[] }>
  >;
}

test("kube-controller-manager gives the recorded warnings about the types in policies", async () => {
  const file = new URL("../../packages/controlplane/src/policy-status/testdata/typed-policies.json", import.meta.url);
  const { definition, policies } = JSON.parse(await readFile(file, "utf8")) as TypedPolicies;
  const { client } = cluster.env;
  await client.create(CustomResourceDefinition, definition);
  // kube-controller-manager checks a policy once, with the documents that are published at that time.
  await expect
    .poll(
      async () => (await sendRequest(cluster.env.transport, { path: "/openapi/v3/apis/types.example.com/v2" })).status,
      {
        timeout: 30_000,
      },
    )
    .toBe(200);
  for (const [name, { spec, warnings }] of Object.entries(policies)) {
    await client.create(ValidatingAdmissionPolicy, {
      metadata: { name },
      spec,
    });
    const checked = await waitFor(
      ValidatingAdmissionPolicy,
      { name },
      (found) => found?.status?.observedGeneration === 1,
      cluster.env,
    );
    const found = checked?.status?.typeChecking?.expressionWarnings ?? [];
    // Types have the time in their names.
    const compared = found.map((each) => ({ ...each, warning: each.warning.replaceAll(/(?<=[a-z])\d+(?=\.)/gu, "0") }));
    expect([name, compared]).toEqual([name, warnings]);
  }
}, 120_000);
