// The plugin of the guide, run as in the guide. Another test compiles the code of all documents.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

import { startPluginFixture } from "./testdata/start-plugin-fixture.ts";

const guide = path.join(import.meta.dirname, "../../../../docs/guides/plugins.md");

test("the plugin of the guide adds owners, reads its flag, and reports a missing one", async () => {
  await using fixture = await startPluginFixture();
  await fixture.init();
  const [, code = ""] = /^```ts\n([^]*?)^```$/m.exec(await readFile(guide, "utf8")) ?? [];
  await mkdir(path.join(fixture.outside, "owners/v1"), { recursive: true });
  // The Node that runs this test, not the one of the machine.
  const program = code.replace("#!/usr/bin/env node", `#!${process.execPath}`);
  await writeFile(path.join(fixture.outside, "owners/v1/owners.mts"), program, { mode: 0o755 });

  expect(await fixture.kubewright("edit", "--plugins", "owners/v1")).toBe(1);
  expect(await fixture.kubewright("edit", "--plugins", "owners/v1", "--team", "@acme/shop")).toBe(0);
  expect(await fixture.kubewright("edit", "--plugins", "owners/v1", "--team", "@acme/shop")).toBe(0);
  expect(await fixture.kubewright("edit", "--plugins", "owners/v1", "--help")).toBe(0);

  expect(fixture.errors()).toBe('Cannot use the plugin "owners/v1": expected --team with the name of a team\n');
  expect(await fixture.text(".github/CODEOWNERS")).toBe("* @acme/shop\n");
  expect(fixture.output()).toContain("wrote .github/CODEOWNERS\nNothing to write: all files exist already\n");
  expect(fixture.output()).toContain("the reviewers of changes (owners/v1)");
});
