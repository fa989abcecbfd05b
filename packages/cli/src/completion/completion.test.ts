import { execFile } from "node:child_process";
import { chmod, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startFixture } from "../testdata/command-fixture.ts";

test.each([
  { words: ["cl"], found: ["cluster"] },
  { words: ["create", "a"], found: ["api"] },
  { words: ["create", "api", "--cont"], found: ["--controller", "--controller-name"] },
  { words: ["create", "api", "--controller="], found: ["--controller=false", "--controller=true"] },
  { words: ["init", "--license", ""], found: ["apache2", "copyright", "none"] },
  { words: ["completion", "z"], found: ["zsh"] },
  { words: ["apply", "-f", ""], found: [] },
  { words: ["__"], found: [] },
])("__complete gives for $words: $found", async ({ words, found }) => {
  await using fixture = await startFixture();

  expect(await fixture.run(["__complete", "--", ...words])).toBe(0);
  expect(fixture.output().split("\n").filter(Boolean)).toEqual(found);
});

test("the script for bash completes the word at the cursor with the command", async () => {
  await using fixture = await startFixture();
  await fixture.run(["completion", "bash"]);
  const command = path.join(fixture.folder, "kubewright");
  await writeFile(command, '#!/bin/sh\nprintf "%s\\n" "$#" "$@"\n');
  await chmod(command, 0o755);
  const asked =
    'COMP_WORDS=(kubewright create "a b" "" rest) COMP_CWORD=3; _kubewright; printf "%s|" "${COMPREPLY[@]}"';

  const { stdout } = await promisify(execFile)("bash", ["-c", `${fixture.output()}\n${asked}`], {
    env: { PATH: `${fixture.folder}:/usr/bin:/bin` },
  });

  expect(stdout).toMatch(/^5\|__complete\|--\|create\|a b\|/);
});

test.each(["zsh", "fish", "powershell"])("there is a script for %s", async (shell) => {
  await using fixture = await startFixture();

  expect(await fixture.run(["completion", shell])).toBe(0);
  expect(fixture.output()).toContain("kubewright __complete -- ");
});

test("completion rejects an unknown shell and lists the known ones", async () => {
  await using fixture = await startFixture();

  expect(await fixture.run(["completion", "tcsh"])).toBe(2);
  expect(fixture.errors()).toContain("Allowed choices are bash, zsh, fish, powershell");
});
