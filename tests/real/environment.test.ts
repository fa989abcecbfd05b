// The features of an environment on each of its servers: users, additional flags, and clean-up.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import { ConfigMap, Namespace } from "@kubewright/api/core/v1";
import { ClusterRole, ClusterRoleBinding } from "@kubewright/api/rbac.authorization.k8s.io/v1";
import { createSystemClock } from "@kubewright/async";
import { createClient, createTransportFor, loadConfig } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { startEnvironment } from "@kubewright/envtest";
import type { EnvironmentOptions } from "@kubewright/envtest";
import { discardBody } from "@kubewright/transport";
import { expect, inject, test } from "vitest";

const assets = inject("assets");
const real: EnvironmentOptions = { server: "real", ...(assets === undefined ? {} : { assets }) };
const onServers = [{ server: "embedded" } as const, real];

test.for(onServers)(
  "a user that was added on $server has the rights of its groups, also by its kubeconfig",
  async (options) => {
    await using env = await startEnvironment(options);
    await env.client.create(ClusterRole, {
      metadata: { name: "readers" },
      rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["list"] }],
    });
    await env.client.create(ClusterRoleBinding, {
      metadata: { name: "readers" },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "readers" },
      subjects: [{ kind: "Group", name: "team:readers", apiGroup: "rbac.authorization.k8s.io" }],
    });

    const user = await env.addUser({ name: "jane", groups: ["team:readers"] });
    const stranger = await env.addUser({ name: "joe" });

    await expect.poll(() => canList(user.client), { timeout: 30_000 }).toBe("permitted");
    expect(await canList(stranger.client)).toContain('User "joe" cannot list resource "configmaps"');
    expect(
      await canList(createClient({ transport: env.transportAs({ name: "jane", groups: ["team:readers"] }) })),
    ).toBe("permitted");
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, "kubeconfig");
    await writeFile(file, await user.kubeconfig(), { mode: 0o600 });
    const config = await loadConfig({ env: { KUBECONFIG: file }, clock: createSystemClock() });
    await using transport = createTransportFor(config);
    expect(await canList(createClient({ transport }))).toBe("permitted");
    const refused = createClient({ transport }).create(ConfigMap, { metadata: { namespace: "default", name: "a" } });
    await expect(refused).rejects.toThrow('User "jane" cannot create resource "configmaps"');
  },
);

test("both programs receive their flags, and a program that does not start in time is an error", async () => {
  const controlPlane = {
    apiServerFlags: ["--disable-admission-plugins=NamespaceLifecycle"],
    etcdFlags: ["--log-level=error"],
  };
  await using env = await startEnvironment({ ...real, controlPlane });

  // Without the plugin NamespaceLifecycle an object can be in a namespace that does not exist.
  await env.client.create(ConfigMap, { metadata: { namespace: "absent", name: "a" } });

  const late = startEnvironment({ ...real, controlPlane: { startTimeoutMs: 1 } });
  await expect(late).rejects.toThrow(/Cannot start kube-apiserver: it is not ready/u);
  const wrong = startEnvironment({ ...real, controlPlane: { etcdFlags: ["--no-such-flag"] } });
  await expect(wrong).rejects.toThrow("Cannot start etcd: it ended");
});

test("in an existing cluster the environment deletes the objects that it has created, and not those that it has replaced", async () => {
  const kubeconfig = inject("kubeconfig");
  if (kubeconfig === undefined) throw new Error("the lane has no control plane");
  const existing = { server: "existing", env: { KUBECONFIG: kubeconfig } } as const;
  await using observer = await startEnvironment({ ...existing, crds: [crd("kept")] });
  const env = await startEnvironment({
    ...existing,
    crds: [crd("kept"), crd("dropped")],
    rbac: [{ apiVersion: "v1", kind: "ServiceAccount", metadata: { namespace: "default", name: "dropped" } }],
    cleanUpAfterUse: true,
  });
  const namespace = await env.createNamespace();
  const metadata = { namespace, name: "held", finalizers: ["example.dev/hold"] };
  await env.client.create(ConfigMap, { metadata });

  await env[Symbol.asyncDispose]();

  const { client } = observer;
  expect(await client.get(CustomResourceDefinition, { name: "dropped.cleanup.example.dev" })).toBeUndefined();
  expect(await client.get(CustomResourceDefinition, { name: "kept.cleanup.example.dev" })).toBeDefined();
  expect(await client.get(ConfigMap, { namespace, name: "held" })).toBeUndefined();
  expect((await client.get(Namespace, { name: namespace }))?.status?.phase ?? "Terminating").toBe("Terminating");
  const account = await observer.transport.request({
    method: "GET",
    path: "/api/v1/namespaces/default/serviceaccounts/dropped",
  });
  await discardBody(account);
  expect(account.status).toBe(404);
});

async function canList(client: Client): Promise<string> {
  try {
    await Array.fromAsync(client.list(ConfigMap));
    return "permitted";
  } catch (error) {
    return String(error);
  }
}

async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-users-"));
  return { path: folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

function crd(plural: string) {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.cleanup.example.dev` },
    spec: {
      group: "cleanup.example.dev",
      scope: "Namespaced",
      names: { plural, singular: plural, kind: plural[0]?.toUpperCase() + plural.slice(1), listKind: `${plural}List` },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
    },
  };
}
