import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { startWorld } from "../testdata/command-world.ts";

const named = ["init", "--project-name", "shop", "--fetch-deps=false"];

test("init in a fresh checkout keeps what is there, and begins where npm has installed the command", async () => {
  await using world = await startWorld();
  const manifest = { name: "mine", scripts: { own: "x" }, dependencies: { kubewright: "1.2.3" } };
  await writeFile(path.join(world.folder, "package.json"), JSON.stringify(manifest));
  await writeFile(path.join(world.folder, "README.md"), "# Mine\n");
  await writeFile(path.join(world.folder, "LICENSE"), "mine\n");
  await mkdir(path.join(world.folder, ".git"));

  const code = await world.run(named);

  const changed: unknown = JSON.parse(await readFile(path.join(world.folder, "package.json"), "utf8"));
  expect(code).toBe(0);
  expect(changed).toMatchObject({
    name: "mine",
    type: "module",
    scripts: { own: "x", run: "node cmd/main.ts" },
    dependencies: { kubewright: "1.2.3", "@kubewright/runtime": "1.2.3" },
    devDependencies: { "@kubewright/envtest": "1.2.3" },
  });
  expect(changed).not.toMatchObject({ devDependencies: { kubewright: "1.2.3" } });
  expect(world.output()).toContain("kept README.md, which is yours\n");
  expect(world.output()).toMatch(/Next: define a kind with:\n {2}\$ npm install\n {2}\$ npx kubewright create api /u);
});

test.each([
  {
    file: "src/index.ts",
    message: "Cannot make a project here: the folder has src: expected it to be empty, or --force",
  },
  { file: "PROJECT", message: "Cannot make a project here: there is one already, as PROJECT says" },
  { file: "package.json", message: 'Cannot use "package.json": it is no JSON object' },
])("init beside $file is refused", async ({ file, message }) => {
  await using world = await startWorld();
  await mkdir(path.dirname(path.join(world.folder, file)), { recursive: true });
  await writeFile(path.join(world.folder, file), "anything");

  expect(await world.run(named)).toBe(1);
  expect(world.errors()).toContain(message);
  expect(await readdir(world.folder)).toHaveLength(1);
});

test("init --dry-run writes nothing and lists what it would write", async () => {
  await using world = await startWorld();

  expect(await world.run([...named, "--dry-run"])).toBe(0);
  expect(await readdir(world.folder)).toEqual([]);
  expect(world.output()).toContain("would write cmd/main.ts\n");
});

test("init --license-file begins each file of code with the text, as a comment", async () => {
  await using world = await startWorld();
  await writeFile(path.join(world.folder, "NOTICE.md"), "All rights reserved.\n*/ process.exit();\n");

  await world.run([...named, "--license-file", "NOTICE.md"]);

  const main = await readFile(path.join(world.folder, "cmd/main.ts"), "utf8");
  expect(main.startsWith("// All rights reserved.\n// */ process.exit();\n\n/** ")).toBe(true);
});

test.each([
  { args: ["--license", "mit"], code: 2, message: "Allowed choices are apache2, copyright, none" },
  { args: ["--project-version", "2"], code: 2, message: "Allowed choices are 3" },
  {
    args: ["--plugins", "go/v4"],
    code: 1,
    message: 'Cannot use --plugins: "go/v4" is not in "',
  },
  { args: ["--multigroup=maybe"], code: 2, message: "Expected true or false" },
])("init $args is refused", async ({ args, code, message }) => {
  await using world = await startWorld();

  expect(await world.run([...named, ...args])).toBe(code);
  expect(world.errors()).toContain(message);
});
