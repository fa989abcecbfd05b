// What a program may do instead of answering.
import { expect, test } from "vitest";

import { startPluginFixture } from "./testdata/start-plugin-fixture.ts";
import { runPlugin } from "./run-plugin.ts";

const answer = '{"apiVersion":"v1alpha1"}';
const unusable = 'Cannot use the answer of the plugin "owners/v1": ';
const failed = 'Cannot run the plugin "owners/v1": ';

test.each([
  { body: "exit 3", message: `${failed}it ended with 3: expected 0` },
  { body: "kill -TERM $$", message: `${failed}it was ended by SIGTERM` },
  { body: "head -c 70000000 /dev/zero", message: `${failed}it answers more than 64 MiB` },
  { body: "exec sleep 600", message: `${failed}it took longer than 0.2 s` },
  { body: "", message: `${unusable}it is empty: expected one JSON object on standard output, and nothing else` },
  { body: `echo logging; echo '${answer}'`, message: `${unusable}it begins with "logging\\n{` },
  { body: "printf '\\033[2J'", message: `${unusable}it begins with "\\u001b[2J"` },
  { body: "echo '[]'", message: `${unusable}it is no object` },
  { body: "echo '{}'", message: `${unusable}its apiVersion is not there: expected "v1alpha1"` },
  { body: `echo '{"apiVersion":"v1"}'`, message: `${unusable}its apiVersion is "v1": expected "v1alpha1"` },
  { body: `echo '{"apiVersion":"v1alpha1","universe":[]}'`, message: `${unusable}its universe is no object` },
  { body: `echo '{"apiVersion":"v1alpha1","universe":{"a":1}}'`, message: `${unusable}"a" of its universe is no text` },
  {
    body: `echo '{"apiVersion":"v1alpha1","flags":[{"name":"a b"}]}'`,
    message: `${unusable}a flag is called "a b": expected letters, digits and -`,
  },
  {
    body: `echo '{"apiVersion":"v1alpha1","error":true}'`,
    message: 'Cannot use the plugin "owners/v1": it failed, and does not say why',
  },
])("a program that does $body is told of: $message", async ({ body, message }) => {
  await using fixture = await startPluginFixture();
  await fixture.script("owners/v1", `#!/bin/sh\n${body}\n`);

  await expect(ask(fixture, { limitMs: body.includes("sleep") ? 200 : 30_000 })).rejects.toThrow(message);
});

test("a program whose first line names what is not there is told of with its path", async () => {
  await using fixture = await startPluginFixture();
  await fixture.script("owners/v1", "#!/no/such/interpreter\n");

  await expect(ask(fixture)).rejects.toThrow(
    `${failed}"${fixture.outside}/owners/v1/owners", or what its first line says that it is run by, is not there`,
  );
});

test("a program may leave its request unread, and what it logs is shown as text with its name", async () => {
  await using fixture = await startPluginFixture();
  await fixture.script("owners/v1", `#!/bin/sh\nprintf 'one\\n\\033[31mtwo\\r\\n' >&2\necho '${answer}'\n`);
  const logged: string[] = [];

  const answered = await ask(fixture, { universe: new Map([["large", "0".repeat(1_000_000)]]), logged });

  expect(answered.universe.size).toBe(0);
  expect(logged).toEqual(["owners/v1: one\n", "owners/v1: \\u{1b}[31mtwo\\u{d}\n"]);
});

test("an answer may be written as programs in Go write it", async () => {
  await using fixture = await startPluginFixture();
  const inGo = {
    apiVersion: "v1alpha1",
    universe: null,
    metadata: { Description: "what it is", Examples: "" },
    flags: [{ Name: "team", Type: "int", Default: "1", Usage: "whom" }],
  };
  await fixture.script("owners/v1", `#!/bin/sh\necho '${JSON.stringify(inGo)}'\n`);

  expect(await ask(fixture)).toEqual({
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
  { folder, outside }: { readonly folder: string; readonly outside: string },
  { limitMs = 30_000, universe = new Map(), logged = [] }: Asked = {},
) {
  const io = { cwd: folder, env: { PATH: "/usr/bin:/bin" }, err: (text: string) => void logged.push(text) };
  const plugin = { name: "owners/v1", path: `${outside}/owners/v1/owners` };
  return runPlugin(plugin, { command: "edit", args: [], universe }, { io, limitMs });
}
