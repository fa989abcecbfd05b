// The arguments that crd-diff passes to git, and those that it rejects.
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

import { startFixture } from "../testdata/command-fixture.ts";
import { before, inherited, repository } from "../testdata/crd-diff-fixture.ts";

test("crd-diff rejects options, paths and commands as a revision", async () => {
  await using fixture = await startFixture();
  await repository(fixture);

  for (const revision of [
    "--output=stolen",
    "-q",
    "main:config",
    "main..main",
    "main^{/x}",
    "a b",
    "main\n",
    "*",
    "@{-1} ",
  ]) {
    expect(await fixture.run(["crd-diff", "config/crd/bases", `--against=${revision}`], inherited())).toBe(1);
  }
  for (const revision of ["$(touch stolen)", "`touch stolen`", ";touch", "unheard-of"]) {
    expect(await fixture.run(["crd-diff", "config/crd/bases", `--against=${revision}`], inherited())).toBe(1);
  }

  const errors = fixture.errors().trim().split("\n");
  expect(errors.filter((line) => line.includes("expected a branch, a tag or a commit")).length).toBeGreaterThanOrEqual(
    9,
  );
  expect(fixture.errors()).toContain('--against is "unheard-of": the repository has no such branch, tag or commit');
  expect(existsSync(path.join(fixture.folder, "stolen"))).toBe(false);
});

test("crd-diff reports a revision without CRDs", async () => {
  await using fixture = await startFixture();
  await repository(fixture);

  expect(await fixture.run(["crd-diff", "config/crd/bases", "--against", "main", "--path", "crds"], inherited())).toBe(
    1,
  );
  expect(fixture.errors()).toContain('Cannot compare with "main": it has no CRDs in "crds"');
});

test("crd-diff prints no changes if nothing has changed", async () => {
  await using fixture = await startFixture();
  await repository(fixture);
  await writeFile(path.join(fixture.folder, "same.yaml"), before);

  expect(
    await fixture.run(["crd-diff", "same.yaml", "--against", "HEAD", "--path", "config/crd/bases"], inherited()),
  ).toBe(0);
  expect(fixture.output()).toBe('Since "HEAD": no changes\n');
});
