// Each `kubewright` command in the documentation is parsed by the program.
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { CommanderError } from "commander";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { parseGenerateArguments } from "./generate/parse-arguments.ts";
import { programFor } from "./program.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const documents = found("*.md", "docs/**/*.md", "site/*.md", "{packages,examples}/*/README.md")
  .filter((document) => document !== "CHANGELOG.md" && !document.startsWith("docs/decisions/")) // They have old and abbreviated commands.
  .map((document) => ({ document, text: textOf(document) }));

test.for(typed("kubewright"))('the program parses "kubewright $command" of $document', async ({ words }) => {
  await expect(read(words)).resolves.toBeUndefined();
});

test.for(mentioned("kubewright"))('the program has "kubewright $command" of $document', async ({ words }) => {
  await expect(read(words, { isWhole: false })).resolves.toBeUndefined();
});

test("unknown arguments are rejected", async () => {
  await expect(read(["make"])).rejects.toThrow("unknown command 'make'");
  await expect(read(["generate", "--verfy"])).rejects.toThrow("unknown option '--verfy'");
  await expect(read(["generate", "crds"])).rejects.toThrow('"crds" is neither a generator');
  await expect(read(["create", "api"])).rejects.toThrow("required option '--version <version>' not specified");
  await expect(read(["create", "api", "--kid"], { isWhole: false })).rejects.toThrow("unknown option '--kid'");
});

