// import as a user runs it: from files, standard input, URLs and a cluster.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { createApiServer } from "@kubewright/apiserver";
import { createSystemClock } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import { installCrds, readCrds } from "@kubewright/envtest";
import { expect, test } from "vitest";

import { startFixture } from "../testdata/command-fixture.ts";

/** A CRD of a kind with a string in its spec. */
function crd(kind: string, { group = "example.com", field = "colour", served = true } = {}): string {
  const plural = `${kind.toLowerCase()}s`;
  return `---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ${plural}.${group} }
spec:
  group: ${group}
  names: { plural: ${plural}, singular: ${kind.toLowerCase()}, kind: ${kind}, listKind: ${kind}List }
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema: { openAPIV3Schema: { type: object, properties: { spec: { type: object, properties: { ${field}: { type: string } } } } } }
  - name: v1alpha1
    served: ${served}
    storage: false
    schema: { openAPIV3Schema: { type: object, properties: { spec: { type: object } } } }
`;
}

const types = "imported/example.com/v1/types.ts";

test("import writes a file for each group and served version, and prints how to use it", async () => {
  await using fixture = await startFixture();
  await writeFile(
    path.join(fixture.folder, "crds.yaml"),
    crd("Job") + crd("Task", { group: "other.com", served: false }),
  );

  const exit = await fixture.run(["import", "crds.yaml"]);
  const again = await fixture.run(["import", "crds.yaml"]);

  expect([exit, again, fixture.errors()]).toEqual([0, 0, ""]);
  expect(fixture.output()).toBe(`wrote imported/example.com/v1/types.ts
wrote imported/example.com/v1alpha1/types.ts
wrote imported/other.com/v1/types.ts
3 kinds in 3 files; import them, for example:

  import { Job } from "./imported/example.com/v1/types.ts";
3 kinds in 3 files; import them, for example:

  import { Job } from "./imported/example.com/v1/types.ts";
`);
  expect(await readFile(path.join(fixture.folder, types), "utf8")).toContain("readonly colour?: string;");
});

test("import reads the subfolders of a folder, and fails if there is no CRD", async () => {
  await using fixture = await startFixture();
  await mkdir(path.join(fixture.folder, "vendor", "jobs"), { recursive: true });
  await mkdir(path.join(fixture.folder, "empty", "below"), { recursive: true });
  await writeFile(path.join(fixture.folder, "vendor", "jobs", "crd.yaml"), crd("Job"));

  expect(await fixture.run(["import", "vendor"])).toBe(0);
  expect(await readFile(path.join(fixture.folder, types), "utf8")).toContain("readonly colour?: string;");
  expect(await fixture.run(["import", "empty"])).toBe(1);
  expect(fixture.errors()).toBe(
    'Nothing to import: "empty" has no CRD with a served version: expected CustomResourceDefinitions in YAML or JSON\n',
  );
});

test("import --verify fails with a diff when the types are outdated, and --dry-run only prints what it would write", async () => {
  await using fixture = await startFixture();
  const source = path.join(fixture.folder, "crds.yaml");
  await writeFile(source, crd("Job", { served: false }));
  await fixture.run(["import", "crds.yaml"]);
  const fresh = await fixture.run(["import", "crds.yaml", "--verify"]);
  await writeFile(source, crd("Job", { served: false, field: "shape" }));

  const stale = await fixture.run(["import", "crds.yaml", "--verify"]);
  const dry = await fixture.run(["import", "crds.yaml", "--dry-run"]);

  expect([fresh, stale, dry]).toEqual([0, 1, 0]);
  expect(fixture.output()).toContain("1 file of imported types is up to date\n");
  expect(fixture.output()).toContain("-  readonly colour?: string;\n+  readonly shape?: string;\n");
  expect(fixture.output()).toContain(`would write ${types}\n`);
  expect(fixture.errors()).toBe(`Imported types are outdated: ${types}: run the same command without --verify\n`);
  expect(await readFile(path.join(fixture.folder, types), "utf8")).toContain("colour");
});

test("import reads lists from standard input, and imports only the CRDs of --only", async () => {
  await using fixture = await startFixture();
  const input = crd("Job") + crd("Task") + crd("Lamp", { group: "other.com" });

  const exit = await fixture.run(["import", "-", "--only", "task", "other.com", "--output", "api/imported"], {}, input);

  expect([exit, fixture.errors()]).toEqual([0, ""]);
  const text = await readFile(path.join(fixture.folder, "api", types), "utf8");
  expect(text).toContain("export interface Task ");
  expect(text).not.toContain("export interface Job ");
});

