// What users install with us is few, runs nothing on installation, and is pinned without naming a registry.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "vitest";
import { filesMatching, publishedPackages, readSource, workspaces } from "../source/workspace.ts";
import {
  addressProblems,
  closureOf,
  installScriptProblems,
  missingOptionalProblems,
  outOfStepProblems,
} from "./lock-file.ts";
import type { LockFile } from "./lock-file.ts";
import { expectNone } from "./problems.ts";

const lock = JSON.parse(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8")) as LockFile;

// An operator loads `runtime` and what it stands on. The bounds keep the attack surface small enough to be read.
const directMax = 6;
const totalMax = 25;

test("the lock file names no registry", () => {
  expectNone(addressProblems(lock));
});

test("the lock file has every optional package, for all platforms", () => {
  expectNone(missingOptionalProblems(lock));
});

test("the lock file is in step with every package.json", () => {
  expectNone(outOfStepProblems(lock, workspaces()));
});

test("no package that users install runs a script on installation", () => {
  expectNone(
    installScriptProblems(
      lock,
      closureOf(
        lock,
        publishedPackages().map(({ folder }) => folder),
      ).all,
    ),
  );
});

test("an operator installs at most 6 foreign packages directly and 25 in all", () => {
  const { direct, all } = closureOf(lock, ["packages/runtime"]);

  assert.ok(
    direct.length <= directMax,
    `runtime and below list ${direct.length} foreign packages, at most ${directMax} are agreed: ${direct.join(", ")}`,
  );
  assert.ok(
    all.length <= totalMax,
    `runtime and below install ${all.length} foreign packages, at most ${totalMax} are agreed: ${all.join(", ")}`,
  );
});

test("every published package pins its dependencies exactly", () => {
  expectNone(
    publishedPackages().flatMap(({ folder, manifest }) =>
      Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
        .filter(([, version]) => !/^\d+\.\d+\.\d+$/u.test(version))
        .map(([name, version]) => ({
          at: `${folder}/package.json`,
          message: `"${name}" is "${version}": write the exact version`,
        })),
    ),
  );
});

test("every foreign package that a package, an example or the bench lists has a page that says why, and no other has one", () => {
  const listed = workspaces().filter(({ folder }) => /^(?:packages\/|examples\/|bench$)/u.test(folder));
  const { direct } = closureOf(
    lock,
    listed.map(({ folder }) => folder),
  );
  const folder = "docs/decisions/dependencies";
  const pages = filesMatching(`${folder}/*.md`).map((at) => ({ at, about: titleWords(readSource(at).text) }));
  const covered = new Set(pages.flatMap(({ about }) => about));

  expectNone([
    ...direct
      .filter((name) => !covered.has(name))
      .map((name) => ({
        at: folder,
        message: `write a page with "${name}" in its title: the context, the choice and the cost of depending on it`,
      })),
    ...pages
      .filter(({ about }) => !about.some((word) => direct.includes(word)))
      .map(({ at }) => ({ at, message: "nothing depends on it: remove the page" })),
  ]);
});

/** The words of a page's heading, among them the packages that it is about. */
function titleWords(text: string): readonly string[] {
  const [title = ""] = text.split("\n", 1);
  return title.split(/[\s,:#]+/u);
}

test("closureOf() follows links and nested installations, and counts a package that is there in two versions twice", () => {
  const small: LockFile = {
    packages: {
      "packages/a": { dependencies: { "@k/b": "1", x: "1" } },
      "packages/b": { dependencies: { y: "1" } },
      "node_modules/@k/b": { link: true, resolved: "packages/b" },
      "node_modules/x": { dependencies: { y: "2", z: "1" }, hasInstallScript: true },
      "node_modules/x/node_modules/y": {},
      "node_modules/y": {},
      "node_modules/z": {},
    },
  };

  const closure = closureOf(small, ["packages/a"]);

  assert.deepEqual(closure.direct, ["x", "y"]);
  assert.deepEqual(closure.all, [
    "node_modules/x",
    "node_modules/x/node_modules/y",
    "node_modules/y",
    "node_modules/z",
  ]);
  assert.equal(installScriptProblems(small, closure.all).length, 1);
});

test("addressProblems() names the package with an address, and leaves links alone", () => {
  const small: LockFile = {
    packages: {
      "node_modules/a": { resolved: "somewhere" },
      "node_modules/b": { link: true, resolved: "packages/b" },
      "node_modules/c": {},
    },
  };

  assert.deepEqual(
    addressProblems(small).map(({ at }) => at),
    ["package-lock.json (node_modules/a)"],
  );
});

test("missingOptionalProblems() names the package that lacks one", () => {
  const small: LockFile = {
    packages: {
      "node_modules/a": { optionalDependencies: { "a-linux": "1", "a-win32": "1" } },
      "node_modules/a-linux": {},
    },
  };

  assert.deepEqual(
    missingOptionalProblems(small).map(({ message }) => message),
    ['lacks the optional "a-win32", so npm ci would refuse the lock file: add its entry'],
  );
});

test("outOfStepProblems() names the workspace whose dependencies differ, and the one that is not there", () => {
  const small: LockFile = { packages: { a: { dependencies: { x: "1" } }, b: { dependencies: { x: "1" } } } };
  const three = ["a", "b", "c"].map((folder) => ({
    folder,
    manifest: { name: folder, dependencies: { x: folder === "b" ? "2" : "1" } },
  }));

  assert.deepEqual(
    outOfStepProblems(small, three).map(({ at }) => at),
    ["b/package.json", "c/package.json"],
  );
});
