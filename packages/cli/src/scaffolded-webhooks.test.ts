// Scaffolded webhooks: type check, lint and format succeed, an API server calls them, and a second run is rejected.
import { expect, test } from "vitest";
import { startProject } from "./testdata/start-project.ts";

test("a project with all variants of create webhook is valid", async () => {
  await using project = await startProject("shop", ["--domain", "example.com"]);
  const webhook = (words: string) => project.kubewright("create", "webhook", ...words.split(" "), "--make=false");
  await project.api("--group shop --version v1 --kind Widget --resource --controller");
  await project.api(
    "--group shop --version v1 --kind AdmissionWebhook --namespaced=false --resource --controller=false",
  );

  await webhook("--group shop --version v1 --kind Widget --defaulting --programmatic-validation");
  await webhook("--group shop --version v1 --kind AdmissionWebhook --programmatic-validation --validation-path /judge");
  await webhook("--group core --version v1 --kind Pod --defaulting --programmatic-validation");
  await webhook("--group apps --version v1 --kind Deployment --programmatic-validation");
  await project.kubewright("generate", "crd", "object", "rbac:roleName=manager-role", "webhook");

  expect(await project.check()).toEqual({ types: "", lint: "", format: "", tests: "pass 6, fail 0" });
  expect(await project.text("config/webhook/manifests.yaml")).toContain("path: /mutate--v1-pod\n");
  expect(await project.text("config/rbac/role.yaml")).toContain("- shop-webhook-certificates\n");
  expect(await project.text("internal/setup.ts")).toContain("  addWebhooks,\n");
  expect(await project.text("package.json")).toContain('"@kubewright/webhook": "0.1.0"');
}, 300_000);

test("a project with several groups may have webhooks for kinds with the same name", async () => {
  await using project = await startProject("zoo", ["--domain", "zoo.io", "--multigroup", "--namespaced"]);
  for (const group of ["shop", "sea"]) {
    await project.api(`--group ${group} --version v1 --kind Widget --resource --controller=false`);
    await project.kubewright(
      "create",
      "webhook",
      `--group=${group}`,
      "--version=v1",
      "--kind=Widget",
      "--defaulting",
      "--make=false",
    );
  }
  await project.kubewright("generate", "crd", "object", "rbac:roleName=manager-role", "webhook");

  expect(await project.check()).toEqual({ types: "", lint: "", format: "", tests: "pass 2, fail 0" });
  expect(await project.text("internal/webhook/webhooks.ts")).toContain(
    "  ...shopWidgetV1Webhooks,\n  ...seaWidgetV1Webhooks,\n",
  );
}, 300_000);

test("create webhook reports what it cannot create, and why", async () => {
  await using project = await startProject("shop", ["--domain", "example.com"]);
  const webhook = (...flags: readonly string[]) =>
    project.kubewright("create", "webhook", "--group=shop", "--version=v1", "--kind=Widget", "--make=false", ...flags);

  await expect(webhook()).rejects.toThrow("expected --defaulting, --programmatic-validation, or --conversion");
  await expect(webhook("--defaulting")).rejects.toThrow("Cannot find the kind Widget");
  await expect(webhook("--defaulting", "--validation-path=/a")).rejects.toThrow(
    "it requires --programmatic-validation",
  );
  await project.api("--group shop --version v1 --kind Widget --resource --controller=false");
  await expect(webhook("--defaulting", "--defaulting-path=../x")).rejects.toThrow("Cannot use --defaulting-path");
  await webhook("--defaulting");
  await expect(webhook("--programmatic-validation")).rejects.toThrow("it has webhooks already: expected --force");
  await webhook("--programmatic-validation", "--force");

  expect(await project.text("internal/webhook/v1/widget-webhook.ts")).toMatch(/createDefaulter[\s\S]*createValidator/);
}, 300_000);
