// CRDs from files in a temporary folder.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { readCrds } from "./read-crds.ts";

const crd = (name: string): string =>
  `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: ${name}}\n`;

test("readCrds() reads objects, files and folders, by name, and skips other kinds", async () => {
  await using folder = await temporaryFolder({
    "b.yaml": crd("b"),
    "a.yml": `${crd("a1")}---\n${crd("a2")}---\nkind: Namespace\n`,
    "c.json": JSON.stringify({ kind: "CustomResourceDefinition", metadata: { name: "c" } }),
    "README.md": "not one",
  });
  await mkdir(path.join(folder.path, "folder.yaml"));

  const crds = await readCrds([{ kind: "CustomResourceDefinition", metadata: { name: "object" } }, folder.path]);
  const [single] = await readCrds([path.join(folder.path, "b.yaml")]);

  expect(crds.map(({ metadata }) => metadata?.name)).toEqual(["object", "a1", "a2", "b", "c"]);
  expect(single?.metadata?.name).toBe("b");
});

test.each([
  {
    title: "is not there",
    file: "none.yaml",
    text: undefined,
    message: "it cannot be read: pass the path of a file or folder",
  },
  {
    title: "has no CRD in it",
    file: "other.yaml",
    text: "kind: Namespace\n",
    message: "there is no CustomResourceDefinition in it",
  },
  { title: "is no YAML", file: "broken.yaml", text: "kind: [a\nb: {", message: "at line" },
  {
    title: "has aliases that multiply",
    file: "bomb.yaml",
    text: "a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c]\n",
    message: "alias",
  },
])("readCrds() names a file that $title, in one line", async ({ file, text, message }) => {
  await using folder = await temporaryFolder(text === undefined ? {} : { [file]: text });
  const given = path.join(folder.path, file);

  const error: unknown = await readCrds([given]).catch((reason: unknown) => reason);

  expect(error).toMatchObject({ name: "EnvironmentError" });
  const reported = error instanceof Error ? error.message : "";
  expect(reported).toContain(`Cannot install CRDs from "${given}": `);
  expect(reported).toContain(message);
  expect(reported).not.toContain("\n");
});

async function temporaryFolder(
  files: Readonly<Record<string, string>>,
): Promise<AsyncDisposable & { readonly path: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-crds-"));
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  return { path: folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
