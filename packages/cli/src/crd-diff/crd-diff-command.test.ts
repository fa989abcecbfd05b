// crd-diff as a user runs it: against git, files, a cluster, and the sources of the project.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createApiServer } from "@kubewright/apiserver";
import { createSystemClock } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import { installCrds, readCrds } from "@kubewright/envtest";
import { expect, test } from "vitest";

import { startFixture } from "../testdata/command-fixture.ts";
import { after, before, crd, inherited, repository } from "../testdata/crd-diff-fixture.ts";
import { startSmallProject, thingSource } from "../testdata/dev-fixture.ts";

const example = fileURLToPath(new URL("../../../../examples/myjob", import.meta.url));

test("crd-diff --against a branch prints breaking changes, what they affect and alternatives, and exits with 1", async () => {
  await using fixture = await startFixture();
  await repository(fixture);

  const exit = await fixture.run(["crd-diff", "config/crd/bases", "--against", "main"], inherited());

  expect(exit).toBe(1);
  expect(fixture.output()).toBe(`jobs.example.com
  breaking  v1: spec.colour  enum-narrowed  ["red","blue"] -> ["red"]
    for stored objects, writers: values that were valid are rejected; a stored value is accepted only while updates do not change it
    instead: keep the value, and mark it as deprecated in the description
  breaking  v1: spec.note    field-removed  was "string"
    for stored objects, writers, readers: the field is pruned: its stored value is no longer read, and is lost with the next write
    instead: keep the field and mark it as deprecated in its description, or remove it in a new version and convert

Since "main": 2 breaking changes, 2 compatible changes
`);
  expect(fixture.errors()).toBe(
    '2 changes break compatibility with the CRDs of "main" (enum-narrowed, field-removed): change the types, or accept it with a reason in config/crd/accepted-changes.yaml\n',
  );
});

test("crd-diff accepts changes that are named on the command line, and warns about a rule that accepts no change", async () => {
  await using fixture = await startFixture();
  await repository(fixture);

  const exit = await fixture.run(
    [
      "crd-diff",
      "config/crd/bases",
      "--against",
      "main",
      "--allow",
      "enum-narrowed@spec.colour",
      "field-removed",
      "type-changed",
    ],
    inherited(),
  );

  expect(exit).toBe(0);
  expect(fixture.output()).toContain("accepted  v1: spec.colour  enum-narrowed");
  expect(fixture.output()).toContain("2 accepted changes, 2 compatible changes");
  expect(fixture.errors()).toBe("warning: type-changed accepts no change: remove it\n");
});

test("crd-diff accepts changes with the reason in a file, only at the paths in the file", async () => {
  await using fixture = await startFixture();
  await repository(fixture);
  const accepted = path.join(fixture.folder, "config/crd/accepted-changes.yaml");
  await writeFile(
    accepted,
    "accepted:\n- { crd: jobs.example.com, rule: field-removed, path: spec, reason: never released }\n",
  );

  expect(await fixture.run(["crd-diff", "config/crd/bases", "--against", "main"], inherited())).toBe(1);

  expect(fixture.output()).toContain("    accepted: never released\n");
  expect(fixture.errors()).toContain('1 change breaks compatibility with the CRDs of "main" (enum-narrowed)');
});

test.each([
  ["accepted:\n- { rule: field-removed }\n", "accepted[0] has no reason"],
  ["accepted:\n- { rule: field-lost, reason: x }\n", 'accepted[0].rule is "field-lost": expected a rule, such as'],
  [
    "accepted:\n- { rule: field-removed, reason: x, field: a }\n",
    'accepted[0] has "field": expected rule, crd, path and reason',
  ],
  ["- field-removed\n", 'the list "accepted" is missing'],
  ["accepted: [\n", 'Cannot accept changes from "accepted.yaml": '],
])("crd-diff rejects a file of accepted changes %j", async (text, message) => {
  await using fixture = await startFixture();
  await writeFile(path.join(fixture.folder, "accepted.yaml"), text);
  await writeFile(path.join(fixture.folder, "a.yaml"), before);

  expect(await fixture.run(["crd-diff", "a.yaml", "--with", "a.yaml", "--accepted", "accepted.yaml"])).toBe(1);
  expect(fixture.errors()).toContain(message);
});

test("crd-diff compares two files, and prints JSON with the meaning of each change", async () => {
  await using fixture = await startFixture();
  await writeFile(path.join(fixture.folder, "old.yaml"), before);
  await writeFile(path.join(fixture.folder, "new.yaml"), after);

  const exit = await fixture.run(["crd-diff", "new.yaml", "--with", "old.yaml", "--output", "json"]);
  const printed: unknown = JSON.parse(fixture.output());

  expect(exit).toBe(1);
  expect(printed).toMatchObject({
    breaking: 2,
    changes: [
      {
        rule: "enum-narrowed",
        severity: "breaking",
        definition: "jobs.example.com",
        version: "v1",
        path: "spec.colour",
        before: ["red", "blue"],
        after: ["red"],
        affects: ["stored", "writers"],
      },
      { rule: "default-added", severity: "compatible", after: 3 },
      { rule: "field-removed" },
      { rule: "field-added" },
    ],
  });
});

