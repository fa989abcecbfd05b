/** `internal/controller/memcached-controller.test.ts`: tests the life cycle of an object that runs an image. */
import { crdPathOf, withArticle } from "../../project/derived-names.ts";
import type { Project, Resource } from "../../project/project.ts";
import { testScope } from "../internal/controller-test.ts";
import type { ImageControllerNames } from "./image-controller-names.ts";

export function controllerTestCode(project: Project, resource: Resource, names: ImageControllerNames): string {
  const { kind, imported, add } = names;
  const about = resource.kind;
  const up = "../".repeat(names.testPath.split("/").length - 1);
  const { key, options, manager } = testScope(project, resource);
  return `// Tests on the embedded control plane, or on a real one with KUBEWRIGHT_TEST_SERVER=real. Nodes are simulated.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Deployment } from "@kubewright/api/apps/v1";
import { findCondition, isConditionTrue, isControlledBy } from "@kubewright/apimachinery";
import { startEnvironment, waitFor } from "@kubewright/envtest";
import type { CreateOperator, Environment, EnvironmentOptions } from "@kubewright/envtest";
import { createManager } from "@kubewright/runtime";
import { ${imported} } from "${names.kindModule}";
import { ${add}, defaultImage } from "./${names.path.split("/").at(-1) ?? ""}";

const fileOf = (path: string): string => fileURLToPath(new URL(\`${up}\${path}\`, import.meta.url));
const key = ${key};
const sample = { metadata: key, spec: { size: 2 } };

const operator: CreateOperator = (connection) => {
  const manager = createManager(${manager});
  ${add}(manager);
  return manager;
};

test("${withArticle(about)} runs the image in a Deployment, and is available once its Pods are available", async () => {
  await using env = await start({ controllers: "all", operator });

  const owner = await env.client.create(${kind}, sample);
  const seen = await waitFor(${kind}, key, isAvailable, env);
  const deployment = await env.client.get(Deployment, key);

  assert.ok(deployment && isControlledBy(deployment, owner));
  assert.equal(deployment.spec?.template.spec?.containers[0]?.image, defaultImage);
  assert.equal(findCondition(seen?.status?.conditions, "Available")?.message, "2 of 2 Pods are available");
  assert.equal(findCondition(seen?.status?.conditions, "Degraded")?.status, "False");
});

test("a scaled Deployment is reset to the size of its ${about}, and follows its changes", async () => {
  await using env = await start({ controllers: "all", operator });
  await env.client.create(${kind}, sample);
  await waitFor(${kind}, key, isAvailable, env);

  await env.client.patch(Deployment, key, { type: "merge", body: { spec: { replicas: 5 } } });
  const restored = await waitFor(Deployment, key, (found) => found?.spec?.replicas === 2, env);
  await env.client.patch(${kind}, key, { type: "merge", body: { spec: { size: 3 } } });
  const scaled = await waitFor(Deployment, key, (found) => found?.status?.availableReplicas === 3, env);

  assert.equal(scaled?.metadata.uid, restored?.metadata.uid);
});

test("a deleted ${about} is removed with its Deployment", async () => {
  await using env = await start({ controllers: "all", operator });
  const owner = await env.client.create(${kind}, sample);
  await waitFor(${kind}, key, isAvailable, env);

  await env.client.delete(owner);

  assert.equal(await waitFor(${kind}, key, (found) => found === undefined, env), undefined);
  assert.equal(await waitFor(Deployment, key, (found) => found === undefined, env), undefined);
});

test("${withArticle(about)} whose Deployment cannot create its Pods is degraded, with the reason", async () => {
  await using env = await start({ operator });
  await env.client.create(${kind}, sample);
  const deployment = await waitFor(Deployment, key, (found) => found !== undefined, env);
  assert.ok(deployment);

  const failure = { type: "ReplicaFailure", status: "True", reason: "FailedCreate", message: "no quota" } as const;
  await env.client.patchStatus(deployment, { conditions: [failure] });
  const seen = await waitFor(${kind}, key, isDegraded, env);

  assert.equal(findCondition(seen?.status?.conditions, "Degraded")?.message, "no quota");
});

test("${withArticle(about)} does not change a Deployment of another owner, and reports it", async () => {
  await using env = await start();
  const labels = { app: "other" };
  const template = { metadata: { labels }, spec: { containers: [{ name: "other", image: "other" }] } };
  const stranger = await env.client.create(Deployment, {
    metadata: key,
    spec: { selector: { matchLabels: labels }, template },
  });
  await env.startOperator(operator);

  await env.client.create(${kind}, sample);
  const seen = await waitFor(${kind}, key, isDegraded, env);

  assert.equal(findCondition(seen?.status?.conditions, "Degraded")?.reason, "NameTaken");
  assert.deepEqual(await env.client.get(Deployment, key), stranger);
});

${helpersCode(resource, names, options)}`;
}

function helpersCode(resource: Resource, { kind }: ImageControllerNames, options: string): string {
  return `function isAvailable(found: ${kind} | undefined): boolean {
  return isConditionTrue(found?.status?.conditions, "Available");
}

function isDegraded(found: ${kind} | undefined): boolean {
  return isConditionTrue(found?.status?.conditions, "Degraded");
}

function start(options: EnvironmentOptions = {}): Promise<Environment> {
  return startEnvironment({
    crds: [fileOf("${crdPathOf(resource)}")],
${options}    ...options,
  });
}
`;
}