test("import reads a List as printed by kubectl, and ignores other kinds", async () => {
  await using fixture = await startFixture();
  const job = { apiVersion: "v1", kind: "Pod", metadata: { name: "p" } };
  const input = JSON.stringify({ apiVersion: "v1", kind: "List", items: [job] });

  expect(await fixture.run(["import", "-"], {}, input)).toBe(1);
  expect(fixture.errors()).toBe("Cannot import CRDs from standard input: it contains no CustomResourceDefinition\n");
});

test("import never replaces a file of another origin, and warns about removed kinds", async () => {
  await using fixture = await startFixture();
  const target = path.join(fixture.folder, types);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, "export const mine = 1;\n");
  await writeFile(path.join(fixture.folder, "crds.yaml"), crd("Job"));

  expect(await fixture.run(["import", "crds.yaml"])).toBe(1);
  expect(fixture.errors()).toBe(
    `Cannot import CRDs: "${types}" was not written by kubewright import: move it, or name another folder with --output\n`,
  );
  expect(await readFile(target, "utf8")).toBe("export const mine = 1;\n");

  await fixture.run(["import", "crds.yaml", "--output", "other"]);
  await writeFile(path.join(fixture.folder, "crds.yaml"), crd("Task"));
  await fixture.run(["import", "crds.yaml", "--output", "other"]);
  expect(fixture.errors()).toContain("warning: other/example.com/v1/types.ts no longer has Job\n");
});

test("import reads the CRDs of a cluster", async () => {
  await using fixture = await startFixture();
  await using server = createApiServer({});
  const listener = await server.listen({ port: 0 });
  await writeFile(path.join(fixture.folder, "kubeconfig"), listener.kubeconfig());
  await writeFile(path.join(fixture.folder, "crds.yaml"), crd("Job") + crd("Task", { group: "other.com" }));
  const crds = await readCrds([path.join(fixture.folder, "crds.yaml")]);
  await installCrds(crds, { client: createClient({ transport: server.transport() }), clock: createSystemClock() });

  const exit = await fixture.run(["import", "--cluster", "--only", "example.com"], { KUBECONFIG: "kubeconfig" });
  const named = await fixture.run([
    "import",
    "--context",
    "nowhere",
    "--kubeconfig",
    path.join(fixture.folder, "kubeconfig"),
  ]);

  expect([exit, named]).toEqual([1, 1]);
  expect(
    await fixture.run(["import", "--cluster", "--only", "example.com"], {
      KUBECONFIG: path.join(fixture.folder, "kubeconfig"),
    }),
  ).toBe(0);
  expect(await readFile(path.join(fixture.folder, types), "utf8")).toContain("export const Job: ResourceType<Job> = {");
});