test("crd-diff prints annotations for GitHub in which no text of a CRD is a command", async () => {
  await using fixture = await startFixture();
  const hostile = (text: string): string => crd(`a: { type: string, default: ${JSON.stringify(text)} }`);
  await writeFile(path.join(fixture.folder, "old.yaml"), hostile("x\n::stop-commands::y"));
  await writeFile(path.join(fixture.folder, "new.yaml"), hostile("%0A::set-env::"));

  const exit = await fixture.run(["crd-diff", "new.yaml", "--with", "old.yaml", "--output", "github"]);

  expect(exit).toBe(0);
  expect(fixture.output().trimEnd().split("\n")).toHaveLength(1);
  expect(fixture.output()).toMatch(/^::notice title=jobs\.example\.com%3A default-changed::v1: spec\.a "x\\n::stop/);
  expect(fixture.output()).toContain("%250A");
});

test("crd-diff compares the sources of a project with its CRDs, which were generated from them", async () => {
  await using fixture = await startFixture();

  const exit = await fixture.run([
    "crd-diff",
    "--root",
    example,
    "--with",
    path.join(example, "config/crd/bases"),
    "--generate",
    "crd:generateEmbeddedObjectMeta=true",
    "--all",
  ]);

  expect([exit, fixture.errors()]).toEqual([0, ""]);
  expect(fixture.output()).toMatch(/: no changes\n$/);
});

test("crd-diff compares with a cluster, and ignores the CRDs of other projects", async () => {
  await using fixture = await startFixture();
  await using server = createApiServer({});
  const listener = await server.listen({ port: 0 });
  await writeFile(path.join(fixture.folder, "kubeconfig"), listener.kubeconfig());
  await writeFile(path.join(fixture.folder, "old.yaml"), before);
  await writeFile(path.join(fixture.folder, "new.yaml"), after);
  const crds = await readCrds([path.join(fixture.folder, "old.yaml"), path.join(example, "config/crd/bases")]);
  await installCrds(crds, { client: createClient({ transport: server.transport() }), clock: createSystemClock() });
  const env = { KUBECONFIG: path.join(fixture.folder, "kubeconfig") };

  expect(await fixture.run(["crd-diff", "new.yaml", "--cluster"], env)).toBe(1);

  expect(fixture.output()).toContain("Since the cluster: 2 breaking changes, 2 compatible changes");
  expect(fixture.output()).not.toContain("myjobs");
});

test.each([
  [
    ["crd-diff", "x.yaml"],
    "nothing to compare with: expected one of --against REVISION, --cluster, --context NAME and --with FILE",
  ],
  [["crd-diff", "x.yaml", "--with", "y", "--cluster"], "more than one thing to compare with"],
  [["crd-diff", "x.yaml", "--with", "y", "--output", "xml"], '--output is "xml": expected text, json or github'],
  [
    ["crd-diff", "nowhere", "--with", "y"],
    'Cannot compare from "nowhere": it cannot be read: expected a file, a folder, or -',
  ],
  [
    ["crd-diff", "--with", "y"],
    "no source declares a kind: run the command in a project, or name a file or folder with CRDs",
  ],
  [
    ["crd-diff", "x.yaml", "--with", "y", "--allow", "nothing"],
    '--allow is "nothing": expected a rule, such as definition-added',
  ],
])("kubewright %j exits with 1 and prints one line", async (args, text) => {
  await using fixture = await startFixture();

  expect(await fixture.run(args)).toBe(1);
  expect(fixture.errors()).toContain(text);
  expect(fixture.errors().trim().split("\n")).toHaveLength(1);
});

test("crd-diff --rules lists every rule with its meaning", async () => {
  await using fixture = await startFixture();

  expect(await fixture.run(["crd-diff", "--rules"])).toBe(0);
  expect(fixture.output()).toMatch(/^field-removed +breaking +the field is pruned: /m);
});

test("crd-diff generates the CRDs with the arguments of the project", async () => {
  await using project = await startSmallProject();
  await project.write(
    "package.json",
    '{ "kubewright": { "generate": ["crd:maxDescLen=0", "object", "paths=./api/..."] } }',
  );
  await project.write("api/v1/thing.ts", thingSource("/** The size. */ readonly size?: Int32;"));
  await project.run(["generate"]);

  const exit = await project.run(["crd-diff", "--with", "config/crd/bases", "--all"]);

  expect([exit, project.errors()]).toEqual([0, ""]);
  expect(project.output()).toContain('Since "config/crd/bases": no changes\n');
});

test("crd-diff reports a rule that does not compile at its marker", async () => {
  await using project = await startSmallProject();
  await project.write("api/v1/thing.ts", thingSource('/** @cel rule="self > min" */ readonly size?: Int32;'));

  const exit = await project.run(["crd-diff", "--with", "config/crd/bases"]);

  expect(exit).toBe(1);
  expect(project.errors()).toBe(
    "Cannot generate:\napi/v1/thing.ts:2:52: the marker \"@cel\" has a rule that does not compile: undeclared reference to 'min' (in container ''): the variables are self and oldSelf, and a string has quotes\n",
  );
});
