import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";

import { readConversions, withoutConversion } from "./project-conversions.ts";

test("the conversions of a project come from the patches that kustomize applies", async () => {
  const root = await folderWith({
    "config/crd/bases/a.yaml": definition("a.example.com"),
    "config/crd/kustomization.yaml": `resources: [bases/a.yaml]
patches:
  - path: patches/webhook_in_b.yaml
  - path: patches/webhook_in_a.yaml
  # - path: patches/webhook_in_c.yaml
  - { path: patches/columns.yaml, target: { kind: CustomResourceDefinition } }
`,
    "config/crd/patches/webhook_in_a.yaml": definition("a.example.com", conversion),
    "config/crd/patches/webhook_in_b.yaml": definition("b.example.com", '{ "strategy": "Webhook", "webhook": {} }'),
    "config/crd/patches/webhook_in_c.yaml": definition("c.example.com", conversion),
    "config/crd/patches/columns.yaml": "- { op: remove, path: /spec }\n",
  });

  expect(await readConversions(root)).toEqual([
    { definition: "a.example.com", path: "/turn", conversionReviewVersions: ["v2"] },
    { definition: "b.example.com", path: "/convert", conversionReviewVersions: ["v1"] },
  ]);
});

test("a hand-written CRD may have a conversion, and a project may have no CRDs", async () => {
  const byHand = await folderWith({ "config/crd/bases/a.yaml": definition("a.example.com", conversion) });

  expect(await readConversions(byHand)).toEqual([
    { definition: "a.example.com", path: "/turn", conversionReviewVersions: ["v2"] },
  ]);
  expect(await readConversions(await folderWith({}))).toEqual([]);
});

test("an error names a missing patch", async () => {
  const root = await folderWith({ "config/crd/kustomization.yaml": "patches: [{ path: patches/gone.yaml }]\n" });

  await expect(readConversions(root)).rejects.toThrow(
    `Cannot route conversions from "${path.join(root, "config/crd/patches/gone.yaml")}": it cannot be read`,
  );
});

test("withoutConversion() removes only the conversion", () => {
  const plain = { kind: "CustomResourceDefinition", metadata: { name: "a" }, spec: { group: "example.com" } };

  const converted = { ...plain, spec: { ...plain.spec, conversion: JSON.parse(conversion) as object } };

  expect(withoutConversion(converted)).toEqual(plain);
  expect(withoutConversion(plain)).toBe(plain);
});

const conversion =
  '{ "strategy": "Webhook", "webhook": { "clientConfig": { "service": { "path": "/turn" } }, "conversionReviewVersions": ["v2"] } }';

function definition(name: string, converted = '{ "strategy": "None" }'): string {
  return `kind: CustomResourceDefinition\nmetadata: { name: ${name} }\nspec: { conversion: ${converted} }\n`;
}

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-project-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  return folder;
}
