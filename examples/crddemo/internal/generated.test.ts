import assert from "node:assert/strict";
import { createDiskFileHost, generate, verifyArtifacts } from "@kubewright/gen";
import { test } from "vitest";
import { createFakeClientset } from "../generated/clientset/fake-clientset.ts";

test("the generated files of Mydemo are what its sources give", () => {
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
    ],
  });

  assert.deepEqual(verifyArtifacts(host, root, artifacts), [], "run npm run generate");
});

test("the fake clientset has its initial objects, executes writes and records them", async () => {
  const metadata = { namespace: "default", name: "a" };
  const clientset = createFakeClientset({
    apiVersion: "crddemo.k8s.io/v1",
    kind: "Mydemo",
    metadata,
    spec: { port: 1 },
  });
  const mydemos = clientset.crddemoV1().mydemos("default");

  await mydemos.patch("a", { type: "merge", body: { spec: { port: 2 } } });

  assert.equal((await mydemos.get("a"))?.spec?.port, 2);
  assert.deepEqual(
    clientset.fake.actions().map(({ verb }) => verb),
    ["patch", "get"],
  );
});
