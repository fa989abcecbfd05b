import assert from "node:assert/strict";
import { createDiskFileHost, generate, verifyArtifacts } from "@kubewright/gen";
import { test } from "vitest";

test("the generated files of Balancer are what its sources give", () => {
  const host = createDiskFileHost();
  const root = new URL("..", import.meta.url).pathname.replace(/\/$/, "");

  const artifacts = generate({
    host,
    root,
    generators: [{ name: "crd" }, { name: "rbac", roleName: "manager-role" }, { name: "object" }],
  });

  assert.deepEqual(verifyArtifacts(host, root, artifacts), [], "run npm run generate");
});
