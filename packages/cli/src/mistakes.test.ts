// Common mistakes with all commands: each error names the invalid value and has no stack trace.
import { mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

import { startFixture } from "./testdata/command-fixture.ts";
import type { CommandFixture } from "./testdata/command-fixture.ts";
import { programFor } from "./program.ts";

const repository = fileURLToPath(new URL("../../../", import.meta.url));

/** A command, and the text that its error must contain. */
type Mistake = readonly [command: string, named: string];

const outside: readonly Mistake[] = [
  ["generate paths=./nowhere/...", '"./nowhere/..."'],
  ["generate paths=./dangling", '"./dangling"'],
  ["generate paths=./loop/...", "/loop"],
  ["generate --watch paths=./nowhere/...", "/loop"],
  ["generate paths=./good/... schemapatch:manifests=nowhere", '"nowhere"'],
  ["generate paths=./good/... schemapatch:manifests=file.txt", '"file.txt"'],
  ["generate paths=./good/... schemapatch:manifests=.", "broken.yaml:1:5"],
  ["generate --root nowhere", "nowhere"],
  ["generate --root file.txt", "file.txt"],
  ["generate --root good --output package.json", "package.json"],
  ["generate --root good --output ../outside", '"../outside"'],
  ["generate --root good crd output:crd:dir=/outside", '"/outside"'],
  ["generate --root good --header-file nowhere", '"nowhere"'],
  ["generate --root good --header-file api", '"api"'],
  ["generate crd:maxDescLen=x", '"x"'],
  ["generate crds", '"crds"'],
  ["init", "binary.yaml"],
  ["init --force --license-file nowhere", '"nowhere"'],
  ["init --force --license-file good", '"good"'],
  ["init --force --domain A_b", '"A_b"'],
  ["init --force --plugins x", '"x"'],
  ["init --license gpl", "'gpl'"],
  ["create api --version v1 --kind A", "PROJECT does not exist"],
  ["create webhook --version v1 --kind A --defaulting", "PROJECT does not exist"],
  ["edit --multigroup", "PROJECT does not exist"],
  ["alpha generate --output-dir x", "PROJECT does not exist"],
  ["alpha generate --output-dir x --input-dir nowhere", "nowhere"],
  ["alpha generate --output-dir x --input-dir file.txt", "file.txt"],
  ["alpha generate --output-dir x --input-dir broken-project", "PROJECT: line 1"],
  ["alpha generate --output-dir x --input-dir listed-project", '["a"]'],
  ["alpha generate --output-dir x --input-dir binary-project", '"PROJECT"'],
  ["alpha generate --output-dir file.txt --input-dir good", "file.txt"],
  ["alpha generate --output-dir dangling --input-dir good", "dangling"],
  ["alpha generate --output-dir good --input-dir good", '"good"'],
  ["alpha update", "not in a git repository"],
  ["troubleshoot nothing", '"nothing"'],
  ["import", "no source"],
  ["import nowhere", '"nowhere"'],
  ["import dangling", '"dangling"'],
  ["import broken.yaml", '"broken.yaml"'],
  ["import broken.json", '"broken.json"'],
  ["import binary.yaml", '"binary.yaml"'],
  ["import empty.yaml", '"empty.yaml"'],
  ["import bad-crd.yaml", '"bad-crd.yaml": Cannot read the CRD: metadata.name is 5'],
  ["import ftp://x", '"ftp://x"'],
  ["import https://127.0.0.1:1/x", "https://127.0.0.1:1"],
  ["import crd.yaml --output file.txt", "file.txt"],
  ["import crd.yaml --output dangling", "dangling"],
  ["import crd.yaml --output loop", "loop"],
  ["import crd.yaml --only x", '"x"'],
  ["import --cluster --kubeconfig unreachable", "https://127.0.0.1:1"],
  ["import --cluster --kubeconfig no-address", '"not an address"'],
  ["import --cluster --kubeconfig nowhere", "nowhere"],
  ["import --cluster --kubeconfig good", "good"],
  ["import --cluster --kubeconfig broken.yaml", "broken.yaml"],
  ["crd-diff", "--against"],
  ["crd-diff nowhere --with crd.yaml", '"nowhere"'],
  ["crd-diff crd.yaml --with nowhere", '"nowhere"'],
  ["crd-diff crd.yaml --with bad-crd.yaml", '"bad-crd.yaml"'],
  ["crd-diff crd.yaml --against nothing", '"nothing"'],
  ["crd-diff crd.yaml --against nothing --root nowhere", 'nowhere"'],
  ["crd-diff crd.yaml --against nothing --root file.txt", 'file.txt"'],
  ["crd-diff crd.yaml --with crd.yaml --accepted broken.yaml", '"broken.yaml"'],
  ["crd-diff crd.yaml --with crd.yaml --accepted good", '"good"'],
  ["crd-diff crd.yaml --with crd.yaml --allow x", '"x"'],
  ["crd-diff crd.yaml --with crd.yaml --output x", '"x"'],
  ["crd-diff crd.yaml --cluster --kubeconfig unreachable", "https://127.0.0.1:1"],
  ["crd-diff --with crd.yaml --generate crd paths=./nowhere/...", '"./nowhere/..."'],
  ["apply", "--filename"],
  ["apply -f nowhere --kubeconfig unreachable", '"nowhere"'],
  ["apply -f loop --kubeconfig unreachable", '"loop"'],
  ["apply -f empty.yaml --kubeconfig unreachable", "empty.yaml"],
  ["apply -f list.yaml --kubeconfig unreachable", '"list.yaml"'],
  ["apply -f broken.yaml --kubeconfig unreachable", '"broken.yaml"'],
  ["apply -f crd.yaml --kubeconfig unreachable", "https://127.0.0.1:1"],
  ["apply -f crd.yaml --kubeconfig unreachable --context x", '"x"'],
  ["delete -f nowhere --kubeconfig unreachable", '"nowhere"'],
  ["delete -f crd.yaml --kubeconfig unreachable", "https://127.0.0.1:1"],
  ["delete -f crd.yaml --kubeconfig no-address", '"not an address"'],
  ["dev --root nowhere", "nowhere"],
  ["dev --root file.txt", "file.txt"],
  ["dev --root good --main api", "api does not exist"],
  ["dev --root good --port 1x", '"1x"'],
  ["dev --root good --kubeconfig file.txt", "file.txt"],
  ["dev --root good --kubeconfig file.txt/x", "file.txt/x"],
  ["dev --root good --data file.txt", "file.txt"],
  ["dev --root good --data dangling", "dangling"],
  ["dev --root good --enable-admission-plugins x", '"x"'],
  ["dev --root good --context c --disable-admission-plugins PodSecurity", "--disable-admission-plugins applies only"],
  ["cluster --port 70000", '"70000"'],
  [
    "cluster --enable-admission-plugins LimitRanger,x",
    'admission plugin "x": it is unknown, must be one of "AlwaysAdmit"',
  ],
  ["cluster --disable-admission-plugins x", '"x"'],
  ["cluster --enable-admission-plugins ImagePolicyWebhook", '"ImagePolicyWebhook": this server lacks it'],
  [
    "cluster --enable-admission-plugins PodSecurity --disable-admission-plugins PodSecurity",
    '--enable-admission-plugins and --disable-admission-plugins name "PodSecurity"',
  ],
  ["cluster --controllers x", '"x"'],
  ["cluster --crds nowhere", "nowhere"],
  ["cluster --crds broken.yaml", "broken.yaml"],
  ["cluster --crds bad-crd.yaml", "metadata.name of CustomResourceDefinition is 5"],
  ["cluster --controllers none --data file.txt", "file.txt"],
  ["cluster --controllers none --data loop", "loop"],
  ["cluster --controllers none --kubeconfig file.txt/x", "file.txt/x"],
  ["cluster --controllers none --kubeconfig loop", "loop"],
  ["cluster --wait --timeout soon", '--timeout is "soon"'],
  ["cluster status", '.kubewright/kubeconfig" does not exist'],
  ["cluster status --kubeconfig file.txt", 'file.txt" is not the kubeconfig of kubewright cluster'],
  ["cluster stop --timeout soon", '--timeout is "soon"'],
  ["dev --root good --inspect x", '--inspect is "x"'],
  ["doctor --output yaml", "'yaml' is invalid"],
  ["envtest use x.y", '"x.y"'],
  ["envtest use 1.30.0 --os a-b", '"a-b"'],
  ["envtest use 1.30.0 -i --bin-dir file.txt", "file.txt"],
  ["envtest use 1.30.0 --bin-dir bin --index https://127.0.0.1:1/x", "https://127.0.0.1:1/x"],
  ["envtest use 1.30.0 --bin-dir bin --index file.txt", '"file.txt"'],
  ["envtest path 1.30.0 --bin-dir loop", "loop"],
  ["envtest list -i --bin-dir file.txt", "file.txt"],
  ["envtest cleanup", "'version'"],
  ["envtest cleanup 1.30.0 --bin-dir loop", "loop"],
  ["envtest sideload 1.30 file.txt", '"1.30"'],
  ["envtest sideload 1.30.0 nowhere --bin-dir bin", '"nowhere"'],
  ["envtest sideload 1.30.0 good --bin-dir bin", '"good"'],
  ["envtest sideload 1.30.0 file.txt --bin-dir bin", "not a gzip file"],
  ["envtest sideload 1.30.0 file.txt --bin-dir file.txt", "file.txt"],
  ["envtest descriptions --kubeconfig unreachable", "https://127.0.0.1:1"],
  ["envtest descriptions --kubeconfig unreachable --context x", '"x"'],
  ["envtest version x", "x"],
  ["plugins x", "0 arguments but got 1"],
  ["completion tcsh", "'tcsh'"],
  ["version --json maybe", "'maybe'"],
];

const inside: readonly Mistake[] = [
  ["init", "PROJECT"],
  ["create api --group shop --version 1 --kind Widget --resource", '"1"'],
  ["create api --group shop --version v1 --kind widget --resource", '"widget"'],
  ["create api --group shop --version v1 --kind Widget --resource --controller", "internal/setup.ts"],
  ["init --force", "package.json"],
  ["alpha generate --output-dir x", "package.json"],
  ["create webhook --group shop --version v1 --kind Widget --defaulting", "Widget"],
  ["edit --license-file nowhere", '"nowhere"'],
  ["edit --plugins x", '"x"'],
  ["edit --plugins no.kubewright.dev/v1", '"no.kubewright.dev/v1"'],
  ["edit --plugins owners/v1", '"owners/v1/owners"'],
  ["edit --plugins helm.kubewright.dev/v1 --manifests nowhere", '"nowhere"'],
];

test.each(outside)("kubewright %s fails, and the error names the value", async (command, named) => {
  const fixture = await startAmongMistakes();

  await expectMistake(fixture, command, named);
});

test.each(inside)("kubewright %s fails in a project, and the error names the value", async (command, named) => {
  const fixture = await startAmongMistakes();
  await write(fixture, { PROJECT: project, "package.json": "{ nonsense" });

  await expectMistake(fixture, command, named);
});

test("every command has a test case here", () => {
  const tried = [...outside, ...inside].map(([command]) => command);
  const { commands } = programFor({ version: "1.2.3", io: silent, signals: process });
  const names = commands.flatMap((command) =>
    command.commands.length === 0
      ? [command.name()]
      : command.commands.map((inner) => `${command.name()} ${inner.name()}`),
  );

  expect(names.filter((name) => !name.startsWith("__") && !tried.some((command) => command.startsWith(name)))).toEqual(
    [],
  );
});

async function expectMistake(fixture: CommandFixture, command: string, named: string): Promise<void> {
  const code = await fixture.run(command.split(" "), { HOME: fixture.folder });

  expect(fixture.errors()).toContain(named);
  expect(fixture.errors()).not.toMatch(/^ {4}at /m);
  expect([1, 2]).toContain(code);
}

const silent = { cwd: "/", env: {}, isTty: false, out: () => {}, err: () => {} };
const project = 'version: "3"\nlayout: [kubewright.dev/v1]\nprojectName: shop\ndomain: example.com\n';

const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: things.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { kind: Thing, plural: things, singular: thing, listKind: ThingList }
  versions:
    - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
`;

const files: Readonly<Record<string, string>> = {
  "file.txt": "text\n",
  "empty.yaml": "",
  "broken.yaml": "a: [",
  "broken.json": "{",
  "binary.yaml": "\u0000\u0001",
  "list.yaml": "- a\n- b\n",
  "crd.yaml": crd,
  "bad-crd.yaml": crd.replace("things.example.com", "5"),
  unreachable: kubeconfig("https://127.0.0.1:1"),
  "no-address": kubeconfig("not an address"),
  "good/PROJECT": project,
  "good/package.json": '{ "type": "module" }',
  "good/cmd/main.ts": "export {};\n",
  "good/api/v1/thing.ts": `/** @groupName=example.com */
import type { KubernetesObject } from "@kubewright/apimachinery";
/** @kubebuilder:object:root=true */
export interface Thing extends KubernetesObject { readonly spec?: string; }
`,
  "broken-project/PROJECT": "version: [",
  "listed-project/PROJECT": "- a\n",
  "binary-project/PROJECT": "\u0000",
};

function kubeconfig(server: string): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "c", cluster: { server } }],
    users: [{ name: "u", user: { token: "t" } }],
    contexts: [{ name: "c", context: { cluster: "c", user: "u" } }],
    "current-context": "c",
  });
}

/** A folder with files that a mistyped argument may name. Tests may run as root, so unreadable paths are broken links. */
async function startAmongMistakes(): Promise<CommandFixture> {
  const fixture = await startFixture();
  onTestFinished(() => fixture[Symbol.asyncDispose]());
  await write(fixture, files);
  await symlink("nowhere-else", path.join(fixture.folder, "dangling"));
  await symlink("loop", path.join(fixture.folder, "loop"));
  await symlink(path.join(repository, "node_modules"), path.join(fixture.folder, "node_modules"));
  return fixture;
}

async function write({ folder }: CommandFixture, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, text] of Object.entries(texts)) {
    await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
}
