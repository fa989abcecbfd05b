import { expect, test } from "vitest";
import { changePackageJson } from "./change-package-json.ts";

const folderWith = (text: string | undefined) => ({
  root: "/",
  read: async () => text,
  write: async () => expect.unreachable("nothing is written"),
});

test("changePackageJson() adds what is missing, in npm's order, and leaves every version and field that is there", async () => {
  const text =
    '{ "name": "a", "dependencies": { "b": "1", "d": "1" }, "scripts": { "generate": "kubewright generate object" } }';

  const { files, byHand } = await changePackageJson(folderWith(text), {
    dependencies: ["c", "b@2"],
    devDependencies: ["@e/f@3", "d@9"],
    generator: "conversion",
  });

  expect(byHand).toEqual([]);
  expect(files.map(({ content }) => JSON.parse(content) as unknown)).toEqual([
    {
      name: "a",
      dependencies: { b: "1", c: "*", d: "1" },
      devDependencies: { "@e/f": "3" },
      scripts: { generate: "kubewright generate object conversion" },
    },
  ]);
  expect(files[0]?.content).toMatch(/"b": "1",\s+"c": "\*",\s+"d"/);
});

test.each([
  { script: "kubewright generate object conversion", isUsers: false },
  { script: "kubewright generate conversion crd", isUsers: false },
  { script: "make gen", isUsers: true },
  { script: "kubewright generate", isUsers: true },
  { script: "kubewright generate object && rm x", isUsers: true },
  { script: undefined, isUsers: true },
])("changePackageJson() leaves the script $script as it is", async ({ script, isUsers }) => {
  const text = JSON.stringify({ scripts: { generate: script } });

  const { files, byHand } = await changePackageJson(folderWith(text), { generator: "conversion" });

  expect(files).toEqual([]);
  expect(byHand.length).toBe(isUsers ? 1 : 0);
});

test("changePackageJson() wants a package.json only when something is needed", async () => {
  const folder = folderWith(undefined);

  expect(await changePackageJson(folder, {})).toEqual({ files: [], byHand: [] });
  await expect(changePackageJson(folder, { dependencies: ["a"] })).rejects.toThrow(
    'Cannot add "a": there is no package.json',
  );
});
