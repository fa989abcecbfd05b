import { existsSync } from "node:fs";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createDiskFileHost, generate, verifyArtifacts } from "@kubewright/gen";
import { test } from "vitest";

/** In the repository of Kubewright, programs load the sources of its packages. */
const conditions = existsSync(new URL("../../../packages/async/src", import.meta.url)) ? ["--conditions=source"] : [];

test("the generated files of Application are what its sources give", () => {
  const host = createDiskFileHost();
  const root = new URL("..", import.meta.url).pathname.replace(/\/$/, "");

  const artifacts = generate({
    host,
    root,
    generators: [
      { name: "crd" },
      { name: "rbac", roleName: "manager-role" },
      { name: "object" },
      { name: "webhook" },
      { name: "conversion" },
    ],
  });

  assert.deepEqual(verifyArtifacts(host, root, artifacts), [], "run npm run generate");
});

test("no version of Application loses fields of the other one: the generated round trips succeed", async () => {
  const file = fileURLToPath(new URL("../api/v1beta1/zz_generated.conversion.application.test.ts", import.meta.url));

  const { stdout } = await promisify(execFile)(process.execPath, [...conditions, "--test", file]);

  assert.match(stdout, /pass 2\n/);
});