test("every make target in the documentation exists in the repository, an example or a new project", () => {
  const makefiles = found("Makefile", "examples/*/Makefile", "packages/cli/src/templates/root/makefile.ts");
  const targets = new Set(
    makefiles.flatMap((file) => Array.from(textOf(file).matchAll(/^([\w-]+):.*## /gmu), ([, target]) => target)),
  );

  const unknown = [...typed("make"), ...mentioned("make")].filter(({ words }) =>
    words.some((word) => /^[a-z-]+$/u.test(word) && !targets.has(word)),
  );

  expect(unknown).toEqual([]);
});

test("every npm script in the documentation exists in the repository, an example or a new project", () => {
  const manifests = found("package.json", "examples/*/package.json", "packages/cli/src/templates/root/package-json.ts");
  const scripts = new Set(
    manifests.flatMap((file) =>
      Array.from(textOf(file).matchAll(/^ +"?([\w:-]+)"?: "[^"]+",?$/gmu), ([, name]) => name),
    ),
  );

  const used = documents.flatMap(({ document, text }) =>
    Array.from(text.matchAll(/\bnpm run (?:--silent )?([a-z][\w:-]*)/gu), ([, script]) => ({ document, script })),
  );

  expect(used.length).toBeGreaterThan(20);
  expect(used.filter(({ script }) => !scripts.has(script))).toEqual([]);
});

test("every file and folder that a command of an example reads exists", () => {
  const files = documents
    .filter(({ document }) => document.startsWith("examples/"))
    .flatMap(({ document, text }) =>
      Array.from(text.matchAll(/ (?:-f|-k|<) ?((?:config|test|proto)\/[\w./-]+)/gu), ([, file = ""]) => ({
        document,
        file,
      })),
    );

  expect(files.length).toBeGreaterThan(5);
  expect(files.filter(({ document, file }) => !existsSync(path.join(root, path.dirname(document), file)))).toEqual([]);
});

test("every YAML block in the documentation is valid", () => {
  const blocks = documents.flatMap(({ document, text }) =>
    Array.from(text.matchAll(/^```yaml[^\n]*\n([^]*?)^```/gmu), ([, yaml = ""]) => ({ document, yaml })),
  );

  expect(blocks.length).toBeGreaterThan(5);
  for (const { document, yaml } of blocks) {
    const problems = parseAllDocuments(yaml).flatMap(({ errors, warnings }) => [...errors, ...warnings]);
    expect(problems, document).toEqual([]);
  }
});

test("commandsIn() returns the commands of code blocks and pipelines", () => {
  const prose = "Prose `kubewright a --b`, and `kubewright` itself.\n";
  const block =
    "```sh\nnpm create kubewright f -- --g\n$ A=1 npx kubewright c \\\n  'd e' # f\nkubewright g | kubewright h; H=\"$(kubewright i -p path)\" j\nnpx --package kubewright --package other kubewright k\n```\n";
  const mistake = "```sh exit=1\nkubewright x\n```\n";

  expect(commandsIn(prose + block + mistake, "kubewright")).toEqual([
    ["init", "f", "--g"],
    ["c", "d e"],
    ["g"],
    ["h"],
    ["i", "-p", "path"],
    ["k"],
  ]);
  expect(mentionsIn(prose + block + mistake, "kubewright")).toEqual([["a", "--b"]]);
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
  return inDocuments((text) => commandsIn(text, program));
}

function mentioned(program: string): readonly Typed[] {
  return inDocuments((text) => mentionsIn(text, program));
}

function inDocuments(find: (text: string) => readonly (readonly string[])[]): readonly Typed[] {
  return documents.flatMap(({ document, text }) =>
    find(text).map((words) => ({ document, command: words.join(" "), words })),
  );
}

/** The arguments of `program` in shell blocks, without intended errors. */
function commandsIn(text: string, program: string): readonly (readonly string[])[] {
  const blocks = Array.from(text.matchAll(/^```sh(?!.*exit=)[^\n]*\n([^]*?)^```/gmu), ([, code = ""]) =>
    code.replaceAll("\\\n", " "),
  );
  const lines = blocks
    .flatMap((block) => block.split("\n"))
    .map((line) =>
      line
        .replace(/(?:^|\s)#.*$/u, "")
        .replace(/\bnpm create kubewright\b(.*?)(?: -- |$)/u, "kubewright init $1 ")
        .replaceAll(/\bnpx (?:--package \S+ )+/gu, "npx "),
    );
  const command = new RegExp(`(?<![\\w/.@-])${program} ((?:"[^"]*"|'[^']*'|[^;|&#)"'])*)`, "gu");
  return lines.flatMap((line) => Array.from(line.matchAll(command), ([, words = ""]) => wordsOf(words)));
}

/** The arguments in inline code, where a command may lack required arguments. */
function mentionsIn(text: string, program: string): readonly (readonly string[])[] {
  const prose = text.replaceAll(/^```[^]*?^```/gmu, "");
  const mention = new RegExp(`\`${program} ([^\`…|]+)\``, "gu");
  return Array.from(prose.matchAll(mention), ([, words = ""]) => wordsOf(words));
}

function wordsOf(text: string): readonly string[] {
  return Array.from(text.matchAll(/"([^"]*)"|'([^']*)'|\S+/gu), ([word, double, single]) => double ?? single ?? word);
}

/** Parses the arguments without running the command. Missing arguments are ignored for incomplete commands. */
async function read(words: readonly string[], { isWhole = true } = {}): Promise<void> {
  const io = { cwd: root, env: {}, isTty: false, out: () => {}, err: () => {} };
  const signals = { on: () => {}, off: () => {}, exit: () => {} };
  const program = programFor({ version: "1.2.3", io, signals });
  disableActions(program, isWhole);
  if (words.some(isExternalPlugin)) acceptFlagsOfPlugins(program);
  try {
    await program.parseAsync([...words], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const incomplete = ["commander.help", "commander.missingMandatoryOptionValue"];
    const isAnswered = error.exitCode === 0 || (!isWhole && incomplete.includes(error.code));
    if (!isAnswered) throw error;
  }
}

/** Whether the word is the value of --plugins with an external plugin. Only the plugin has its flags. */
function isExternalPlugin(word: string, index: number, words: readonly string[]): boolean {
  return words[index - 1] === "--plugins" && word.split(",").some((name) => !name.includes("kubewright.dev/"));
}

function acceptFlagsOfPlugins(program: Command): void {
  for (const command of program.commands) command.allowUnknownOption().allowExcessArguments();
}

function disableActions(command: Command, isWhole: boolean): void {
  const isGenerate = command.name() === "generate" && command.parent?.name() === "kubewright";
  if (isGenerate) command.action((words: string[]) => void parseGenerateArguments(words));
  else if (command.commands.length === 0 || (command.parent && command.options.length > 0)) command.action(() => {});
  for (const option of command.options) option.mandatory &&= isWhole;
  for (const argument of command.registeredArguments) argument.required &&= isWhole;
  for (const each of command.commands) disableActions(each, isWhole);
}
