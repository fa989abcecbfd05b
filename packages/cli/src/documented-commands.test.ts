// What the documents tell people to type: each `kubewright` command is read by the program itself.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { CommanderError } from "commander";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { parseGenerateWords } from "./generate/parse-words.ts";
import { programFor } from "./program.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const documents = found("*.md", "docs/*.md", "docs/guides/*.md", "{packages,examples}/*/README.md")
  .filter((document) => document !== "CHANGELOG.md") // It tells of the past, in short forms.
  .map((document) => ({ document, text: textOf(document) }));

test.for(typed("kubewright"))('the program reads "kubewright $command" of $document', async ({ words }) => {
  await expect(read(words)).resolves.toBeUndefined();
});

test("what the program does not have is not read", async () => {
  await expect(read(["make"])).rejects.toThrow("unknown command 'make'");
  await expect(read(["generate", "--verfy"])).rejects.toThrow("unknown option '--verfy'");
  await expect(read(["generate", "crds"])).rejects.toThrow('"crds" is no generator');
});

test("every target of make in the documents is one of the repository, an example or a new project", () => {
  const makefiles = found("Makefile", "examples/*/Makefile", "packages/cli/src/templates/root/makefile.ts");
  const targets = new Set(
    makefiles.flatMap((file) => Array.from(textOf(file).matchAll(/^([\w-]+):.*## /gmu), ([, target]) => target)),
  );

  const unknown = typed("make").filter(({ words }) =>
    words.some((word) => /^[a-z-]+$/u.test(word) && !targets.has(word)),
  );

  expect(unknown).toEqual([]);
});

test("commandsIn() takes what is typed, whatever stands around it", () => {
  const prose = "Prose `kubewright a --b`, and `kubewright` itself.\n";
  const block =
    "```sh\n$ A=1 npx kubewright c \\\n  'd e' # f\nkubewright g | kubewright h; H=\"$(kubewright i -p path)\" j\n```\n";
  const mistake = "```sh exit=1\nkubewright x\n```\n";

  expect(commandsIn(prose + block + mistake, "kubewright")).toEqual([
    ["c", "d e"],
    ["g"],
    ["h"],
    ["i", "-p", "path"],
    ["a", "--b"],
  ]);
});

function found(...patterns: readonly string[]): readonly string[] {
  return patterns.flatMap((pattern) => globSync(pattern, { cwd: root }));
}

function textOf(file: string): string {
  return readFileSync(path.join(root, file), "utf8");
}

interface Typed {
  readonly document: string;
  readonly command: string;
  readonly words: readonly string[];
}

function typed(program: string): readonly Typed[] {
  return documents.flatMap(({ document, text }) =>
    commandsIn(text, program).map((words) => ({ document, command: words.join(" "), words })),
  );
}

/** The words behind `program` in shell blocks, but for mistakes that are made on purpose, and in code within the text. */
function commandsIn(text: string, program: string): readonly (readonly string[])[] {
  const blocks = Array.from(text.matchAll(/^```sh(?!.*exit=)[^\n]*\n([^]*?)^```/gmu), ([, code = ""]) =>
    code.replaceAll("\\\n", " "),
  );
  const prose = text.replaceAll(/^```[^]*?^```/gmu, "");
  const inline = Array.from(prose.matchAll(new RegExp(`\`(${program} [^\`…|]+)\``, "gu")), ([, code = ""]) => code);
  const command = new RegExp(`(?<![\\w/.@-])${program} ((?:"[^"]*"|'[^']*'|[^;|&#)"'])*)`, "gu");
  const lines = blocks.flatMap((block) => block.split("\n")).map((line) => line.replace(/(?:^|\s)#.*$/u, ""));
  return [...lines, ...inline].flatMap((line) =>
    Array.from(line.matchAll(command), ([, words = ""]) => wordsOf(words)),
  );
}

function wordsOf(text: string): readonly string[] {
  return Array.from(text.matchAll(/"([^"]*)"|'([^']*)'|\S+/gu), ([word, double, single]) => double ?? single ?? word);
}

/** Lets the program read the words and do nothing. */
async function read(words: readonly string[]): Promise<void> {
  const io = { cwd: root, env: {}, isTty: false, out: () => {}, err: () => {} };
  const signals = { on: () => {}, off: () => {}, exit: () => {} };
  const program = programFor({ version: "1.2.3", io, signals });
  makeIdle(program);
  try {
    await program.parseAsync([...words], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError && error.exitCode === 0)) throw error; // --help and --version end with 0.
  }
}

function makeIdle(command: Command): void {
  if (command.name() === "generate") command.action((words: string[]) => void parseGenerateWords(words));
  else if (command.commands.length === 0) command.action(() => {});
  for (const each of command.commands) makeIdle(each);
}
