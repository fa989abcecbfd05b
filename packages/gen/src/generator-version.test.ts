import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "vitest";

import { generatorVersion } from "./generator-version.ts";

test("generatorVersion is the version of the package", () => {
  const { version } = JSON.parse(readFileSync(`${import.meta.dirname}/../package.json`, "utf8")) as {
    readonly version: string;
  };

  assert.equal(generatorVersion, `v${version}`);
});
