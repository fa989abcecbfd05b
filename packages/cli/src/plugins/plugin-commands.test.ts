// Commands with external plugins, which are scripts in these tests: their requests, and the handling of their responses.
import { mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";

import { startPluginFixture } from "./testdata/start-plugin-fixture.ts";

const createApi = ["create", "api", "--group", "shop", "--version", "v1", "--kind", "Widget", "--make=false"];

test("a plugin receives the project and the arguments, and its changes are written", async () => {
  await using fixture = await startPluginFixture();
  await fixture.init();
  await mkdir(fixture.path(".git"));
  await writeFile(fixture.path(".git/config"), "of git");
  await writeFile(fixture.path("picture"), Buffer.from([0xff, 0xd8, 0x00]));
  await symlink(fixture.outside, fixture.path("link"));
  await fixture.plugin("owners.acme.io/v1-alpha", {
    run: {
      universe: { "README.md": "changed\n", "docs/new.md": "new\n", ".gitignore": await fixture.text(".gitignore") },
    },
  });

  const words = ["--team", "@acme/shop", "--plugins=owners.acme.io/v1-alpha", "--dry-run=false"];
  expect(await fixture.kubewright("edit", ...words), fixture.errors()).toBe(0);

  const { universe, ...request } = (await fixture.request("owners.acme.io/v1-alpha")) as { readonly universe: object };
  expect(request).toMatchObject({
    apiVersion: "v1alpha1",
    command: "edit",
    args: ["--team", "@acme/shop"],
    pluginChain: ["kubewright.dev/v1", "owners.acme.io/v1-alpha"],
    config: { projectName: "shop", domain: "example.com", layout: ["kubewright.dev/v1"], version: "3" },
  });
  expect(Object.keys(universe)).toEqual(
    expect.arrayContaining(["PROJECT", "cmd/main.ts", ".github/workflows/test.yml"]),
  );
  expect(Object.keys(universe).filter((file) => /^(?:\.git\/|picture|link)/.test(file))).toEqual([]);
  expect(fixture.output()).toMatch(/\nchanged README\.md\nwrote docs\/new\.md\n$/);
  expect(await fixture.text("docs/new.md")).toBe("new\n");
});

test("the log of a plugin is printed with its name, and without control characters", async () => {
  await using fixture = await startPluginFixture();
  await fixture.init();
  await fixture.script(
    "owners/v1",
    `#!/bin/sh\nprintf 'one\\n\\033[31mtwo\\r\\n' >&2\necho '{"apiVersion":"v1alpha1"}'\n`,
  );

  expect(await fixture.kubewright("edit", "--plugins", "owners/v1")).toBe(0);

  expect(fixture.errors()).toBe("owners/v1: one\nowners/v1: \\u{1b}[31mtwo\\u{d}\n");
});

test("init runs a plugin after its own files are planned, and PROJECT records the name", async () => {
  await using fixture = await startPluginFixture();
  await fixture.plugin("owners/v1", { run: { universe: { "README.md": "theirs\n" } } });

  expect(await fixture.init("--plugins", "kubewright.dev/v1,owners/v1"), fixture.errors()).toBe(0);

  expect(await fixture.text("README.md")).toBe("theirs\n");
  expect(await fixture.text("PROJECT")).toContain("layout:\n  - kubewright.dev/v1\n  - owners/v1\n");
  expect(await fixture.request("owners/v1")).toMatchObject({ command: "init", config: { projectName: "shop" } });
});

test("create runs no plugin that only PROJECT names, and the error names both values for --plugins", async () => {
  await using fixture = await startPluginFixture();
  await fixture.plugin("owners/v1", { run: { universe: { "owners.txt": "acme\n" } } });
  await fixture.init("--plugins", "kubewright.dev/v1,owners/v1");
  await rm(`${fixture.outside}/owners/v1/request`);
  await rm(fixture.path("owners.txt"));

  for (const words of [createApi, ["create", "webhook", ...createApi.slice(2), "--defaulting"]]) {
    expect(await fixture.kubewright(...words)).toBe(1);
  }
  expect(await fixture.kubewright(...createApi, "--plugins", "kubewright.dev/v1")).toBe(0);

  expect(fixture.errors()).toBe(
    "Cannot continue without --plugins: the layout in PROJECT names owners/v1, and an external plugin runs only when you name it: expected --plugins owners/v1, or --plugins kubewright.dev/v1 to continue without it\n".repeat(
      2,
    ),
  );
  await expect(fixture.request("owners/v1")).rejects.toThrow("ENOENT");
  await expect(fixture.text("owners.txt")).rejects.toThrow("ENOENT");

  const more = ["create", "webhook", ...createApi.slice(2), "--defaulting", "--plugins", "owners/v1"];
  expect(await fixture.kubewright(...more), fixture.errors()).toBe(0);
  expect(await fixture.text("owners.txt")).toBe("acme\n");
});

test("plugins run in the given order, and each receives the changes of the plugins before it", async () => {
  await using fixture = await startPluginFixture();
  await fixture.init();
  await fixture.plugin("a/v1", { run: { universe: { "a.txt": "of a\n", "both.txt": "of a\n" } } });
  await fixture.plugin("b/v1", { run: { universe: { "both.txt": "of b\n" } } });

  expect(await fixture.kubewright(...createApi, "--plugins", "a/v1,b/v1"), fixture.errors()).toBe(0);

  expect(await fixture.request("b/v1")).toMatchObject({
    command: "create api",
    universe: { "a.txt": "of a\n", "both.txt": "of a\n", "api/v1/widget.ts": await fixture.text("api/v1/widget.ts") },
  });
  expect(await fixture.text("both.txt")).toBe("of b\n");
});

test("a plugin that fails ends the command before it has written anything", async () => {
  await using fixture = await startPluginFixture();
  await fixture.init();
  await fixture.plugin("owners/v1", { run: { error: true, errorMsgs: ["no team", "no\u001b[2K colour"] } });
  const before = await readdir(fixture.folder, { recursive: true });

  expect(await fixture.kubewright(...createApi, "--plugins", "owners/v1")).toBe(1);

  expect(fixture.errors()).toBe('Cannot use the plugin "owners/v1": no team; no\\u{1b}[2K colour\n');
  expect(await readdir(fixture.folder, { recursive: true })).toEqual(before);
});

test("--dry-run runs a plugin, and shows its changes", async () => {
  await using fixture = await startPluginFixture();
  await fixture.init();
  await fixture.plugin("owners/v1", { run: { universe: { "README.md": "theirs\n", "new.md": "new\n" } } });
  const before = await fixture.text("README.md");

  expect(await fixture.kubewright("edit", "--plugins", "owners/v1", "--dry-run")).toBe(0);

  expect(fixture.output()).toContain("+theirs\n");
  expect(fixture.output()).toContain("would write new.md\n");
  expect(await fixture.text("README.md")).toBe(before);
  expect(await fixture.request("owners/v1")).toMatchObject({ args: [] });
});

test("an existing file that was not sent is overwritten only with --force", async () => {
  await using fixture = await startPluginFixture();
  await fixture.init();
  const large = "0".repeat(1024 * 1024 + 1);
  await writeFile(fixture.path("large.txt"), large);
  await fixture.plugin("owners/v1", { run: { universe: { "large.txt": "small\n" } } });

  expect(await fixture.kubewright("edit", "--plugins", "owners/v1")).toBe(1);
  expect(fixture.errors()).toBe(
    'Cannot use the response of the plugin "owners/v1": "large.txt" exists, and it was not sent: expected a new file; --force overwrites it\n',
  );
  expect(await fixture.text("large.txt")).toBe(large);

  expect(await fixture.kubewright("edit", "--plugins", "owners/v1", "--force")).toBe(0);
  expect(await fixture.text("large.txt")).toBe("small\n");
});

test.each([
  { file: "../out.txt", message: 'the part ".."' },
  { file: "/tmp/out.txt", message: 'the part ""' },
  { file: "api/../../out.txt", message: 'the part ".."' },
  { file: "link/out.txt", message: '"link" is a symbolic link' },
  { file: "file\u0000.txt", message: "expected a path within the project" },
  { file: "C:\\out.txt", message: "expected a path within the project" },
  { file: "", message: "expected a path within the project" },
  { file: "README.md/out.txt", message: '"README.md" is not a folder' },
  { file: "cmd", message: "it exists and is not a file" },
  { file: ".git/hooks/pre-commit", message: "is in a folder that is hidden from plugins" },
  { file: "Node_Modules/.bin/tsc", message: "is in a folder that is hidden from plugins" },
  { file: "PROJECT", message: "it changes PROJECT, which only the command writes" },
])("a response with the file $file is rejected, and nothing is written", async ({ file, message }) => {
  await using fixture = await startPluginFixture();
  await fixture.init();
  await symlink(fixture.outside, fixture.path("link"));
  await fixture.plugin("owners/v1", { run: { universe: { "good.txt": "good\n", [file]: "bad\n" } } });
  const [before, outside] = await Promise.all([readdir(fixture.folder), readdir(fixture.outside)]);

  expect(await fixture.kubewright("edit", "--plugins", "owners/v1", "--force")).toBe(1);

  expect(fixture.errors()).toMatch(/^Cannot use the response of the plugin "owners\/v1": [^\n]*\n$/);
  expect(fixture.errors()).toContain(message);
  expect(await readdir(fixture.folder)).toEqual(before);
  expect(await readdir(fixture.outside)).toEqual(outside);
});

test("--plugins accepts external and built-in plugins, but not together with other changes", async () => {
  await using fixture = await startPluginFixture();
  await fixture.init();
  await fixture.plugin("owners/v1", { run: { universe: { "README.md": "theirs\n" } } });

  expect(await fixture.kubewright("edit", "--plugins", "owners/v1", "--multigroup")).toBe(1);
  expect(await fixture.kubewright("edit", "--plugins", "grafana.kubewright.dev/v1,owners/v1"), fixture.errors()).toBe(
    0,
  );

  expect(fixture.errors()).toBe("Cannot use --plugins together with other changes: run the command once for each\n");
  expect(await fixture.text("README.md")).toBe("theirs\n");
  expect(await fixture.text("PROJECT")).toContain("plugins:\n  grafana.kubewright.dev/v1: {}\n");
  expect(await fixture.text("PROJECT")).not.toContain("owners");
});

test("alpha generate omits the files of an external plugin and prints a warning", async () => {
  await using fixture = await startPluginFixture();
  await fixture.plugin("owners/v1", { run: { universe: { "owners.txt": "acme\n" } } });
  await fixture.init("--plugins", "kubewright.dev/v1,owners/v1");

  expect(await fixture.kubewright("alpha", "generate", "--output-dir", "fresh")).toBe(0);

  expect(fixture.errors()).toBe(
    "warning: owners/v1 is left out: an external plugin runs only when a command names it\n",
  );
  expect(await fixture.text("fresh/PROJECT")).toContain("  - owners/v1\n");
  await expect(fixture.text("fresh/owners.txt")).rejects.toThrow("ENOENT");
});
