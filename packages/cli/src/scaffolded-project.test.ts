// Scaffolded projects: type check, lint and format succeed, and their tests pass.
import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { startProject } from "./testdata/start-project.ts";

test("a project with one group and every variant of create api is valid", async () => {
  await using project = await startProject("shop", ["--domain", "example.com", "--owner", "Acme Ltd."]);

  await project.api("--group shop --version v1 --kind Widget --resource --controller");
  await project.api("--group shop --version v2 --kind Widget --resource");
  await project.api(
    "--group shop --version v1 --kind Widget --controller --controller-name widget-backup --resource=false",
  );
  await project.api(
    "--group shop --version v1 --kind Client --namespaced=false --plural clientele --resource --controller",
  );
  await project.api("--group apps --version v1 --kind Deployment --controller");
  await project.api("--group core --version v1 --kind Pod --controller --controller-name pod-cleaner");
  await project.kubewright("generate");

  expect(await project.check()).toEqual({ types: "", lint: "", format: "", tests: "pass 5, fail 0" });
  expect(await project.text("internal/setup.ts")).toContain(
    "  addPodCleanerController,\n  // +kubebuilder:scaffold:builder\n",
  );
  expect(await project.text("config/crd/bases/shop.example.com_clientele.yaml")).toContain("scope: Cluster");
  expect(project.output()).toContain("  - describe Client in api/v1/client.ts\n");
}, 300_000);

test("npm test succeeds before there are tests, and prints the coverage of the project's own code", async () => {
  await using project = await startProject("shop", ["--domain", "example.com"]);
  await project.api("--group shop --version v1 --kind Order --resource --controller=false");
  await project.kubewright("generate");

  const empty = await project.script("test");
  await project.api("--group shop --version v1 --kind Order --resource=false --controller");
  await project.kubewright("generate");
  const covered = await project.script("test");

  expect(empty).toContain("fail 0");
  expect(covered).toContain("pass 1\n");
  expect(covered).toMatch(/order-controller\.ts +\| 100\.00 \|/u);
  expect(covered).not.toMatch(/zz_generated|\.test\.ts|node_modules/u);
  expect(await project.text("internal/controller/order-controller.ts")).toContain("the name of an Order whenever");
}, 120_000);

test("a flag of the author has its type in every part, without other changes", async () => {
  await using project = await startProject("shop", ["--domain", "example.com", "--namespaced"]);
  await project.api("--group shop --version v1 --kind Order --resource --controller");
  await project.kubewright("generate");
  const flags = await project.text("internal/flags.ts");
  const controller = await project.text("internal/controller/order-controller.ts");
  await writeFile(
    path.join(project.folder, "internal/flags.ts"),
    flags.replace(
      "flags = {}",
      'flags = {\n  "page-size": { type: "string", default: "50", help: "the objects in each request" },\n}',
    ),
  );
  await writeFile(
    path.join(project.folder, "internal/controller/order-controller.ts"),
    controller
      .replace(
        "(manager: Manager): void {",
        "(manager: Manager, program?: Program): void {\n  const size: string | undefined = program?.flags.pageSize;\n  manager.log.info(`Page size ${size}`);",
      )
      .replace("import { Order }", 'import type { Program } from "../flags.ts";\nimport { Order }'),
  );

  const { types, lint, tests } = await project.check();
  const manifest = await project.text("package.json");
  await writeFile(
    path.join(project.folder, "package.json"),
    manifest.replace('"run":', '"help": "node cmd/main.ts --help",\n    "run":'),
  );
  const help = await project.script("help");

  expect({ types, lint, tests }).toEqual({ types: "", lint: "", tests: "pass 1, fail 0" });
  expect(help).toMatch(/--page-size.*the objects in each request/u);
}, 120_000);

test("a project after edit --multigroup is valid, and gets a kind of a second group", async () => {
  await using project = await startProject("shop", ["--domain", "example.com"]);
  await project.api("--group shop --version v1 --kind Order --resource --controller");
  await project.api("--group shop --version v2 --kind Order --resource --controller=false");
  await project.api("--group shop --version v1 --kind Cache --image memcached:1.6");
  await project.api("--group core --version v1 --kind Pod --controller");
  const webhook = ["create", "webhook", "--group=shop", "--version=v1", "--kind=Order", "--make=false"];
  await project.kubewright(...webhook, "--defaulting", "--conversion");
  await project.kubewright("generate");

  await project.kubewright("edit", "--multigroup");
  await project.api("--group sea --version v1 --kind Order --resource --controller");
  await project.kubewright("generate");

  expect(await project.check()).toEqual({ types: "", lint: "", format: "", tests: "pass 11, fail 0" });
  await project.kubewright("generate", "--verify");
  const rbac = await project.text("config/rbac/kustomization.yaml");
  expect(rbac).toContain("- shop_order_admin_role.yaml\n");
  expect(rbac).not.toContain("- order_admin_role.yaml\n");
  expect(await readdir(path.join(project.folder, "config/rbac"))).not.toContain("order_admin_role.yaml");
}, 300_000);

