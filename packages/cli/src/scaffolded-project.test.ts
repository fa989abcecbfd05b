// Projects as the commands make them are what the README promises: they type-check, lint, are formatted, and their tests pass.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { startProject } from "./testdata/start-project.ts";

test("a project of one group, with every form of create api, is ready to be worked on", async () => {
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

test("a project of several groups that works in one namespace is ready to be worked on", async () => {
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
  expect(controller).toContain("/** Makes true");
  expect(controller).toContain("groups=sea.creatures.zoo.io,namespace=system,resources=httpwidgets,");
  expect(await project.text("config/rbac/role.yaml")).toContain("kind: Role\n");
}, 300_000);

test("init, create api and generate a second time change nothing", async () => {
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
    "Cannot create Widget v1: the project has it already: expected --resource=false, or --force to write over it",
  );
  await expect(project.kubewright("init")).rejects.toThrow("Cannot make a project here: there is one already");
  expect(await project.text("internal/controller/widget-controller.ts")).toBe("// mine\n");
});
