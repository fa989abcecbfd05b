// Plugins that do not respond correctly.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";

import { runPlugin } from "./run-plugin.ts";

const answer = '{"apiVersion":"v1alpha1"}';
const unusable = 'Cannot use the response of the plugin "owners/v1": ';
const failed = 'Cannot run the plugin "owners/v1": ';

test.each([
  { body: "exit 3", message: `${failed}its exit code is 3: expected 0` },
  { body: "kill -TERM $$", message: `${failed}it was killed by SIGTERM` },
  { body: "head -c 70000000 /dev/zero", message: `${failed}its response is larger than 64 MiB` },
  { body: "exec sleep 600", message: `${failed}it took longer than 0.2 s` },
  { body: "", message: `${unusable}it is empty: expected one JSON object on standard output, and nothing else` },
  { body: `echo logging; echo '${answer}'`, message: `${unusable}it begins with "logging\\n{` },
  { body: "printf '\\033[2J'", message: `${unusable}it begins with "\\u001b[2J"` },
  { body: "echo '[]'", message: `${unusable}it is not an object` },
  { body: "echo '{}'", message: `${unusable}its apiVersion is missing: expected "v1alpha1"` },
  { body: `echo '{"apiVersion":"v1"}'`, message: `${unusable}its apiVersion is "v1": expected "v1alpha1"` },
  { body: `echo '{"apiVersion":"v1alpha1","universe":[]}'`, message: `${unusable}its universe is not an object` },
  {
    body: `echo '{"apiVersion":"v1alpha1","universe":{"a":1}}'`,
    message: `${unusable}"a" of its universe is not a string`,
  },
  {
    body: `echo '{"apiVersion":"v1alpha1","flags":[{"name":"a b"}]}'`,
    message: `${unusable}a flag has the name "a b": expected letters, digits and -`,
  },
  {
    body: `echo '{"apiVersion":"v1alpha1","error":true}'`,
    message: 'Cannot use the plugin "owners/v1": it failed without a message',
  },
])("the program $body is an error: $message", async ({ body, message }) => {
  await using plugins = await pluginsFolder();
  await plugins.script("owners/v1", `#!/bin/sh\n${body}\n`);

  await expect(ask(plugins, { limitMs: body.includes("sleep") ? 200 : 30_000 })).rejects.toThrow(message);
});

test("the error about a script with a missing interpreter names its path", async () => {
  await using plugins = await pluginsFolder();
  await plugins.script("owners/v1", "#!/no/such/interpreter\n");

  await expect(ask(plugins)).rejects.toThrow(
    `${failed}"${plugins.folder}/owners/v1/owners", or the interpreter in its first line, does not exist`,
  );
});

test("a program may ignore its request, and its log lines are printed with its name", async () => {
  await using plugins = await pluginsFolder();
  await plugins.script("owners/v1", `#!/bin/sh\nprintf 'one\\n\\033[31mtwo\\r\\n' >&2\necho '${answer}'\n`);
  const logged: string[] = [];

  const answered = await ask(plugins, { universe: new Map([["large", "0".repeat(1_000_000)]]), logged });

  expect(answered.universe.size).toBe(0);
  expect(logged).toEqual(["owners/v1: one\n", "owners/v1: \u001b[31mtwo\r\n"]);
});

test("a response may have the capitalization of Go programs", async () => {
  await using plugins = await pluginsFolder();
  const inGo = {
    apiVersion: "v1alpha1",
    universe: null,
    metadata: { Description: "what it is", Examples: "" },
    flags: [{ Name: "team", Type: "int", Default: "1", Usage: "whom" }],
  };
  await plugins.script("owners/v1", `#!/bin/sh\necho '${JSON.stringify(inGo)}'\n`);

  expect(await ask(plugins)).toEqual({
    universe: new Map(),
    description: "what it is",
    examples: "",
    flags: [{ name: "team", type: "int", defaultText: "1", usage: "whom" }],
  });
});

interface Asked {
  readonly limitMs?: number;
  readonly universe?: ReadonlyMap<string, string>;
  readonly logged?: string[];
}

function ask(
  { folder }: { readonly folder: string },
  { limitMs = 30_000, universe = new Map(), logged = [] }: Asked = {},
) {
  const host = { cwd: folder, env: { PATH: "/usr/bin:/bin" }, err: (text: string) => void logged.push(text) };
  const plugin = { name: "owners/v1", path: `${folder}/owners/v1/owners` };
  return runPlugin(plugin, { command: "edit", args: [], universe }, host, { limitMs });
}

/** A folder for plugins, whose name has special characters of a shell. */
async function pluginsFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright plugins; $(touch gone) "));
  return {
    folder,
    async script(name: string, text: string) {
      await mkdir(path.join(folder, name), { recursive: true });
      await writeFile(path.join(folder, name, path.dirname(name)), text, { mode: 0o755 });
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
