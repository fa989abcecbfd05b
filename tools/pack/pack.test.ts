// The checks of packed packages, on small examples that break them. `npm run pack` applies them to the real ones.
import { Package } from "@arethetypeswrong/core";
import { expect, test } from "vitest";
import { installedWith } from "./installed.ts";
import { buildProblems, contentProblems, dependencyProblems } from "./package-problems.ts";
import { sbomOf } from "./sbom.ts";
import type { PackageManifest, PackedPackage } from "./tarball.ts";

const manifest: PackageManifest = { license: "Apache-2.0", description: "A.", engines: { node: ">=24" } };
const files = { "package.json": "{}", "README.md": "# A", LICENSE: "", "dist/index.js": "1", "src/index.ts": "1" };

function packed(more: Readonly<Record<string, string>> = {}, changed: PackageManifest = {}): PackedPackage {
  const all = { ...files, ...more };
  const paths = Object.fromEntries(Object.entries(all).map(([file, text]) => [`/node_modules/@k/a/${file}`, text]));
  return {
    name: "@k/a",
    version: "1.2.3",
    bytes: new Uint8Array(),
    digest: JSON.stringify(all),
    files: Object.keys(all),
    manifest: { ...manifest, ...changed },
    content: new Package(paths, "@k/a", "1.2.3"),
  };
}

test("a complete package has no problem", () => {
  expect(contentProblems(packed())).toEqual([]);
});

test.for<[what: string, one: PackedPackage, message: string]>([
  ["test data", packed({ "src/testdata/server.key": "" }), "contains src/testdata/server.key, which is not published"],
  ["a test", packed({ "dist/a.test.js": "" }), "contains dist/a.test.js"],
  ["a file beside the folders", packed({ "secret.txt": "" }), "contains secret.txt"],
  ["another licence", packed({}, { license: "MIT" }), "license is MIT, must be Apache-2.0"],
  ["an install script", packed({}, { scripts: { postinstall: "x" } }), "scripts.postinstall runs at installation"],
  [
    "a range",
    packed({}, { dependencies: { yaml: "^2.0.0" } }),
    'dependencies["yaml"] is ^2.0.0, must be an exact version',
  ],
])("contentProblems() rejects %s", ([, one, message]) => {
  const problems = contentProblems(one);

  expect(problems).toHaveLength(1);
  expect(problems[0]?.message).toContain(message);
});

const lock = {
  packages: {
    "packages/a": { dependencies: { yaml: "2.0.0" } },
    "node_modules/yaml": { version: "2.0.0", license: "ISC", integrity: "sha512-AAEC", dependencies: { left: "1" } },
    "node_modules/left": { version: "1.0.0", license: "MIT" },
    "node_modules/yaml/node_modules/left": { version: "0.9.0", license: "GPL-3.0", hasInstallScript: true },
    "node_modules/other": { version: "1.0.0", license: "MIT" },
  },
};

test("installedWith() follows dependencies to the versions in package-lock.json, and dependencyProblems() checks them", () => {
  const installed = installedWith(["packages/a"], lock);

  expect(installed.map(({ name, version }) => `${name}@${version}`)).toEqual(["yaml@2.0.0", "left@0.9.0"]);
  expect(dependencyProblems(installed).map(({ at, message }) => `${at}: ${message.slice(0, 40)}`)).toEqual([
    "left@0.9.0: license is GPL-3.0, must be one of Apach",
    "left@0.9.0: has an install script",
  ]);
});

test("buildProblems() names the files that differ between two builds", () => {
  expect(buildProblems([packed()], [packed()])).toEqual([]);
  expect(buildProblems([packed({ "dist/old.js": "" })], [packed({ "dist/index.js": "2" })])).toEqual([
    { at: "@k/a", message: "differs between two builds: dist/index.js, dist/old.js" },
  ]);
});

test("sbomOf() lists our packages and what is installed with them, with licences and digests", () => {
  const document = JSON.parse(sbomOf([packed()], installedWith(["packages/a"], lock))) as {
    readonly components: readonly object[];
  };

  expect(document.components).toMatchObject([
    { purl: "pkg:npm/%40k/a@1.2.3", licenses: [{ license: { id: "Apache-2.0" } }] },
    { purl: "pkg:npm/yaml@2.0.0", hashes: [{ alg: "SHA-512", content: "000102" }] },
    { purl: "pkg:npm/left@0.9.0" },
  ]);
});
