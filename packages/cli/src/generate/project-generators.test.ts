// The list of generators in package.json: a run without generators takes all of them, so --verify misses no file of the project.
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
    "Generated files are outdated: api/v1/zz_generated.defaults.thing.ts, api/v1/zz_generated.thing.ts, config/crd/bases/example.dev_things.yaml: run the same command without --verify\n",
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

test("generate of one generator takes its options from the project, and judges no file of others", async () => {
  await using project = await startSmallProject();
  await project.write("package.json", manifest.replace('"crd"', '"crd:maxDescLen=0"'));
  await project.run(["generate"]);
  await project.write("api/v1/thing.ts", thingSource("/** @default 3 */ readonly size?: Int32;"));
  await project.run(["generate", "crd"]);

  const code = await project.run(["generate", "crd", "--verify"]);

  expect(code).toBe(0);
  expect(project.output()).toContain("1 generated file is up to date\n");
});
