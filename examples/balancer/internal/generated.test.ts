import assert from "node:assert/strict";
import { createDiskFileHost, generate, verifyArtifacts } from "@kubewright/gen";
import { test } from "vitest";
import type { Balancer } from "../api/v1alpha1/zz_generated.balancer.ts";
import { createFakeClientset } from "../generated/clientset/fake-clientset.ts";

test("the generated files of Balancer are what its sources give", () => {
  const host = createDiskFileHost();
  const root = new URL("..", import.meta.url).pathname.replace(/\/$/, "");

  const artifacts = generate({
    host,
    root,
    generators: [
      { name: "crd" },
      { name: "rbac", roleName: "manager-role" },
      { name: "object" },
      { name: "client" },
      { name: "lister" },
      { name: "informer" },
      { name: "defaulter" },
      { name: "openapi" },
    ],
  });

  assert.deepEqual(verifyArtifacts(host, root, artifacts), [], "run npm run generate");
});

test("the fake clientset stores Balancers and records actions", async () => {
  const balancer: Balancer = {
    apiVersion: "exposer.hliangzhao.io/v1alpha1",
    kind: "Balancer",
    metadata: { namespace: "default", name: "a" },
    spec: { ports: [{ name: "http", port: 80 }], backends: [{ name: "v1", weight: 1 }] },
  };
  const clientset = createFakeClientset(balancer);
  const balancers = clientset.exposerV1alpha1().balancers("default");

  await balancers.patch("a", { type: "merge", body: { spec: { selector: { app: "test" } } } });

  assert.deepEqual((await balancers.get("a"))?.spec.selector, { app: "test" });
  assert.deepEqual(
    clientset.fake.actions().map(({ verb }) => verb),
    ["patch", "get"],
  );
});
