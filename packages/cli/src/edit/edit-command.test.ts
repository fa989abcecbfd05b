import { globSync, statSync } from "node:fs";
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { startFixture } from "../testdata/command-fixture.ts";

const api = ["create", "api", "--group", "shop", "--version", "v1", "--kind", "Widget", "--resource", "--controller"];

test("edit --multigroup moves the files of a group, changes imports and URLs, and removes the old roles", async () => {
  await using project = await startProject();
  await writeFile(
    path.join(project.folder, "internal/controller/helper.ts"),
    'export { Widget } from "../../api/v1/widget.ts";\n',
  );

  const code = await project.run(["edit", "--multigroup"]);

  expect(code).toBe(0);
  expect(await project.text("PROJECT")).toContain("multigroup: true\n");
  expect(project.output()).toContain("moved api/v1/widget.ts to api/shop/v1/widget.ts\n");
  expect(project.output()).toContain("changed internal/setup.ts\n");
  expect(project.output()).toContain("removed config/rbac/widget_admin_role.yaml\n");
  expect(project.output()).toMatch(/Next:\n {2}- run make manifests generate, then make test\n$/u);
  expect(await project.text("internal/setup.ts")).toContain('from "./controller/shop/widget-controller.ts";');
  expect(await project.text("internal/controller/shop/helper.ts")).toContain('from "../../../api/shop/v1/widget.ts";');
  const controllerTest = await project.text("internal/controller/shop/widget-controller.test.ts");
  expect(controllerTest).toContain("new URL(`../../../${path}`, import.meta.url)");
  expect(await readdir(path.join(project.folder, "api"))).toEqual(["shop"]);
  expect(await project.run(["edit", "--multigroup"])).toBe(0);
  expect(project.output()).toContain("Nothing to change: the project has these settings already\n");
});

test("edit --multigroup=false restores the project before edit --multigroup", async () => {
  await using project = await startProject();
  const before = await filesOf(project.folder);

  await project.run(["edit", "--multigroup"]);
  const between = await filesOf(project.folder);
  const code = await project.run(["edit", "--multigroup=false"]);

  expect(code).toBe(0);
  expect(between).not.toEqual(before);
  expect(await filesOf(project.folder)).toEqual(before);
});

test("edit --multigroup moves the controllers of each group to its folder", async () => {
  await using project = await startProject();
  const deployments = ["--group", "apps", "--version", "v1", "--kind", "Deployment", "--resource=false"];
  await project.run(["create", "api", ...deployments, "--controller", "--make=false"]);
  await project.run([
    "create",
    "api",
    ...deployments,
    "--controller",
    "--controller-name",
    "widget-scaler",
    "--make=false",
  ]);

  await project.run(["edit", "--multigroup", "--dry-run"]);
  const shown = project.output();
  await project.run(["edit", "--multigroup"]);

  expect(shown).toContain(
    "would move internal/controller/widget-scaler-controller.ts to internal/controller/apps/widget-scaler-controller.ts\n",
  );
  expect(await readdir(path.join(project.folder, "internal/controller"))).toEqual(["apps", "shop"]);
  expect(await readdir(path.join(project.folder, "internal/controller/shop"))).toEqual([
    "widget-controller.test.ts",
    "widget-controller.ts",
  ]);
});

test("edit --multigroup keeps the roles if it cannot change the list that has them", async () => {
  await using project = await startProject();
  const list = path.join(project.folder, "config/rbac/kustomization.yaml");
  await writeFile(
    list,
    (await readFile(list, "utf8")).replace("  - widget_admin_role.yaml", "  - ./widget_admin_role.yaml"),
  );

  await project.run(["edit", "--multigroup"]);

  expect(project.output()).toContain("  - change config/rbac/kustomization.yaml, which you have modified");
  expect(project.output()).toContain("  - remove config/rbac/widget_editor_role.yaml: the new layout has another file");
  expect(await project.text("config/rbac/widget_editor_role.yaml")).toContain("kind: ClusterRole");
});

test("edit --multigroup changes nothing if a file is in the way, and names modified roles", async () => {
  await using project = await startProject();
  await mkdir(path.join(project.folder, "api/shop/v1"), { recursive: true });
  await writeFile(path.join(project.folder, "api/shop/v1/widget.ts"), "// mine\n");
  await appendFile(path.join(project.folder, "config/rbac/widget_admin_role.yaml"), "# mine\n");
  const before = await filesOf(project.folder);

  expect(await project.run(["edit", "--multigroup"])).toBe(1);
  expect(project.errors()).toContain(
    'Cannot move "api/v1/widget.ts": "api/shop/v1/widget.ts" exists: rename one of them first',
  );
  expect(await filesOf(project.folder)).toEqual(before);
  await rm(path.join(project.folder, "api/shop"), { recursive: true });
  expect(await project.run(["edit", "--multigroup"])).toBe(0);
  expect(project.output()).toContain(
    "  - remove config/rbac/widget_admin_role.yaml: the new layout has another file instead",
  );
});

