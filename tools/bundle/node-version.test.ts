// The programs on an older Node: they print which one is needed. The documentation and each package.json name the same version.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { publishedPackages, root } from "../source/workspace.ts";

const textOf = (file: string): string => readFileSync(path.join(root, file), "utf8");

test("kubewright on Node 20 prints which Node it needs and how to install it, and exits with 1", () => {
  const old = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })';
  const program = path.join(root, "packages/cli/bin/kubewright.js");

  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(old)}`, program, "init"],
    { encoding: "utf8" },
  );

  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: "",
    stderr: `kubewright needs Node 24 or newer, and this is Node 20.20.2.
Install it from https://nodejs.org/en/download or with a version manager:
  nvm install 24
  fnm install 24
  volta install node@24
`,
  });
});

test.each(["packages/cli/bin/kubewright.js", "packages/create-kubewright/bin/create-kubewright.js"])(
  "%s has only syntax of Node 12, so that it can print which Node it needs",
  (file) => {
    const code = textOf(file).replaceAll(/^\s*\/\/.*$/gmu, "");

    // Top-level await, optional chaining and the operators with ??, ||= and &&= came with Node 14 and 15.
    expect(code).not.toMatch(/\bawait\b|\?\.|\?\?|\|\|=|&&=/u);
  },
);

test("each published package and its documentation name the same Node", () => {
  const engines = publishedPackages().map(({ folder }) => {
    const { engines: found } = JSON.parse(textOf(`${folder}/package.json`)) as { engines?: { node?: string } };
    return { folder, node: found?.node };
  });

  expect(engines.filter(({ node }) => node !== ">=24")).toEqual([]);
  expect(textOf("README.md")).toContain("with Node 24 or newer:\n");
  expect(textOf("docs/tutorial.md")).toContain("You need Node 24 or newer");
  expect(textOf("packages/cli/src/templates/versions.ts")).toContain('nodeVersionMin = "24"');
});

test("the repository names the Node of contributors in package.json, README.md and CONTRIBUTING.md", () => {
  expect(JSON.parse(textOf("package.json"))).toMatchObject({ engines: { node: ">=20" } });
  expect(textOf("README.md")).toContain("With Node (20 or newer)");
  expect(textOf("CONTRIBUTING.md")).toContain("You need Node 20 or newer");
});

test("npm test and make test install the locked packages with the same script", () => {
  const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Readonly<Record<string, string>> };

  expect([scripts["pretest"], scripts["setup"]]).toEqual(["node tools/setup/setup.js", "node tools/setup/setup.js"]);
  expect(textOf("Makefile")).toContain("\t@node tools/setup/setup.js\n");
});
