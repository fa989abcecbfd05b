// The published command line, installed in a project with and without the packages that it loads only if they are installed.
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";
import config, { optionalPackages } from "./rolldown.config.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const explained = "For the cause and what to do: npx kubewright troubleshoot package-not-installed\n";
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "kubewright-optional-"));
  const installed = path.join(folder, "node_modules/kubewright");
  for (const part of ["bin", "package.json"]) {
    await cp(path.join(root, "packages/cli", part), path.join(installed, part), { recursive: true });
  }
  await using bundle = await rolldown(config);
  await bundle.write({ ...config.output, dir: path.join(installed, "dist/bundle") });
  await kubewright("init", "--project-name", "i-operator", "--domain", "example.com", "--fetch-deps=false", "--force");
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test("a chart needs the package @kubewright/helm, and the command names how to install it", async () => {
  await mkdir(path.join(folder, "dist"));
  await cp(path.join(root, "packages/helm/src/testdata/i-operator.yaml"), path.join(folder, "dist/install.yaml"));
  const edit = ["edit", "--plugins", "helm.kubewright.dev/v1"];

  expect(await kubewright(...edit)).toMatchObject({
    code: 1,
    errors: `Cannot create a chart: the package @kubewright/helm is not installed: expected it beside the command: npm install --save-dev --save-exact @kubewright/helm\n${explained}`,
  });
  expect(await readdir(path.join(folder, "dist"))).toEqual(["install.yaml"]);

  await install("helm");
  expect(await kubewright(...edit)).toMatchObject({ code: 0, errors: "" });
  expect(await readFile(path.join(folder, "dist/chart/Chart.yaml"), "utf8")).toContain("name: i-operator\n");
});

test("alpha update needs the package @kubewright/alpha-update, and the command names how to get it", async () => {
  expect(await kubewright("alpha", "update")).toMatchObject({
    code: 1,
    errors: `Cannot update: the package @kubewright/alpha-update is not installed: expected it beside the command: npx --package kubewright@latest --package @kubewright/alpha-update@latest kubewright alpha update\n${explained}`,
  });

  await install("alpha-update");
  expect(await kubewright("alpha", "update")).toMatchObject({
    code: 1,
    errors:
      'Cannot update: this folder is not in a git repository: commit the project first: "git init", "git add .", "git commit"\n',
  });
});

test("external plugins need the package @kubewright/external-plugins, and the command names how to get it", async () => {
  const edit = ["edit", "--plugins", "owners/v1"];

  expect((await kubewright("plugins")).output).toMatch(
    /^kubewright\.dev\/v1 [^]*\n\nExternal plugins need @kubewright\/external-plugins\n$/u,
  );
  expect(await kubewright(...edit)).toMatchObject({
    code: 1,
    errors: `Cannot run external plugins: the package @kubewright/external-plugins is not installed: expected it beside the command: npm install --save-dev --save-exact @kubewright/external-plugins, or npx --package kubewright --package @kubewright/external-plugins kubewright init for a new project\n${explained}`,
  });

  await install("external-plugins");
  expect((await kubewright(...edit)).errors).toMatch(/^Cannot use --plugins: "owners\/v1" is not in "/u);
  expect((await kubewright("plugins")).output).toMatch(/\n\nExternal plugins are programs: /u);
});

test("package.json of the command names the version of each optional package", async () => {
  const manifest = JSON.parse(await readFile(path.join(root, "packages/cli/package.json"), "utf8")) as Manifest;

  for (const name of optionalPackages) {
    expect(manifest.peerDependencies).toHaveProperty([name], manifest.version);
    expect(manifest.peerDependenciesMeta).toHaveProperty([name], { optional: true });
  }
});

interface Manifest {
  readonly version: string;
  readonly peerDependencies?: object;
  readonly peerDependenciesMeta?: object;
}

/** Installs a package of the repository. Its sources run, because this lane does not compile packages. */
async function install(name: string): Promise<void> {
  await mkdir(path.join(folder, "node_modules/@kubewright"), { recursive: true });
  await symlink(path.join(root, "packages", name), path.join(folder, "node_modules/@kubewright", name), "dir");
}

interface Ended {
  readonly code: unknown;
  readonly output: string;
  readonly errors: string;
}

/** Runs the installed program. */
async function kubewright(...args: readonly string[]): Promise<Ended> {
  const program = path.join(folder, "node_modules/kubewright/bin/kubewright.js");
  const env = { ...process.env, XDG_CACHE_HOME: path.join(folder, "cache"), NODE_OPTIONS: "" };
  return await new Promise((resolve) => {
    execFile(
      process.execPath,
      ["--conditions=source", program, ...args],
      { cwd: folder, env },
      (error, output, errors) => resolve({ code: error?.code ?? 0, output, errors }),
    );
  });
}
