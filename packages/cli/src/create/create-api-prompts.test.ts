// The prompts of `create api`, and what it assumes without an answer. tests/real/prompts.test.ts has them in a terminal.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { run } from "../program.ts";
import { startFixture } from "../testdata/command-fixture.ts";

const widget = ["create", "api", "--group", "shop", "--version", "v1", "--kind", "Widget", "--make=false"];

test("create api prompts for types and controller; other input that is waiting means yes, as Enter does", async () => {
  await using fixture = await startProject();
  const answers = ["", undefined];
  let output = "";

  const code = await fixture.runWith(widget, {
    ask: () => Promise.resolve(answers.shift()),
    out: (text) => void (output += text),
  });

  expect(code).toBe(0);
  expect(output).toContain("Create a controller: yes, because other input is waiting; --controller=false is no\n");
  expect(await fixture.text("PROJECT")).toContain("controller: true");
  expect(await fixture.text("api/v1/widget.ts")).toContain("export interface Widget extends");
});

test("create api without a terminal means yes, and prints the flags for no", async () => {
  await using fixture = await startProject();

  expect(await fixture.run(widget)).toBe(0);
  expect(fixture.output()).toMatch(/terminal; --resource=false is no\n.*terminal; --controller=false is no\n/u);
});

test("create api prompts for types and controller until the answer is yes or no", async () => {
  await using fixture = await startProject();
  const asked: string[] = [];
  const answers = ["maybe", "y", "N"];

  const code = await fixture.runWith(widget, {
    ask(question) {
      asked.push(question);
      return Promise.resolve(answers.shift() ?? "");
    },
  });

  expect(code).toBe(0);
  expect(asked).toEqual([
    "Create the types of the resource [Y/n] ",
    "Create the types of the resource [Y/n] ",
    "Create a controller [Y/n] ",
  ]);
  expect(await fixture.text("PROJECT")).not.toContain("controller: true");
  expect(await fixture.text("api/v1/widget.ts")).toContain("export interface Widget extends");
});

async function startProject() {
  const fixture = await startFixture();
  await fixture.run(["init", "--project-name", "shop", "--domain", "example.com", "--fetch-deps=false"]);
  const signals = { on: () => {}, off: () => {}, exit: () => expect.unreachable() };
  return {
    ...fixture,
    text: (file: string) => readFile(path.join(fixture.folder, file), "utf8"),
    /** With a user who answers prompts, or a system that runs programs. */
    runWith: (args: readonly string[], more: Partial<Parameters<typeof run>[0]["io"]>) =>
      run({
        args,
        version: "1.2.3",
        io: { cwd: fixture.folder, env: {}, isTty: true, out: () => {}, err: () => {}, ...more },
        signals,
      }),
  };
}
