import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { versions } from "./versions.ts";

test("scaffolded projects have the versions of this repository", () => {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../../../../package.json", import.meta.url), "utf8"));

  expect(manifest).toMatchObject({ devDependencies: versions });
});
