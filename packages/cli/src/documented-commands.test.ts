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
const documents = ["*.md", "docs/*.md", "docs/guides/*.md", "{packages,examples}/*/README.md"]
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .filter((document) => document !== "CHANGELOG.md"); // It tells of the past, in short forms.
const typed = documents.flatMap((document) =>
  commandsIn(readFileSync(path.join(root, document), "utf8")).map((words) => ({
    document,
    words,
    text: words.join(" "),
  })),
);

test.for(typed)('the program reads "kubewright $text" of $document', async ({ words }) => {
  await expect(read(words)).resolves.toBeUndefined();
});

test("what the program does not have is not read", async () => {
  await expect(read(["make"])).rejects.toThrow("unknown command 'make'");
  await expect(read(["generate", "--verfy"])).rejects.toThrow("unknown option '--verfy'");
  await expect(read(["generate", "crds"])).rejects.toThrow('"crds" is no generator');
});

test("commandsIn() takes what is typed, whatever stands around it", () => {
  const prose = "Prose `kubewright a --b`, and `kubewright` itself.\n";
  const block =
    "```sh\n$ A=1 npx kubewright c \\\n  'd e' # f\nkubewright g | kubewright h; H=\"$(kubewright i -p path)\" j\n```\n";

  expect(commandsIn(prose + block)).toEqual([["c", "d e"], ["g"], ["h"], ["i", "-p", "path"], ["a", "--b"]]);
});

/** The words behind `kubewright` in shell blocks and in code within the text. */
function commandsIn(text: string): readonly (readonly string[])[] {
  const blocks = Array.from(text.matchAll(/^```sh\n([^]*?)^```/gmu), ([, code = ""]) => code.replaceAll("\\\n", " "));
  const prose = text.replaceAll(/^```[^]*?^```/gmu, "");
  const inline = Array.from(prose.matchAll(/`(kubewright [^`…|]+)`/gu), ([, code = ""]) => code);
  return [...blocks.flatMap((block) => block.split("\n")), ...inline].flatMap((line) =>
    Array.from(line.matchAll(/(?<![\w/.@-])kubewright ((?:"[^"]*"|'[^']*'|[^;|&#)"'])*)/gu), ([, words = ""]) =>
      wordsOf(words),
    ),
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
