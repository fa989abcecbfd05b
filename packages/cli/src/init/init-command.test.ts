import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { run } from "../program.ts";
import { startFixture } from "../testdata/command-fixture.ts";

const named = ["init", "--project-name", "shop", "--fetch-deps=false"];

test("init prints the number of files and their folders, and each file with --verbose", async () => {
  await using first = await startFixture();
  await using second = await startFixture();

  await first.run(named);
  await second.run([...named, "--verbose"]);
  const again = await second.run(named);

  expect(first.output()).toMatch(
    /^wrote \d+ files in \., \.devcontainer\/, \.github\/, cmd\/, config\/, hack\/, internal\/, test\/ \(--verbose lists them\)\nNext: /u,
  );
  expect(second.output().match(/^wrote \S+$/gmu)?.length).toBeGreaterThan(40);
  expect(again).toBe(1);
  expect(second.errors()).toContain("run npm install to complete an interrupted init");
});

test("init keeps the files of a fresh checkout, and works after npm has installed the command", async () => {
  await using fixture = await startFixture();
  const manifest = { name: "mine", scripts: { own: "x" }, dependencies: { kubewright: "1.2.3" } };
  await writeFile(path.join(fixture.folder, "package.json"), JSON.stringify(manifest));
  await writeFile(path.join(fixture.folder, "README.md"), "# Mine\n");
  await writeFile(path.join(fixture.folder, "LICENSE"), "mine\n");
  await mkdir(path.join(fixture.folder, ".git"));

  const code = await fixture.run(named);

  const changed: unknown = JSON.parse(await readFile(path.join(fixture.folder, "package.json"), "utf8"));
  expect(code).toBe(0);
  expect(changed).toMatchObject({
    name: "mine",
    type: "module",
    scripts: { own: "x", run: "node cmd/main.ts" },
    dependencies: { kubewright: "1.2.3", "@kubewright/runtime": "1.2.3" },
    devDependencies: { "@kubewright/envtest": "1.2.3" },
  });
  expect(changed).not.toMatchObject({ devDependencies: { kubewright: "1.2.3" } });
  expect(fixture.output()).toContain("kept README.md, which belongs to you\n");
  expect(fixture.output()).toMatch(/Next: define a kind with:\n {2}\$ npm install\n {2}\$ npx kubewright create api /u);
});

test.each([
  {
    file: "src/index.ts",
    message: "Cannot create a project here: the folder contains src: expected an empty folder, or --force",
  },
  { file: "PROJECT", message: "Cannot create a project here: PROJECT exists already" },
  { file: "package.json", message: 'Cannot read "package.json": it is ' },
])("init beside $file is rejected", async ({ file, message }) => {
  await using fixture = await startFixture();
  await mkdir(path.dirname(path.join(fixture.folder, file)), { recursive: true });
  await writeFile(path.join(fixture.folder, file), "anything");

  expect(await fixture.run(named)).toBe(1);
  expect(fixture.errors()).toContain(message);
  expect(await readdir(fixture.folder)).toHaveLength(1);
});

test("init with a folder creates it, names the project after it, and prints the next two commands", async () => {
  await using fixture = await startFixture();
  const installed: string[] = [];
  const io = {
    cwd: fixture.folder,
    env: {},
    isTty: false,
    out: (text: string) => void (output += text),
    err: () => {},
    run(command: string, args: readonly string[], folder: string) {
      installed.push([command, ...args, path.relative(fixture.folder, folder)].join(" "));
      return Promise.resolve(0);
    },
  };
  let output = "";
  const signals = { on: () => {}, off: () => {}, exit: () => expect.unreachable() };

  const code = await run({ args: ["init", "teams/shop"], version: "1.2.3", io, signals });

  expect(code).toBe(0);
  expect(await readFile(path.join(fixture.folder, "teams/shop/PROJECT"), "utf8")).toContain("projectName: shop\n");
  expect(installed).toEqual(["npm install teams/shop"]);
  expect(output).toMatch(
    /\nNext: define a kind with:\n {2}\$ cd teams\/shop\n {2}\$ npx kubewright create api [^\n]+\n$/u,
  );
});

test.each([
  { args: ["Shop_Two"], message: 'Cannot use the folder\'s name as --project-name: "shop_two"' },
  { args: ["taken"], message: "Cannot create a project here: the folder contains src" },
  { args: ["new", "--dry-run"], message: 'new" does not exist' },
])("init $args creates no folder and is rejected", async ({ args, message }) => {
  await using fixture = await startFixture();
  await mkdir(path.join(fixture.folder, "taken/src"), { recursive: true });

  expect(await fixture.run(["init", ...args])).toBe(1);
  expect(fixture.errors()).toContain(message);
  expect(await readdir(fixture.folder)).toEqual(["taken"]);
});

test("init --dry-run writes nothing and lists what it would write", async () => {
  await using fixture = await startFixture();

  expect(await fixture.run([...named, "--dry-run"])).toBe(0);
  expect(await readdir(fixture.folder)).toEqual([]);
  expect(fixture.output()).toContain("would write cmd/main.ts\n");
});

test("init --license-file adds the text to each code file, as a comment", async () => {
  await using fixture = await startFixture();
  await writeFile(path.join(fixture.folder, "NOTICE.md"), "All rights reserved.\n*/ process.exit();\n");

  await fixture.run([...named, "--license-file", "NOTICE.md"]);

  const main = await readFile(path.join(fixture.folder, "cmd/main.ts"), "utf8");
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
])("init $args is rejected", async ({ args, code, message }) => {
  await using fixture = await startFixture();

  expect(await fixture.run([...named, ...args])).toBe(code);
  expect(fixture.errors()).toContain(message);
});
