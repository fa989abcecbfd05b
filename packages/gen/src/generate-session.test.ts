import assert from "node:assert/strict";
import { test } from "vitest";

import { createDiskFileHost } from "./files/disk-file-host.ts";
import { createMemoryFileHost } from "./files/file-host.ts";
import type { FileHost } from "./files/file-host.ts";
import { memoryRoot } from "./testdata/generate-in-memory.ts";
import { openGenerateSession } from "./generate.ts";
import type { GenerateSession } from "./generate.ts";
import { isGenerateError } from "./problem.ts";

const kind = (name: string, fields: string, imports = ""): string => `/** @groupName=x.y */
import type { KubernetesObject } from "@kubewright/apimachinery";
${imports}
/** @kubebuilder:object:root=true */
export interface ${name} extends KubernetesObject { readonly spec: { ${fields} } }
`;

interface Project {
  readonly session: GenerateSession;
  /** Writes a file, or removes it. */
  change(path: string, text: string | undefined): void;
  /** The CRD of a kind, from the current sources. */
  crd(kind: string): string;
}

function project(files: Readonly<Record<string, string>>): Project {
  const texts = new Map(Object.entries(files).map(([path, text]) => [`${memoryRoot}/${path}`, text]));
  const disk = createDiskFileHost();
  const memory = (): FileHost => createMemoryFileHost(Object.fromEntries(texts));
  const host: FileHost = {
    readFile: (path) => memory().readFile(path) ?? disk.readFile(path),
    readDirectory: (path) => memory().readDirectory(path),
    writeFile: (path, text) => void texts.set(path, text),
  };
  const session = openGenerateSession({ host, root: memoryRoot, generators: [{ name: "crd" }] });
  return {
    session,
    change: (path, text) =>
      void (text === undefined ? texts.delete(`${memoryRoot}/${path}`) : texts.set(`${memoryRoot}/${path}`, text)),
    crd: (name) => session.generate().find(({ path }) => path.includes(`_${name}s.yaml`))?.content ?? "none",
  };
}

test("a session reads changed files again, and keeps files that were not reported as changed", () => {
  const { session, change, crd } = project({
    "api/v1/thing.ts": kind("Thing", "readonly a: string"),
    "api/v1/other.ts": kind("Other", "readonly a: string"),
  });
  using _ = session;
  const before = crd("other");

  change("api/v1/thing.ts", kind("Thing", "readonly b: boolean"));

  assert.match(crd("thing"), /b:\n +type: boolean/);
  assert.equal(crd("other"), before);
});

test("a change of a direct or indirect import changes the kind", () => {
  const { session, change, crd } = project({
    "api/v1/thing.ts": kind("Thing", "readonly size: Size", 'import type { Size } from "./sizes.ts";'),
    "api/v1/sizes.ts": 'export type { Size } from "../shared/size.ts";',
    "api/shared/size.ts": 'export type Size = "S";',
  });
  using _ = session;
  assert.match(crd("thing"), /- S\n/);

  change("api/shared/size.ts", 'export type Size = "L";');

  assert.match(crd("thing"), /- L\n/);
});

test.each([
  ["a global name", "declare global { type Size = 'SIZE' }\nexport {};", "readonly size: Size", 'import "./sizes.ts";'],
  ["an import in a type", "export type Size = 'SIZE';", 'readonly size: import("./sizes.ts").Size', ""],
])("a change of %s changes the kinds that use it", (_what, sizes, fields, imports) => {
  const { session, change, crd } = project({
    "api/v1/thing.ts": kind("Thing", fields, imports),
    "api/v1/sizes.ts": sizes.replace("SIZE", "S"),
  });
  using _session = session;
  assert.match(crd("thing"), /- S\n/);

  change("api/v1/sizes.ts", sizes.replace("SIZE", "L"));

  assert.match(crd("thing"), /- L\n/);
});

test("a change of a declaration file of the project changes the kinds that use it", () => {
  const { session, change, crd } = project({
    "api/v1/thing.ts": kind("Thing", "readonly size: Size", 'import type { Size } from "./sizes.d.ts";'),
    "api/v1/sizes.d.ts": 'export type Size = "S";',
  });
  using _ = session;
  assert.match(crd("thing"), /- S\n/);

  change("api/v1/sizes.d.ts", 'export type Size = "L";');

  assert.match(crd("thing"), /- L\n/);
});

test("kinds are added and removed with their files", () => {
  const { session, change, crd } = project({ "api/v1/thing.ts": kind("Thing", "readonly a: string") });
  using _ = session;
  assert.equal(crd("other"), "none");

  change("api/v1/other.ts", kind("Other", "readonly a: string"));
  assert.match(crd("other"), /kind: Other\n/);
  change("api/v1/other.ts", undefined);

  assert.equal(crd("other"), "none");
  assert.match(crd("thing"), /kind: Thing\n/);
});

test("an error disappears when its cause is removed", () => {
  const { session, change, crd } = project({ "api/v1/thing.ts": kind("Thing", "readonly size: Size") });
  using _ = session;
  assert.throws(() => crd("thing"), isGenerateError);

  change("api/v1/thing.ts", kind("Thing", "readonly size: string"));

  assert.match(crd("thing"), /size:\n +type: string/);
});

test("after many changes of different files each kind matches its file", () => {
  const names = ["Aa", "Bb", "Cc", "Dd", "Ee", "Ff"];
  const pathOf = (name: string): string => `api/v1/${name.toLowerCase()}.ts`;
  const { session, change, crd } = project(
    Object.fromEntries(names.map((name) => [pathOf(name), kind(name, "readonly first: string")])),
  );
  using _ = session;
  for (const name of names) {
    crd(name.toLowerCase());
    change(pathOf(name), kind(name, `readonly of${name}: string`));
  }

  for (const name of names) assert.match(crd(name.toLowerCase()), new RegExp(`of${name}:\\n`));
});
