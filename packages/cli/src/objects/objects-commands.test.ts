// apply and delete, on the embedded cluster over its socket. `make install` and `make uninstall` use them.
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { startEnvironment } from "@kubewright/envtest";
import { expect, test } from "vitest";
import { startFixture } from "../testdata/command-fixture.ts";

const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.shop.example.com }
spec:
  group: shop.example.com
  names: { kind: Widget, plural: widgets }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, properties: { spec: { type: object, properties: { size: { type: integer } } } } } }
`;
const widget = (size: string): string => `apiVersion: shop.example.com/v1
kind: Widget
metadata: { name: one }
spec: { size: ${size} }
`;
const kustomization = "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [widget.yaml]\n";
const namespace = "apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n";

test("apply begins with namespaces and CRDs, waits for the kinds, and can be repeated; delete has the reverse order", async () => {
  await using shop = await startShop({
    "a.yaml": widget("1"),
    "b.yaml": crd,
    "c.yaml": namespace,
    "d.yaml": kustomization,
  });

  const applied = await shop.run(["apply", "-f", "config", "-n", "shop"]);
  const again = await shop.run(["apply", "-f", "config", "-n", "shop"]);
  const deleted = await shop.run(["delete", "-f", "config", "-n", "shop"]);
  const gone = await shop.run(["delete", "-f", "config/a.yaml", "-n", "shop", "--ignore-not-found"]);

  expect([applied, again, deleted, gone]).toEqual([0, 0, 0, 0]);
  const names = [
    "namespace/shop",
    "customresourcedefinition.apiextensions.k8s.io/widgets.shop.example.com",
    "widget.shop.example.com/one",
  ];
  expect(shop.output().split("\n").filter(Boolean)).toEqual([
    ...names.map((name) => `${name} serverside-applied`),
    ...names.map((name) => `${name} serverside-applied`),
    ...names.toReversed().map((name) => `${name} deleted`),
  ]);
});

test("each error is one line, and the name of its explanation: a rejection, a conflict, an unknown kind, a missing file, a missing object", async () => {
  await using shop = await startShop({
    "crd.yaml": crd,
    "good.yaml": widget("1"),
    "bad.yaml": widget("'1'"),
    "other.yaml": widget("2"),
  });
  await shop.run(["apply", "-f", "config/crd.yaml", "-f", "config/good.yaml"]);

  const codes = [
    await shop.run(["apply", "-f", "config/bad.yaml"]),
    await shop.run(["apply", "-f", "config/other.yaml", "--field-manager", "other"]),
    await shop.run(["apply", "-f", "nowhere"]),
    await shop.run(["delete", "-f", "config/good.yaml", "-n", "kube-system"]),
    await shop.run(["delete", "-f", "config/crd.yaml"]),
    await shop.run(["apply", "-f", "config/good.yaml"]),
  ];
  const forced = await shop.run(["apply", "-f", "config/crd.yaml", "-f", "config/other.yaml", "--force-conflicts"]);

  expect([codes, forced]).toEqual([[1, 1, 1, 1, 0, 1], 0]);
  expect(shop.errors().trimEnd().split("\n")).toEqual([
    expect.stringContaining(".spec.size: expected numeric (int or float), got string"),
    expect.stringContaining('conflict with "kubewright": .spec.size'),
    expect.stringContaining("kubewright troubleshoot apply-conflict"),
    expect.stringMatching(/^Cannot apply objects from ".*nowhere": it cannot be read/),
    "Cannot delete widget.shop.example.com/one: not found: use --ignore-not-found to ignore this",
    'Cannot apply Widget "one": the cluster does not have Widget of shop.example.com/v1: install its CRD first',
  ]);
});

test("apply and delete read standard input, including lists", async () => {
  await using shop = await startShop({});
  const map = (name: string, value: string): string =>
    `{ "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": "${name}" }, "data": { "a": "${value}" } }`;
  const list = `{ "apiVersion": "v1", "kind": "List", "items": [${map("a", "1")}, ${map("b", "2")}] }`;

  const codes = [
    await shop.run(["apply", "-f", "-"], list),
    await shop.run(["delete", "-f", "-"], list),
    await shop.run(["apply", "-f", "-"], "- a\n- b\n"),
    await shop.run(["apply", "-f", "-"], ""),
  ];

  expect(codes).toEqual([0, 0, 1, 1]);
  expect(shop.output().split("\n")).toContain("configmap/b deleted");
  expect(shop.errors().split("\n").slice(0, 2)).toEqual([
    "Cannot apply objects from standard input: it contains a value that is not an object: expected apiVersion and kind in each document",
    "Cannot apply objects from -: it contains no objects",
  ]);
});

test("apply --dry-run stores nothing", async () => {
  await using shop = await startShop({ "c.yaml": namespace });

  const exit = await shop.run(["apply", "-f", "config", "--dry-run"]);
  const missing = await shop.run(["delete", "-f", "config"]);

  expect([exit, missing]).toEqual([0, 1]);
  expect(shop.output()).toBe("namespace/shop serverside-applied (server dry run)\n");
});

/** A cluster with a listener, its kubeconfig, and a folder `config` with these files. */
async function startShop(files: Readonly<Record<string, string>>) {
  await using stack = new AsyncDisposableStack();
  const env = stack.use(await startEnvironment({ server: "embedded", listen: {}, controllers: "none" }));
  const fixture = stack.use(await startFixture());
  await mkdir(path.join(fixture.folder, "config"));
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(fixture.folder, "config", name), text);
  const kubeconfig = path.join(fixture.folder, "kubeconfig");
  await writeFile(kubeconfig, await env.kubeconfig(), { mode: 0o600 });
  const owned = stack.move();
  return {
    run: (args: readonly string[], input?: string) => fixture.run([...args, "--kubeconfig", "kubeconfig"], {}, input),
    output: fixture.output,
    errors: fixture.errors,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