test("edit --namespaced changes unmodified files, and lists the modified ones", async () => {
  await using project = await startProject();
  const before = await project.text("config/rbac/role_binding.yaml");
  await appendFile(path.join(project.folder, "cmd/main.ts"), "// mine\n");

  await project.run(["edit", "--namespaced"]);

  expect(before).toContain("kind: ClusterRoleBinding\n");
  expect(await project.text("config/rbac/role_binding.yaml")).toContain("kind: RoleBinding\n");
  expect(await project.text("cmd/main.ts")).not.toContain("config.namespace:");
  expect(project.output()).toContain("  - change cmd/main.ts, which you have modified, or use --force to overwrite it");
  await project.run(["edit", "--namespaced=false"]);
  expect(await project.text("config/rbac/role_binding.yaml")).toBe(before);
});

test("edit --plugins adds a workflow for updates if PROJECT has cliVersion", async () => {
  await using project = await startProject();
  const edit = ["edit", "--plugins", "autoupdate.kubewright.dev/v1"];

  expect(await project.run(edit)).toBe(0);
  expect(await project.text(".github/workflows/auto_update.yml")).toContain("kubewright alpha update --force");
  expect(await project.text("PROJECT")).toContain("autoupdate.kubewright.dev/v1: {}\n");
  await writeFile(
    path.join(project.folder, "PROJECT"),
    (await project.text("PROJECT")).replace("cliVersion: 1.2.3\n", ""),
  );
  expect(await project.run(edit)).toBe(1);

  expect(project.errors()).toContain("Cannot add the update workflow: PROJECT has no cliVersion");
});

test("edit --plugins adds dashboards once, and rejects unknown plugins", async () => {
  await using project = await startProject();

  expect(await project.run(["edit", "--plugins", "grafana.kubewright.dev/v1"])).toBe(0);

  expect(await project.text("grafana/controller-runtime-metrics.json")).toContain("controller_runtime_reconcile_total");
  expect(await project.text("PROJECT")).toContain("grafana.kubewright.dev/v1: {}\n");
  expect(await project.run(["edit", "--plugins", "grafana.kubewright.dev/v1"])).toBe(0);
  expect(await project.run(["edit", "--plugins", "no.kubewright.dev/v1"])).toBe(1);
  expect(await project.run(["edit", "--plugins", "grafana.kubewright.dev/v1", "--multigroup"])).toBe(1);
});

test("edit --plugins adds a dashboard of custom metrics", async () => {
  await using project = await startProject();
  const edit = ["edit", "--plugins", "grafana.kubewright.dev/v1"];
  await project.run(edit);
  const config = path.join(project.folder, "grafana/custom-metrics/config.yaml");

  await writeFile(config, "customMetrics:\n- metric: shop_orders_total\n  type: counter\n");
  expect(await project.run(edit)).toBe(0);
  await writeFile(config, "customMetrics:\n- metric: shop_orders_total\n");
  expect(await project.run(edit)).toBe(1);

  const dashboard = await project.text("grafana/custom-metrics/custom-metrics-dashboard.json");
  expect(dashboard).toContain("sum(rate(shop_orders_total{");
  expect(project.errors()).toContain("customMetrics[0].type is missing: expected counter, gauge or histogram");
});

test("edit --license gives new files another header", async () => {
  await using project = await startProject();

  await project.run(["edit", "--license", "copyright", "--owner", "Acme Ltd."]);
  await project.run(["create", "api", "--group", "shop", "--version", "v1", "--kind", "Gadget", "--resource"]);

  const [first] = (await project.text("api/v1/gadget.ts")).split("\n");
  expect(first).toMatch(/^\/\/ Copyright \d{4} Acme Ltd\.$/u);
});

test.each([
  { args: ["edit"], message: "Nothing to change: expected --multigroup, --namespaced, --license" },
  { args: ["edit", "--owner", "a\nb"], message: 'Cannot use --owner: "a\\nb": expected a name' },
  {
    args: ["edit", "--license-file", "no"],
    message: 'Cannot read the license file "no": it cannot be read: expected a text file',
  },
])("$args is refused: $message", async ({ args, message }) => {
  await using project = await startProject();

  expect(await project.run(args)).toBe(1);
  expect(project.errors()).toContain(message);
});

test("edit outside a project prints how to create one", async () => {
  await using fixture = await startFixture();

  expect(await fixture.run(["edit", "--multigroup"])).toBe(1);
  expect(fixture.errors()).toContain(
    'PROJECT does not exist: run the command in a project, or create one with "kubewright init"',
  );
});

async function filesOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = globSync("**/*.*", { cwd: folder }).toSorted();
  const files = names.filter((name) => !statSync(path.join(folder, name)).isDirectory());
  const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), "utf8")));
  return new Map(files.map((name, index) => [name, texts[index] ?? ""]));
}

async function startProject() {
  const fixture = await startFixture();
  await fixture.run(["init", "--project-name", "shop", "--domain", "example.com", "--fetch-deps=false"]);
  await fixture.run([...api, "--make=false"]);
  return {
    ...fixture,
    text: (file: string) => readFile(path.join(fixture.folder, file), "utf8"),
  };
}
