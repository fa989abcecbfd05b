import { expect, test } from "vitest";
import { programFor } from "../program.ts";
import { printCommandReference } from "./command-reference.ts";

const program = programFor({
  version: "0.0.0",
  io: { cwd: "/", env: {}, isTty: false, out: () => {}, err: () => {} },
  signals: { on: () => {}, off: () => {}, exit: () => {} },
});

test("docs/cli.md matches the commands of the program (update it with -u)", async () => {
  await expect(printCommandReference(program)).toMatchFileSnapshot("../../../../docs/cli.md");
});

test("every command has examples in its help", () => {
  const sections = printCommandReference(program).split("\n## ").slice(1);
  const without = sections.filter(
    (section) => !/```text\n(?:npx )?(?:kubewright|source|cat|tar|kubectl|make)[^]*```\n$/.test(section),
  );

  expect(without.map((section) => section.split("\n", 1)[0])).toEqual([]);
});
