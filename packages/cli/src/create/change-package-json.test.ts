import { expect, test } from "vitest";
import { changePackageJson } from "./change-package-json.ts";

const folderWith = (text: string | undefined) => ({
  root: "/",
  read: async () => text,
  write: async () => expect.unreachable("nothing is written"),
  list: async () => [],
  remove: async () => expect.unreachable("nothing is removed"),
});

test("changePackageJson() adds missing fields in npm's order, and keeps all existing versions and fields", async () => {
  const text =
    '{ "name": "a", "dependencies": { "b": "1", "d": "1" }, "kubewright": { "generate": ["object"], "x": 1 } }';

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
      kubewright: { generate: ["object", "conversion"], x: 1 },
    },
  ]);
  expect(files[0]?.content).toMatch(/"b": "1",\s+"c": "\*",\s+"d"/);
});

test.each([
  { words: ["object", "conversion"], steps: [] },
  { words: ["conversion:headerFile=x", "crd"], steps: [] },
  {
    words: undefined,
    steps: ['add "conversion" to the generators of the project: package.json has no list "kubewright.generate"'],
  },
])("changePackageJson() keeps the generators $words", async ({ words, steps }) => {
  const text = JSON.stringify({ kubewright: { generate: words } });

  const { files, byHand } = await changePackageJson(folderWith(text), { generator: "conversion" });

  expect(files).toEqual([]);
  expect(byHand).toEqual(steps);
});

test("changePackageJson() requires a package.json only if it has to change", async () => {
  const folder = folderWith(undefined);

  expect(await changePackageJson(folder, {})).toEqual({ files: [], byHand: [] });
  await expect(changePackageJson(folder, { dependencies: ["a"] })).rejects.toThrow(
    'Cannot add "a": package.json does not exist',
  );
});
