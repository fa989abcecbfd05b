// The list of generators in package.json: a run without generators uses all of them, so that --verify checks every file of the project.
import { rm } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

import { startSmallProject, thingSource } from "../testdata/dev-fixture.ts";

const manifest = JSON.stringify({ kubewright: { generate: ["crd", "object", "defaulter", "paths=./api/..."] } });

test("generate --verify covers all generators of the project", async () => {
  await using project = await startSmallProject();
  await project.write("package.json", manifest);
  await project.run(["generate"]);
  await project.write("api/v1/thing.ts", thingSource("/** @default 3 */ readonly size?: Int32;"));

  const code = await project.run(["generate", "--verify"]);

  expect(code).toBe(1);
  expect(project.errors()).toBe(
    "Generated files are outdated: api/v1/zz_generated.defaults.thing.ts, api/v1/zz_generated.thing.ts, config/crd/bases/example.dev_things.yaml: run the same command without --verify\nFor the cause and what to do: npx kubewright troubleshoot outdated-files\n",
  );
});

test("generate --verify fails for orphaned outputs, and generate names them", async () => {
  await using project = await startSmallProject();
  await project.write("package.json", manifest);
  await project.write("api/v1/other.ts", thingSource("").replaceAll("Thing", "Other"));
  await project.run(["generate"]);
  await rm(path.join(project.folder, "api/v1/other.ts"));

  const codes = [await project.run(["generate", "--verify"]), await project.run(["generate"])];

  expect(codes).toEqual([1, 0]);
  expect(project.errors()).toBe(
    "Generated files are orphaned: api/v1/zz_generated.other.ts, config/crd/bases/example.dev_others.yaml: delete them\n" +
      ["api/v1/zz_generated.other.ts", "config/crd/bases/example.dev_others.yaml"]
        .map((file) => `warning: no generator writes ${file} any more: delete it\n`)
        .join(""),
  );
});

test("generate --verify fails for the outputs of generators that were removed from the list", async () => {
  await using project = await startSmallProject();
  const markers = `/**
 * @groupName=example.dev
 * @versionName=v1
 * @kubebuilder:rbac:groups="",resources=pods,verbs=get
 * @kubebuilder:webhook:path=/mutate,mutating=true,failurePolicy=fail,timeoutSeconds=5,sideEffects=None,groups=example.dev,resources=things,verbs=create,versions=v1,name=things.example.dev,admissionReviewVersions=v1
 */
export {};
`;
  await project.write("api/v1/groupversion-info.ts", markers);
  await project.write(
    "package.json",
    JSON.stringify({ kubewright: { generate: ["crd", "rbac", "webhook", "object"] } }),
  );
  await project.run(["generate"]);
  await project.write("package.json", JSON.stringify({ kubewright: { generate: ["rbac", "object"] } }));
  await project.write("api/v1/groupversion-info.ts", markers.replace(/^ \* @kubebuilder:rbac.*\n/m, ""));

  const code = await project.run(["generate", "--verify"]);

  expect(code).toBe(1);
  expect(project.errors()).toBe(
    "Generated files are orphaned: config/crd/bases/example.dev_things.yaml, config/rbac/role.yaml, config/webhook/manifests.yaml: delete them\n",
  );
});

test("generate --manifests runs the generators of manifests in the list, and names orphaned manifests", async () => {
  await using project = await startSmallProject();
  await project.write("package.json", manifest.replace('"crd"', '"crd:maxDescLen=0"'));
  await project.write("api/v1/other.ts", thingSource("").replaceAll("Thing", "Other"));
  await project.run(["generate", "--manifests"]);
  await rm(path.join(project.folder, "api/v1/other.ts"));

  const code = await project.run(["generate", "--manifests", "--verify"]);

  expect(code).toBe(1);
  expect(project.output()).toBe(
    "wrote config/crd/bases/example.dev_others.yaml\nwrote config/crd/bases/example.dev_things.yaml\n",
  );
  expect(project.errors()).toBe(
    "Generated files are orphaned: config/crd/bases/example.dev_others.yaml: delete them\n",
  );
});

test("generate --manifests writes nothing if the list has no generator of manifests", async () => {
  await using project = await startSmallProject();
  await project.write("package.json", manifest.replace('"crd",', ""));

  const codes = [
    await project.run(["generate", "--manifests"]),
    await project.run(["generate", "rbac", "--manifests"]),
  ];

  expect(codes).toEqual([0, 1]);
  expect(project.output()).toBe("nothing to generate: the list in package.json has no generator of manifests\n");
  expect(project.errors()).toBe(
    'Cannot generate: --manifests selects the generators itself, and the arguments name "rbac": use one of them\n',
  );
});

test("generate fails for a package.json that is not JSON, and names the file and the cause", async () => {
  await using project = await startSmallProject();
  await project.write("package.json", "{\n<<<<<<< HEAD\n");

  const code = await project.run(["generate", "--verify"]);

  expect(code).toBe(1);
  expect(project.errors()).toMatch(/^Cannot read ".*\/package\.json": it is not valid JSON: .*line 2 column 1.*\n$/);
});

test("generate of one generator takes its options from the project, and verifies only its own files", async () => {
  await using project = await startSmallProject();
  await project.write("package.json", manifest.replace('"crd"', '"crd:maxDescLen=0"'));
  await project.run(["generate"]);
  await project.write("api/v1/thing.ts", thingSource("/** @default 3 */ readonly size?: Int32;"));
  await project.run(["generate", "crd"]);

  const code = await project.run(["generate", "crd", "--verify"]);

  expect(code).toBe(0);
  expect(project.output()).toContain("1 generated file is up to date\n");
});
