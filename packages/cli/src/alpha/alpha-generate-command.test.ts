import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { startFixture } from "../testdata/command-fixture.ts";

test("alpha generate writes the same files as the original commands", async () => {
  await using fixture = await startFixture();
  const api = (...args: readonly string[]) => fixture.run(["create", "api", ...args, "--make=false"]);
  await fixture.run([
    "init",
    "--project-name",
    "shop",
    "--domain",
    "example.com",
    "--owner",
    "Acme",
    "--fetch-deps=false",
  ]);
  await api("--group", "shop", "--version", "v1", "--kind", "Widget", "--resource", "--controller");
  await api("--group", "shop", "--version", "v2", "--kind", "Widget", "--resource", "--controller=false");
  const image = ["--image", "memcached:1.6", "--image-container-command", "memcached,-v", "--run-as-user", "1001"];
  await api("--group", "shop", "--version", "v1", "--kind", "Memcached", ...image, "--image-container-port", "11211");
  await api("--group", "shop", "--version", "v1", "--kind", "Busybox", "--image", "busybox", "--ssa");
  await api(
    "--group",
    "apps",
    "--version",
    "v1",
    "--kind",
    "Deployment",
    "--controller",
    "--controller-name",
    "scaler",
  );
  const webhook = ["create", "webhook", "--group", "shop", "--version", "v1", "--kind", "Widget", "--make=false"];
  await fixture.run([...webhook, "--defaulting", "--programmatic-validation"]);
  await fixture.run([...webhook, "--conversion", "--spoke", "v2"]);

  const codes = [await fixture.run(["alpha", "generate", "--output-dir", "fresh"])];

  const fresh = await treeOf(path.join(fixture.folder, "fresh"));
  const made = await treeOf(fixture.folder);
  expect(codes).toEqual([0]);
  expect(fresh.size).toBeGreaterThan(40);
  expect(Object.fromEntries(fresh)).toEqual(
    Object.fromEntries([...made].filter(([file]) => !file.startsWith("fresh/"))),
  );
  expect(fixture.output()).toContain(`wrote ${fresh.size} files to fresh\n`);
});

test("alpha generate runs plugins, adds their Makefile targets, and warns about plugins that it leaves out", async () => {
  await using fixture = await startFixture();
  const plugins = "autoupdate.kubewright.dev/v1,grafana.kubewright.dev/v1,helm.kubewright.dev/v1";
  await fixture.run(["init", "--project-name", "i-operator", "--domain", "example.com", "--fetch-deps=false"]);
  await mkdir(path.join(fixture.folder, "dist"));
  const manifests = path.join(fixture.folder, "dist/install.yaml");
  await copyFile(path.join(import.meta.dirname, "../../../helm/src/testdata/i-operator.yaml"), manifests);
  expect(await fixture.run(["edit", "--plugins", plugins])).toBe(0);

  const made = await treeOf(fixture.folder);
  expect(await fixture.run(["alpha", "generate", "--output-dir", "fresh"])).toBe(0);
  expect(Object.fromEntries(await treeOf(path.join(fixture.folder, "fresh")))).toEqual(
    Object.fromEntries([...made].filter(([file]) => file !== "dist/install.yaml")),
  );
  await rm(manifests);
  expect(await fixture.run(["alpha", "generate", "--output-dir", "fresher"])).toBe(0);
  expect([...(await treeOf(path.join(fixture.folder, "fresher"))).keys()]).not.toContain("dist/chart/Chart.yaml");
  expect(fixture.errors()).toContain(
    'warning: helm.kubewright.dev/v1 is left out: Cannot create a chart from "dist/install.yaml": it does not exist',
  );
});

test("alpha generate sets the running version of Kubewright packages, and does not add other packages", async () => {
  await using fixture = await startFixture();
  await fixture.run(["init", "--project-name", "shop", "--fetch-deps=false"]);
  const at = (file: string): string => path.join(fixture.folder, file);
  const text = await readFile(at("package.json"), "utf8");
  const own = {
    dependencies: { "@kubewright/runtime": "1.0.0", "@kubewright/schema": "1.0.0", mine: "^3.0.0" },
    devDependencies: { "@kubewright/helm": "1.0.0", mine2: "1.0.0" },
  };
  await writeFile(at("package.json"), JSON.stringify({ ...(JSON.parse(text) as object), ...own }));
  await writeFile(
    at("PROJECT"),
    (await readFile(at("PROJECT"), "utf8")).replace("cliVersion: 1.2.3", "cliVersion: 1.0.0"),
  );

  expect(await fixture.run(["alpha", "generate", "--output-dir", "fresh"])).toBe(0);

  expect(JSON.parse(await readFile(at("fresh/package.json"), "utf8"))).toMatchObject({
    dependencies: { "@kubewright/runtime": "1.2.3", "@kubewright/schema": "1.2.3", mine: "^3.0.0" },
    devDependencies: { "@kubewright/helm": "1.2.3", kubewright: "1.2.3", mine2: "1.0.0" },
  });
  expect(await readFile(at("fresh/PROJECT"), "utf8")).toContain("cliVersion: 1.2.3\n");
});

test("alpha generate does not write into a folder that is not empty", async () => {
  await using fixture = await startFixture();
  await fixture.run(["init", "--project-name", "shop", "--fetch-deps=false"]);
  await writeFile(path.join(fixture.folder, "mine"), "mine");

  expect(await fixture.run(["alpha", "generate", "--output-dir", "."])).toBe(1);
  expect(fixture.errors()).toContain(
    'Cannot use --output-dir: "." is not empty: expected an empty folder, or one that does not exist',
  );
});

async function treeOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const texts = files.map(async (file) => [path.relative(folder, file), await readFile(file, "utf8")] as const);
  return new Map(await Promise.all(texts));
}
