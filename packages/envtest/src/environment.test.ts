// Environments on the embedded server, and what is said when another one cannot be had.
import { Unstructured } from "@kubewright/apimachinery";
import { createVirtualClock } from "@kubewright/async";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import { installCrds } from "./crds/install-crds.ts";
import { startEnvironment } from "./environment.ts";
import { waitFor } from "./wait/wait-for.ts";

const ConfigMap: ResourceType<KubernetesObject & { readonly data?: Readonly<Record<string, string>> }> = {
  group: "",
  version: "v1",
  kind: "ConfigMap",
  plural: "configmaps",
  namespaced: true,
};
const Widget: ResourceType = {
  group: "example.dev",
  version: "v1",
  kind: "Widget",
  plural: "widgets",
  namespaced: true,
};
const key = { namespace: "default", name: "a" };
const embedded = { server: "embedded" } as const;

test("an environment serves the kinds of its CRDs, and installing them again replaces them", async () => {
  await using env = await startEnvironment({ ...embedded, crds: [widgetCrd()] });

  await installCrds([widgetCrd(["wd"])], env);
  env.client.mapper.register(Widget);
  const created = await env.client.create(Unstructured, {
    apiVersion: "example.dev/v1",
    kind: "Widget",
    metadata: key,
  });

  expect(created.metadata.uid).toBeTruthy();
});

test("installCrds() works for two callers at the same time", async () => {
  await using env = await startEnvironment(embedded);

  await Promise.all([installCrds([widgetCrd()], env), installCrds([widgetCrd()], env)]);

  await expect(Array.fromAsync(env.client.list(Widget))).resolves.toEqual([]);
});

test("a CRD that the server rejects fails the start with the message of the server", async () => {
  const broken = { ...widgetCrd(), metadata: { name: "other.example.dev" } };

  await expect(startEnvironment({ ...embedded, crds: [broken] })).rejects.toThrow("spec.names.plural");
});

test("a CRD that the server does not serve in time fails the start with its conditions", async () => {
  const names = { plural: "gadgets", singular: "gadget", kind: "Widget", listKind: "WidgetList" };
  const sameKind = {
    ...widgetCrd(),
    metadata: { name: "gadgets.example.dev" },
    spec: { ...widgetCrd().spec, names },
  };
  const crdInstall = { timeoutMs: 20, intervalMs: 5 };

  const started = startEnvironment({ ...embedded, crds: [widgetCrd(), sameKind], crdInstall });

  await expect(started).rejects.toThrow(
    /Cannot install CRD "gadgets.example.dev": it is not served after 20 ms: NamesAccepted=False "WidgetList" is already in use/u,
  );
});

test("a negative time of the installation of CRDs is rejected", async () => {
  await expect(startEnvironment({ ...embedded, crds: [widgetCrd()], crdInstall: { intervalMs: -1 } })).rejects.toThrow(
    'Cannot install CRD "widgets.example.dev": intervalMs is -1, must be',
  );
});

test("waitFor() resolves with the expected state of an object that is created and changed meanwhile", async () => {
  await using env = await startEnvironment(embedded);

  const waiting = waitFor(ConfigMap, key, (found) => found?.data?.["a"] === "2", env);
  await env.client.create(ConfigMap, { metadata: key });
  await env.client.patch(ConfigMap, key, { type: "merge", body: { data: { a: "2" } } });

  expect((await waiting)?.data).toEqual({ a: "2" });
});

test("waitFor() rejects after its timeout with the last state of the object, without managedFields", async () => {
  const clock = createVirtualClock();
  await using env = await startEnvironment({ ...embedded, clock });
  await env.client.create(ConfigMap, { metadata: key });

  const waiting = waitFor(ConfigMap, key, (found) => found?.data !== undefined, { ...env, timeoutMs: 1_000 });
  const none = waitFor(ConfigMap, { ...key, name: "none" }, (found) => found !== undefined, {
    ...env,
    timeoutMs: 1_000,
  });
  const outcomes = await clock.runUntilSettled(Promise.allSettled([waiting, none]));

  const [seen, missing] = outcomes.map((outcome) => (outcome.status === "rejected" ? String(outcome.reason) : ""));
  expect(seen).toContain(
    'Cannot wait longer for ConfigMap "default/a": the condition does not hold after 1000 ms, it is {',
  );
  expect(seen).not.toContain("managedFields");
  expect(missing).toContain('"default/none": the condition does not hold after 1000 ms, it is not there');
});

test("waitFor() ends with the reason of its signal", async () => {
  await using env = await startEnvironment(embedded);
  const controller = new AbortController();

  const waiting = waitFor(ConfigMap, key, (found) => found !== undefined, { ...env, signal: controller.signal });
  controller.abort(new Error("enough"));

  await expect(waiting).rejects.toThrow("enough");
});

test("an environment with controllers has nodes, and one that listens has the CA certificate in its namespaces", async () => {
  await using env = await startEnvironment({ ...embedded, controllers: "all", listen: {} });

  const root = await waitFor(
    ConfigMap,
    { namespace: "default", name: "kube-root-ca.crt" },
    (found) => found !== undefined,
    env,
  );

  expect(root?.data?.["ca.crt"]).toBe(env.listener?.caCertificate);
  expect(await env.kubeconfig()).toContain(env.listener?.url);
});

test("the error for missing programs is one line with the variable to set", async () => {
  const started = startEnvironment({ server: "real", env: { KUBEBUILDER_ASSETS: "/nowhere" } });

  await expect(started).rejects.toThrow(
    'Cannot start etcd: "/nowhere/etcd" is not an executable file: install it with `npx kubewright envtest use`, set KUBEBUILDER_ASSETS to a folder with etcd and kube-apiserver, or use server: "embedded"',
  );
});

test("the error for an existing cluster without a kubeconfig contains the paths that were searched", async () => {
  const started = startEnvironment({ server: "existing", env: { KUBECONFIG: "/nowhere/config" } });

  await expect(started).rejects.toThrow("/nowhere/config");
});

function widgetCrd(shortNames: readonly string[] = []): KubernetesObject & { readonly spec: object } {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "widgets.example.dev" },
    spec: {
      group: "example.dev",
      scope: "Namespaced",
      names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList", shortNames },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
    },
  };
}
