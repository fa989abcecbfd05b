// Scaffolded conversions: type check, lint and format succeed, nothing is lost between versions, and invalid versions are rejected.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { startProject } from "./testdata/start-project.ts";

const hub = ["create", "webhook", "--group=shop", "--version=v2", "--kind=Widget", "--make=false"];

type ScaffoldedProject = Awaited<ReturnType<typeof startProject>>;

/** A kind with two versions, of which the second is the storage version. */
async function addVersions(project: ScaffoldedProject): Promise<void> {
  await project.api("--group shop --version v2 --kind Widget --resource --controller=false");
  await project.api("--group shop --version v1 --kind Widget --resource --controller=false");
}

async function change(project: ScaffoldedProject, file: string, from: string, to: string): Promise<void> {
  const at = path.join(project.folder, file);
  const text = await readFile(at, "utf8");
  expect(text).toContain(from);
  await writeFile(at, text.replace(from, to));
}

test("create webhook --conversion scaffolds a valid project with two different versions", async () => {
  await using project = await startProject("shop", ["--domain", "example.com"]);
  await addVersions(project);
  await project.kubewright(...hub, "--conversion", "--spoke", "v1");
  await project.kubewright("generate", "crd", "object", "conversion", "rbac:roleName=manager-role", "webhook");

  const same = await project.check();
  await change(project, "api/v2/widget.ts", "readonly foo?: string", "readonly bar?: string");
  await project.kubewright("generate", "crd", "object", "conversion");
  const different = await project.check();
  await change(
    project,
    "api/v1/widget-conversion.ts",
    "{ toHub: {}, fromHub: {} }",
    `{
  toHub: { spec: ({ foo }) => ({ bar: foo }) },
  fromHub: { spec: ({ bar }) => ({ foo: bar }) },
}`,
  );

  expect(same).toEqual({ types: "", lint: "", format: "", tests: "pass 2, fail 0" });
  expect(different.types).toContain("Property 'spec' is missing in type '{}' but required in type 'WidgetToHub'");
  expect(await project.check()).toEqual({ types: "", lint: "", format: "", tests: "pass 2, fail 0" });
  expect(await project.text("PROJECT")).toMatch(/conversion: true\n\s+spoke:\n\s+- v1\n/);
  expect(JSON.parse(await project.text("package.json"))).toMatchObject({
    kubewright: { generate: ["crd", "rbac:roleName=manager-role", "webhook", "object", "conversion"] },
  });
  expect(await project.text("config/rbac/role.yaml")).toMatch(
    /- widgets\.shop\.example\.com\n\s+resources:\n\s+- customresourcedefinitions\n/,
  );
  expect(await project.text("config/crd/patches/webhook_in_widgets.yaml")).toContain("path: /convert\n");
  expect(await project.text("internal/webhook/webhooks.ts")).toContain("  widgetV1Spoke,\n");
  expect(project.output()).toContain(
    "  - implement the conversions that the compiler requires in api/v1/widget-conversion.ts\n",
  );
}, 300_000);

test("create webhook --conversion works with other webhooks, twice, and without a list of generators", async () => {
  await using project = await startProject("zoo", ["--domain", "zoo.io", "--multigroup"]);
  await addVersions(project);
  await change(project, "package.json", '"kubewright": {', '"others": {');

  await project.kubewright(...hub, "--defaulting", "--conversion");
  const webhooks = await project.text("internal/webhook/webhooks.ts");
  await project.kubewright(...hub, "--conversion");

  expect(await project.text("internal/webhook/webhooks.ts")).toBe(webhooks);
  expect(webhooks).toContain(
    'import { widgetSpoke as shopWidgetV1Spoke } from "../../api/shop/v1/widget-conversion.ts";',
  );
  expect(webhooks).toContain("  ...shopWidgetV2Webhooks,\n");
  expect(project.output()).toContain('  - add "conversion" to the generators of the project');
}, 60_000);

test("create webhook --conversion names the versions that it cannot convert, and the reasons", async () => {
  await using project = await startProject("shop", ["--domain", "example.com"]);
  const webhook = (version: string, ...flags: readonly string[]) =>
    project.kubewright(
      "create",
      "webhook",
      "--group=shop",
      `--version=${version}`,
      "--kind=Widget",
      "--make=false",
      ...flags,
    );
  await project.api("--group shop --version v2 --kind Widget --resource --controller=false");

  await expect(webhook("v2", "--conversion")).rejects.toThrow("the project has no other version of it");
  await project.api("--group shop --version v1 --kind Widget --resource --controller=false");
  await project.api("--group shop --version v3 --kind Widget --resource --controller=false");

  await expect(webhook("v9", "--conversion")).rejects.toThrow("Cannot find the kind Widget");
  await expect(webhook("v2", "--spoke=v1")).rejects.toThrow("Cannot use --spoke: it requires --conversion");
  await expect(webhook("v2", "--conversion", "--spoke=v1,v2")).rejects.toThrow('"v2" is the hub');
  await expect(webhook("v2", "--conversion", "--spoke=v8")).rejects.toThrow(
    "the project has no Widget v8: expected v1 or v3",
  );
  await expect(webhook("v2", "--conversion", "--spoke=../x")).rejects.toThrow("expected a version such as v1");
  await expect(webhook("v2", "--conversion", "--spoke=v1")).rejects.toThrow("Widget v3 would not be converted");
  await expect(webhook("v1", "--conversion")).rejects.toThrow("v2 is the storage version, which must be the hub");
  await expect(
    project.kubewright(
      "create",
      "webhook",
      "--group=core",
      "--version=v1",
      "--kind=Pod",
      "--conversion",
      "--make=false",
    ),
  ).rejects.toThrow("its CRD belongs to another project");
  expect(await project.text("PROJECT")).not.toContain("conversion");
  await webhook("v2", "--conversion", "--spoke=v1,v3");
  await expect(webhook("v1", "--conversion")).rejects.toThrow("PROJECT has the hub v2");
}, 60_000);
