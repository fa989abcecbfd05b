// What crd-diff asks git for, and what it never lets reach git.
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

import { startWorld } from "../testdata/command-world.ts";
import { before, inherited, repository } from "../testdata/crd-diff-world.ts";

test("crd-diff takes no revision for an option, a path or a command", async () => {
  await using world = await startWorld();
  await repository(world);

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
    expect(await world.run(["crd-diff", "config/crd/bases", `--against=${revision}`], inherited())).toBe(1);
  }
  for (const revision of ["$(touch stolen)", "`touch stolen`", ";touch", "unheard-of"]) {
    expect(await world.run(["crd-diff", "config/crd/bases", `--against=${revision}`], inherited())).toBe(1);
  }

  const errors = world.errors().trim().split("\n");
  expect(errors.filter((line) => line.includes("expected a branch, a tag or a commit")).length).toBeGreaterThanOrEqual(
    9,
  );
  expect(world.errors()).toContain('--against is "unheard-of": git knows no such branch, tag or commit here');
  expect(existsSync(path.join(world.folder, "stolen"))).toBe(false);
});

test("crd-diff says what a revision lacks", async () => {
  await using world = await startWorld();
  await repository(world);

  expect(await world.run(["crd-diff", "config/crd/bases", "--against", "main", "--path", "crds"], inherited())).toBe(1);
  expect(world.errors()).toContain('Cannot compare with "main": it has no CRDs in "crds"');
});

test("crd-diff finds nothing when nothing has changed", async () => {
  await using world = await startWorld();
  await repository(world);
  await writeFile(path.join(world.folder, "same.yaml"), before);

  expect(
    await world.run(["crd-diff", "same.yaml", "--against", "HEAD", "--path", "config/crd/bases"], inherited()),
  ).toBe(0);
  expect(world.output()).toBe('Since "HEAD": no changes\n');
});
