import assert from "node:assert/strict";
import { test } from "vitest";

import { devcontainerFiles } from "./devcontainer-files.ts";

const files = devcontainerFiles({ version: "3", layout: [], projectName: "demo", resources: [] });

test("the container has Docker, kubectl and the project's name, and runs the installation script", () => {
  const settings = JSON.parse(files[0]?.content ?? "") as Record<string, unknown>;

  assert.equal(settings["name"], "demo");
  assert.deepEqual(Object.keys(settings["features"] ?? {}), [
    "ghcr.io/devcontainers/features/docker-in-docker:2",
    "ghcr.io/devcontainers/features/kubectl-helm-minikube:1",
  ]);
  assert.equal(settings["onCreateCommand"], `bash ${files[1]?.path}`);
});

test("downloads are verified before they are installed", () => {
  const script = files[1]?.content ?? "";

  assert.equal(files[1]?.executable, true);
  assert.ok(script.indexOf("sha256sum --check") < script.indexOf("sudo install"));
});
