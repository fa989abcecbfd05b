import { expect, test } from "vitest";
import { filesMatching, readSource } from "../../tools/source/workspace.ts";
import { firstBlockOf, firstBlocksInClone, shellBlocksOf } from "./first-blocks.ts";

const block = (info: string, code: string): string => `\`\`\`sh${info}\n${code}\n\`\`\`\n\n`;

test("shellBlocksOf() takes the code literally, and leaves out blocks marked skip", () => {
  const text = `# A\n\n${block("", "ls   # a comment")}${block(" skip", "make test")}${block(' until="ready"', "serve")}`;

  expect(shellBlocksOf(text)).toEqual([
    { code: "ls   # a comment\n", line: 4, isBeside: false, isSkipped: false },
    { code: "serve\n", line: 12, until: "ready", isBeside: false, isSkipped: false },
  ]);
});

test("a command above the block that begins in a clone is one of the first commands", () => {
  const text = block("", "npx kubewright dev") + block("", "make project DIR=../shop") + block("", "npm test");

  expect(firstBlocksInClone(text).map(({ code }) => code)).toEqual([
    "npx kubewright dev\n",
    "make project DIR=../shop\n",
  ]);
});

test("a block of another terminal belongs to the one that it runs beside", () => {
  const text =
    block(' until="ready"', "make build\nserve") + block(" terminal=2", "kubectl get pods") + block("", "npm test");

  expect(firstBlocksInClone(text).map(({ code, isBeside }) => ({ code, isBeside }))).toEqual([
    { code: "make build\nserve\n", isBeside: false },
    { code: "kubectl get pods\n", isBeside: true },
  ]);
});

test("a page that does not begin in a clone has no such blocks", () => {
  expect(firstBlocksInClone(block("", "make build-installer\nkubectl get pods"))).toEqual([]);
});

test("a page whose first block is marked skip has no first block, although others follow", () => {
  expect(firstBlockOf(block(" skip", "make deploy") + block("", "npm test"))).toBeUndefined();
  expect(firstBlockOf(block("", "npm test"))?.code).toBe("npm test\n");
});

const pages = filesMatching("README.md", "site/*.md", "docs/**/*.md", "{packages,examples}/*/README.md").map(
  readSource,
);

test("the first commands of a page have no comments, which zsh rejects", () => {
  const commented = pages.filter(({ text }) => /(?:^|\s)#/mu.test(shellBlocksOf(text)[0]?.code ?? ""));

  expect(commented.map(({ path }) => path)).toEqual([]);
});