test("a namespaced project with several groups is valid", async () => {
  await using project = await startProject("zoo", [
    "--domain",
    "zoo.io",
    "--multigroup",
    "--namespaced",
    "--license",
    "none",
  ]);

  await project.api("--group shop --version v1 --kind HTTPWidget --resource --controller");
  await project.api("--group sea.creatures --version v1beta1 --kind HTTPWidget --resource --controller");
  await project.kubewright("generate");

  expect(await project.check()).toEqual({ types: "", lint: "", format: "", tests: "pass 2, fail 0" });
  const controller = await project.text("internal/controller/sea.creatures/http-widget-controller.ts");
  expect(controller).toContain("/** Reconciles");
  expect(controller).toContain("groups=sea.creatures.zoo.io,namespace=system,resources=httpwidgets,");
  expect(await project.text("config/rbac/role.yaml")).toContain("kind: Role\n");
}, 300_000);

test("kinds that run an image are complete operators, with any names and settings", async () => {
  await using project = await startProject("shop", ["--domain", "example.com"]);
  const image = `registry.example.com:5000/team/${"long-".repeat(12)}name:v1@sha256:${"0a".repeat(32)}`;
  const hostile =
    'sh,-c,echo "it\'s" ${x}` */ \\n // and so on; until the line is longer than a line may be: } ]; evil(),é';

  await project.api("--group cache --version v1 --kind Memcached --image memcached:1.6 --image-container-port 11211");
  await project.kubewright(
    ..."create api --group cache --version v1 --kind Found --plural founds --run-as-user 1001 --ssa --make=false".split(
      " ",
    ),
    "--image",
    image,
    "--image-container-command",
    hostile,
    "--image-container-port",
    "65535",
  );
  await project.api("--group cache --version v1 --kind Deployment --image 1e3 --image-container-command 0,null,---");
  await project.kubewright("generate", "object", "crd", "rbac:roleName=manager-role", "applyconfiguration");

  expect(await project.check()).toEqual({ types: "", lint: "", format: "", tests: "pass 15, fail 0" });
  expect(await project.text("config/manager/manager.yaml")).toContain(`        - name: manager
          env:
            - name: MEMCACHED_IMAGE
              value: memcached:1.6
            - name: FOUND_IMAGE
              value: ${image}
            - name: DEPLOYMENT_IMAGE
              value: "1e3"
          image: controller:latest
`);
  const found = await project.text("internal/controller/found-deployment.ts");
  expect(found).toContain(`                'echo "it\\'s" \${x}\` */ \\\\n // and so on; until the line`);
  expect(await project.text("config/samples/cache_v1_memcached.yaml")).toMatch(
    /spec:\n {2}size: 1\n {2}containerPort: 11211\n$/,
  );
}, 300_000);

test("kinds that run an image work in projects with several groups and in namespaced projects", async () => {
  await using project = await startProject("zoo", ["--domain", "zoo.io", "--multigroup", "--namespaced"]);

  await project.api(
    "--group sea.creatures --version v1beta1 --kind HTTPWidget --image example.com/widget --run-as-user 1",
  );
  await project.kubewright("generate");

  expect(await project.check()).toEqual({ types: "", lint: "", format: "", tests: "pass 5, fail 0" });
  const controller = await project.text("internal/controller/sea.creatures/http-widget-controller.ts");
  expect(controller).toContain("groups=apps,namespace=system,resources=deployments,verbs=get;list;watch;create;patch");
  expect(controller).toContain('.named("sea.creatures-httpwidget")');
}, 300_000);

test("a second init, create api and generate change nothing", async () => {
  await using project = await startProject("shop", []);
  const words = [
    "create",
    "api",
    "--group",
    "shop",
    "--version",
    "v1",
    "--kind",
    "Widget",
    "--resource",
    "--controller",
  ];
  await project.kubewright(...words, "--make=false");
  await writeFile(path.join(project.folder, "internal/controller/widget-controller.ts"), "// mine\n");

  const again = project.kubewright(...words, "--make=false");

  await expect(again).rejects.toThrow(
    "Cannot create Widget v1: the project has it already: expected --resource=false, or --force to overwrite it",
  );
  await expect(project.kubewright("init")).rejects.toThrow("Cannot create a project here: PROJECT exists already");
  expect(await project.text("internal/controller/widget-controller.ts")).toBe("// mine\n");
});
