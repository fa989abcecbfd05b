// Scaffolded webhooks: type check, lint and format succeed, an API server calls them, and a second run is rejected.
import { writeFile } from "node:fs/promises";
import path from "node:path";
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

test("the validator allows updates of objects that were invalid before, so that they can lose their finalizers", async () => {
  await using project = await startProject("shop", ["--domain", "example.com"]);
  await project.api("--group shop --version v1 --kind Widget --resource --controller=false");
  const flags = ["--group=shop", "--version=v1", "--kind=Widget", "--programmatic-validation", "--make=false"];
  await project.kubewright("create", "webhook", ...flags);
  await project.kubewright("generate", "crd", "object", "webhook");
  const file = "internal/webhook/v1/widget-webhook.ts";
  const code = await project.text(file);
  const denying = code
    .replace("refusalOf(_object:", "refusalOf(object:")
    .replace(/return undefined;.*/u, 'return object.spec.foo === "bad" ? "foo is bad" : undefined;');
  await writeFile(path.join(project.folder, file), denying);
  await writeFile(path.join(project.folder, "internal/webhook/v1/old-objects.test.ts"), oldObjectsTest);

  expect((await project.check()).tests).toBe("pass 3, fail 0");
}, 300_000);

/** The second test is the scaffolded one with the CRD; this one stores objects in an environment whose webhooks are added later. */
const oldObjectsTest = `import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { startEnvironment } from "@kubewright/envtest";
import { Widget } from "../../../api/v1/zz_generated.widget.ts";
import { widgetV1Webhooks } from "./widget-webhook.ts";

const crds = [fileURLToPath(new URL("../../../config/crd/bases", import.meta.url))];
const manifests = [fileURLToPath(new URL("../../../config/webhook/manifests.yaml", import.meta.url))];
const path = "/validate-shop-example-com-v1-widget";
const validate = widgetV1Webhooks[path] ?? assert.fail();
const metadata = { namespace: "default", name: "old", finalizers: ["example.com/cleanup"] };

test("a valid object cannot become invalid", async () => {
  await using env = await startEnvironment({ crds, webhooks: { manifests, handlers: { [path]: validate } } });
  const { metadata: stored } = await env.client.create(Widget, { metadata, spec: { foo: "good" } });
  await assert.rejects(env.client.update(Widget, { metadata: stored, spec: { foo: "bad" } }), /foo is bad/);
  await assert.rejects(env.client.create(Widget, { metadata: { ...metadata, name: "new" }, spec: { foo: "bad" } }), /foo is bad/);
});

test("an invalid object that is being deleted loses its finalizer", async () => {
  let isStored = false;
  const handlers = { [path]: (...args: Parameters<typeof validate>) => (isStored ? validate(...args) : Promise.resolve({})) };
  await using env = await startEnvironment({ crds, webhooks: { manifests, handlers } });
  const stored = await env.client.create(Widget, { metadata, spec: { foo: "bad" } });
  isStored = true;
  await env.client.delete(stored);
  const terminating = await env.client.get(Widget, { namespace: "default", name: "old" });
  await env.client.update(Widget, { metadata: { ...terminating?.metadata, namespace: "default", name: "old", finalizers: [] }, spec: { foo: "bad" } });
  assert.equal(await env.client.get(Widget, { namespace: "default", name: "old" }), undefined);
});
`;

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
