// An operator under test on either server: it acts as the service account of its role, and a permission that its role does not have fails the test.
import { ConfigMap, Secret } from "@kubewright/api/core/v1";
import { waitFor } from "@kubewright/envtest";
import type { Environment } from "@kubewright/envtest";
import { controllerManagedBy, createManager } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import { expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";

test("an operator with the rights of its role works, as its service account", async () => {
  await using fixture = await startFixture("manager-permitted", [
    { apiGroups: [""], resources: ["configmaps"], verbs: ["get", "list", "watch", "create"] },
  ]);
  const { env, namespace, account } = fixture;

  await env.startOperator((connection) => copying(createManager({ ...connection, cache: inNamespace(namespace) })));
  await env.client.create(ConfigMap, { metadata: { namespace, name: "a" } });
  const copy = await waitFor(ConfigMap, { namespace, name: "copy-of-a" }, (found) => found !== undefined, env);
  const review = await env.transportAs({ name: account }).request({ method: "GET", path: `/api/v1/secrets` });

  expect(copy).toBeDefined();
  expect(review.status).toBe(403);
  expect(env.operatorWrites).toEqual([`POST /api/v1/namespaces/${namespace}/configmaps`]);
});

test("an operator whose role misses a verb fails the wait, with the marker", async () => {
  await using fixture = await startFixture("manager-without-create", [
    { apiGroups: [""], resources: ["configmaps"], verbs: ["get", "list", "watch"] },
  ]);
  const { env, namespace } = fixture;
  await env.startOperator((connection) => copying(createManager({ ...connection, cache: inNamespace(namespace) })));

  await env.client.create(ConfigMap, { metadata: { namespace, name: "a" } });
  const waiting = waitFor(ConfigMap, { namespace, name: "copy-of-a" }, (found) => found !== undefined, env);

  await expect(waiting).rejects.toThrow('\n@kubebuilder:rbac:groups="",resources=configmaps,verbs=create');
});

test("an operator whose role does not permit a watch fails its start, with the marker", async () => {
  await using fixture = await startFixture("manager-without-watch", [
    { apiGroups: [""], resources: ["configmaps"], verbs: ["get"] },
  ]);
  const { env } = fixture;

  const started = env.startOperator((connection) => {
    const manager = createManager(connection);
    controllerManagedBy(manager)
      .for(Secret)
      .complete(async () => undefined);
    return manager;
  });

  await expect(started).rejects.toThrow('\n@kubebuilder:rbac:groups="",resources=secrets,verbs=list;watch');
});

const inNamespace = (namespace: string) => ({ defaultNamespaces: [namespace] });

/** Copies each ConfigMap whose name is "a". */
function copying(manager: Manager): Manager {
  controllerManagedBy(manager)
    .for(ConfigMap)
    .complete(async ({ key, client }) => {
      const found = await client.get(ConfigMap, key);
      const copy = { ...key, name: `copy-of-${key.name}` };
      if (key.name === "a" && found && !(await client.get(ConfigMap, copy)))
        await client.create(ConfigMap, { metadata: copy });
    });
  return manager;
}

interface Fixture extends AsyncDisposable {
  readonly env: Environment;
  readonly namespace: string;
  readonly account: string;
}

async function startFixture(name: string, rules: readonly object[]): Promise<Fixture> {
  const env = await startServerUnderTest({ rbac: role(name, rules) });
  const namespace = await env.createNamespace();
  const account = `system:serviceaccount:default:${name}`;
  return { env, namespace, account, [Symbol.asyncDispose]: () => env[Symbol.asyncDispose]() };
}

function role(name: string, rules: readonly object[]) {
  const group = "rbac.authorization.k8s.io";
  return [
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { namespace: "default", name } },
    { apiVersion: `${group}/v1`, kind: "ClusterRole", metadata: { name }, rules },
    {
      apiVersion: `${group}/v1`,
      kind: "ClusterRoleBinding",
      metadata: { name },
      roleRef: { apiGroup: group, kind: "ClusterRole", name },
      subjects: [{ kind: "ServiceAccount", namespace: "default", name }],
    },
  ] as const;
}
