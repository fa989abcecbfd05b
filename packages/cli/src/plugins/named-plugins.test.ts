// The programs that the arguments of a command run, and the flags that they add.
import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";

import { startPluginFixture } from "./testdata/start-plugin-fixture.ts";

const flags = [
  { name: "team", type: "string", default: "", usage: "the reviewers of\nchanges" },
  { name: "loud", type: "bool", default: "false", usage: "" },
  { name: "count", type: "int", default: "1", usage: "how many" },
  { name: "part", type: "float", default: "", usage: "how much" },
  { name: "force", type: "bool", default: "true", usage: "hides ours" },
];

test("the help of a command has the flags and the description of the plugins that it names", async () => {
  await using fixture = await startPluginFixture();
  const metadata = { metadata: { description: "Keeps owners", examples: "edit --team\u001b[1m @acme/shop" } };
  await fixture.plugin("owners/v1", { flags: { flags }, metadata });

  expect(await fixture.kubewright("edit", "--plugins", "owners/v1", "--help")).toBe(0);

  const help = fixture.output().replaceAll(/\s+/g, " ");
  expect(help).toContain("--team <value> the reviewers of changes (owners/v1)");
  expect(help).toContain("--count <number> how many (owners/v1, default: 1)");
  expect(help).toContain("--loud [boolean] (owners/v1, default: false)");
  expect(help).not.toContain("hides ours");
  expect(fixture.output()).toMatch(/\nowners\/v1:\n {2}Keeps owners\n\n {2}edit --team\\u\{1b\}\[1m @acme\/shop\n/);
});

test.each([
  { words: ["--team"], message: "error: option '--team <value>' argument missing" },
  { words: ["--teem", "a"], message: "error: unknown option '--teem'" },
  { words: ["--count", "1.5"], message: "Expected a whole number." },
  { words: ["--part", "much"], message: "Expected a number." },
  { words: ["--loud=maybe"], message: "Expected true or false." },
])("invalid flags $words of a plugin are rejected before it runs: $message", async ({ words, message }) => {
  await using fixture = await startPluginFixture();
  await fixture.init();
  await fixture.plugin("owners/v1", { flags: { flags } });

  expect(await fixture.kubewright("edit", "--plugins", "owners/v1", ...words)).toBe(2);

  expect(fixture.errors()).toContain(message);
  await expect(fixture.request("owners/v1")).rejects.toThrow("ENOENT");
});

test("a plugin that does not declare its flags receives all arguments", async () => {
  await using fixture = await startPluginFixture();
  await fixture.init();
  await fixture.plugin("owners/v1", {});

  const words = ["--any", "thing", "--plugins", "owners/v1", "--loud", "-x"];
  expect(await fixture.kubewright("edit", ...words), fixture.errors()).toBe(0);

  expect(await fixture.request("owners/v1")).toMatchObject({ args: ["--any", "thing", "--loud", "-x"] });
});

test.each([
  {
    name: "other/v1",
    message:
      /^Cannot use --plugins: "other\/v1" is not in ".*", which has mine\/v1, owners\/v1: expected a program "other\/v1\/other"\n$/,
  },
  { name: "owners/v2", message: /which has mine\/v1, owners\/v1: expected a program "owners\/v2\/owners"/ },
  { name: "mine/v1", message: /mine\/v1\/mine" is not executable: run chmod \+x on it/ },
  {
    name: "owners",
    message: /^Cannot use --plugins: "owners": expected a name and a version such as owners\.acme\.io\/v1/,
  },
  { name: "../owners/v1", message: /: expected a name and a version/ },
  { name: "a..b/v1", message: /: expected a name and a version/ },
  { name: "owners/v1/../v1", message: /: expected a name and a version/ },
  { name: "/bin/sh", message: /: expected a name and a version/ },
  { name: "owners/v1,", message: /^Cannot use --plugins: "": expected a name and a version/ },
  {
    name: "no.kubewright.dev/v1",
    message: /^Cannot use --plugins: "no\.kubewright\.dev\/v1" is unknown: expected .*grafana\.kubewright\.dev\/v1 or /,
  },
])("the name $name is rejected, and nothing runs", async ({ name, message }) => {
  await using fixture = await startPluginFixture();
  await fixture.init();
  await fixture.plugin("owners/v1", {});
  await fixture.plugin("no.kubewright.dev/v1", {});
  await fixture.script("mine/v1", "#!/bin/sh\n", 0o644);
  const before = await readdir(fixture.outside, { recursive: true });

  expect(await fixture.kubewright("edit", "--plugins", name)).toBe(1);

  expect(fixture.errors()).toMatch(message);
  expect(await readdir(fixture.outside, { recursive: true })).toEqual(before);
});

test("a missing folder of plugins has no plugins", async () => {
  await using fixture = await startPluginFixture();

  expect(await fixture.kubewright("edit", "--plugins", "owners/v1")).toBe(1);

  expect(fixture.errors()).toContain("which has no plugins: expected a program");
});

test("kubewright plugins and completion list plugins, and run none of them", async () => {
  await using fixture = await startPluginFixture();
  await fixture.script("owners/v1", "#!/bin/sh\ntouch ran\n");
  await fixture.script("not-a-program/v1", "", 0o644);

  expect(await fixture.kubewright("plugins")).toBe(0);
  expect(await fixture.kubewright("__complete", "edit", "--plugins", "owners/v1", "--te")).toBe(0);

  expect(fixture.output()).toMatch(/^kubewright\.dev\/v1 +built in, for init/);
  expect(fixture.output()).toMatch(/^helm\.kubewright\.dev\/v1 +built in, for edit; needs @kubewright\/helm$/m);
  expect(fixture.output()).toContain(`  ${fixture.outside}/owners/v1/owners\n`);
  expect(fixture.output()).toContain(`\nExternal plugins are programs: ${fixture.outside}/<name>/<version>/<name>\n`);
  expect(await readdir(fixture.folder)).toEqual([]);
});
