/** A small scaffolded project: a kind with two versions, a default, a validation and a conversion. */
import { readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { openTerminal, repository } from "./terminal.ts";
import type { Terminal } from "./terminal.ts";

/** Scaffolds the project `shop` with the command, and resolves with its terminal. The packages are those of this repository. */
export async function startWidgetProject(): Promise<Terminal> {
  await using resources = new AsyncDisposableStack();
  const terminal = resources.use(await openTerminal("shop"));
  const kubewright = (words: string): Promise<string> => terminal.run("kubewright", ...words.split(" "));
  const change = async (file: string, from: string, to: string): Promise<void> => {
    const at = path.join(terminal.folder, file);
    const text = await readFile(at, "utf8");
    if (!text.includes(from)) throw new Error(`Cannot change ${file}: expected in it: ${from}`);
    await writeFile(at, text.replace(from, to));
  };

  await kubewright("init --domain example.com --fetch-deps=false");
  await symlink(path.join(repository, "node_modules"), path.join(terminal.folder, "node_modules"));
  const widget = "--group shop --kind Widget --make=false";
  await kubewright(`create api ${widget} --version v1 --resource --controller`);
  await kubewright(`create webhook ${widget} --version v1 --defaulting --programmatic-validation`);
  await kubewright(`create api ${widget} --version v2 --resource --controller=false`);
  await kubewright(`create webhook ${widget} --version v1 --conversion --spoke v2`);

  const webhook = "internal/webhook/v1/widget-webhook.ts";
  await change(webhook, "return object; //", 'return { ...object, spec: { foo: "usual", ...object.spec } }; //');
  await change(webhook, "_object: Widget", "object: Widget");
  await change(
    webhook,
    "return undefined; //",
    'return object.spec.foo === "odd" ? "foo must be even" : undefined; //',
  );
  await change("api/v2/widget.ts", "foo?: string", "bar?: string");
  const conversion = `{
  toHub: { spec: ({ bar }) => ({ foo: bar }) },
  fromHub: { spec: ({ foo }) => ({ bar: foo }) },
}`;
  await change("api/v2/widget-conversion.ts", "{ toHub: {}, fromHub: {} }", conversion);
  // As after npm install, which make would run if package.json were newer.
  await terminal.run("touch", "node_modules");
  resources.move();
  return terminal;
}