test("import reads a loopback URL over http, with limits", async () => {
  await using fixture = await startFixture();
  const server = createServer((request, response) => {
    if (request.url === "/crds.yaml") response.end(crd("Job"));
    else if (request.url === "/large") response.end("#".repeat(17 * 1024 * 1024));
    else if (request.url === "/moved") response.writeHead(302, { location: "/crds.yaml" }).end();
    else if (request.url === "/away") response.writeHead(302, { location: "ftp://127.0.0.1/crds.yaml" }).end();
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // It listens on a port.
  const address = `http://127.0.0.1:${port}`;

  const exits = [];
  for (const name of ["crds.yaml", "moved", "large", "away", "nothing"]) {
    exits.push(await fixture.run(["import", `${address}/${name}`]));
  }
  await new Promise((resolve) => server.close(resolve));

  expect(exits).toEqual([0, 0, 1, 1, 1]);
  expect(fixture.errors().trim().split("\n")).toEqual([
    `Cannot import CRDs from "${address}/large": it is larger than 16 MiB`,
    `Cannot import CRDs "${address}/away": it was redirected to "ftp://127.0.0.1/crds.yaml": expected https`,
    `Cannot import CRDs "${address}/nothing": the status is 404`,
  ]);
});

test.each([
  [["import"], "no source is given: expected a file, a folder, a URL, -, --cluster or --context NAME"],
  [
    ["import", "http://example.com/crds.yaml"],
    'the address is "http://example.com/crds.yaml": expected one that begins with https://',
  ],
  [["import", "ftp://example.com/x"], "expected one that begins with https://"],
  [["import", "file:///etc/passwd"], "expected one that begins with https://"],
  [["import", "https://user:secret@example.com/x"], "the URL contains a user or a password: expected a public URL"],
  [["import", "nowhere.yaml"], 'Cannot import CRDs from "nowhere.yaml": it cannot be read'],
])("kubewright %j exits with 1 and prints one line", async (args, text) => {
  await using fixture = await startFixture();

  expect(await fixture.run(args)).toBe(1);
  expect(fixture.errors()).toContain(text);
  expect(fixture.errors().trim().split("\n")).toHaveLength(1);
});

test.each([
  ["a: [", "Cannot import CRDs from standard input: "],
  [crd("Job").replace("group: example.com", "group: ../.."), 'spec.group is "../..": expected a DNS name'],
  [crd("Job").replaceAll("kind: Job,", 'kind: "Job{}",'), 'spec.names.kind is "Job{}": expected letters and digits'],
])("import rejects malicious or invalid input %#", async (input, message) => {
  await using fixture = await startFixture();

  expect(await fixture.run(["import", "-"], {}, input)).toBe(1);
  expect(fixture.errors()).toContain(message);
  expect(fixture.errors().trim().split("\n")).toHaveLength(1);
});

test("import continues after CRDs and files that it cannot read, names each, and exits with 1", async () => {
  await using fixture = await startFixture();
  await mkdir(path.join(fixture.folder, "crds"));
  const files = {
    "a.yaml": crd("Broken").replaceAll("type: object", "type: 1") + crd("Job"),
    "b.yaml": "a: [",
    "c.yaml": crd("Task").replace("properties: { colour: { type: string } }", "properties: null"),
    "d.yaml": crd("Job"),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(fixture.folder, "crds", name), text);

  const all = await fixture.run(["import", "crds"]);
  const printed = fixture.errors();
  const chosen = await fixture.run(["import", "crds", "--only", "Task", "--output", "chosen"]);

  expect([all, chosen]).toEqual([1, 1]);
  expect(fixture.output()).toContain(`wrote ${types}\n`);
  expect(await readFile(path.join(fixture.folder, types), "utf8")).toMatch(/interface Job [^]*interface Task /);
  expect(printed).toBe(
    `Cannot import CRDs from "crds/a.yaml": Cannot read the CRD "brokens.example.com": spec.versions[0].schema.openAPIV3Schema.type is 1: expected a string
Cannot import CRDs from "crds/b.yaml": it is not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ] at line 1, column 5
Cannot import CRDs from "crds/d.yaml": the CRD "jobs.example.com" occurs twice, must occur once
3 of 5 CRDs were not imported
`,
  );
  // The invalid file may contain the chosen CRD; the invalid CRD is another one.
  expect(fixture.errors().slice(printed.length)).toMatch(
    /^Cannot import CRDs from "crds\/b.yaml": .*\n1 of 2 CRDs was not imported\n$/,
  );
});

test("import continues after a source that it cannot read", async () => {
  await using fixture = await startFixture();
  await writeFile(path.join(fixture.folder, "job.yaml"), crd("Job"));

  const some = await fixture.run(["import", "nowhere", "job.yaml"]);
  const none = await fixture.run(["import", "nowhere", "neither"]);

  expect([some, none]).toEqual([1, 1]);
  expect(fixture.output()).toContain(`wrote ${types}\n`);
  expect(fixture.errors()).toBe(
    `Cannot import CRDs from "nowhere": it cannot be read: expected a file, a folder, or -
1 source was not read
Cannot import CRDs from "nowhere": it cannot be read: expected a file, a folder, or -
Cannot import CRDs from "neither": it cannot be read: expected a file, a folder, or -
`,
  );
});

test("import names the keywords that the types leave out", async () => {
  await using fixture = await startFixture();
  const input = crd("Job").replace("colour: { type: string }", "colour: { type: string, not: { pattern: x } }");

  expect(await fixture.run(["import", "-"], {}, input)).toBe(0);
  expect(fixture.errors()).toBe("note: the types leave out not of spec.colour (jobs.example.com, v1)\n");
});

test("import --only lists the existing CRDs when it names another", async () => {
  await using fixture = await startFixture();

  expect(await fixture.run(["import", "-", "--only", "jobz"], {}, crd("Job"))).toBe(1);
  expect(fixture.errors()).toBe(
    'Cannot import CRDs: --only names "jobz": expected one of jobs.example.com, or their groups or kinds\n',
  );
});
