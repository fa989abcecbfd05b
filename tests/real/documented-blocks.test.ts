// The blocks of the documents that no test runs: kubectl accepts the flags of each of its commands, and gofmt the Go code.
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, inject, test } from "vitest";
import { writtenTexts } from "../../tools/source/workspace.ts";
import type { SourceFile } from "../../tools/source/workspace.ts";

const program = path.join(inject("assets") ?? "", "kubectl");
const documents = writtenTexts().filter(({ path: file }) => file.endsWith(".md") && file !== "CHANGELOG.md");
const commands = documents.flatMap(kubectlCommandsOf);
const goBlocks = documents.flatMap((file) => blocksOf(file, "go"));

test("the documents have kubectl commands and Go blocks", () => {
  expect(commands.length).toBeGreaterThan(20);
  expect(goBlocks.length).toBeGreaterThan(3);
});

test.for(commands)("kubectl has the command and the flags of $at", async ({ args }) => {
  const help = await promisify(execFile)(program, [...args, "--help"], { env: { HOME: "/nonexistent" } });

  // kubectl prints its general help for an unknown command.
  expect(help.stdout).not.toContain("kubectl controls the Kubernetes cluster manager");
});

test("kubectl rejects a flag that it does not have, even with --help", async () => {
  const run = promisify(execFile)(program, ["get", "pods", "--wide", "--help"], { env: { HOME: "/nonexistent" } });

  await expect(run).rejects.toThrow("unknown flag: --wide");
});

test.for(goBlocks)("gofmt accepts the block at $at", async ({ code }) => {
  const format = promisify(execFile)("gofmt", ["-e"]);
  format.child.stdin?.end(code);

  const { stdout } = await format;

  expect(stdout).toBe(code);
});

/** Every kubectl command of the shell blocks of a document, up to a pipe, a redirection or a comment. */
function kubectlCommandsOf(file: SourceFile): readonly { readonly at: string; readonly args: readonly string[] }[] {
  return ["sh", "console"].flatMap((language) =>
    blocksOf(file, language).flatMap(({ code, at }) =>
      Array.from(code.replaceAll("\\\n", " ").matchAll(/^\s*(?:\$ )?kubectl (.*)$/gmu), ([, line = ""]) => {
        const [command = ""] = line.split(/\s+(?:#|\||<<|>|&&|;)/u);
        return { at: `${at}: kubectl ${command}`, args: wordsOf(command) };
      }),
    ),
  );
}

/** The words of a command. Quotes are removed; variables and substitutions are not expanded. */
function wordsOf(command: string): readonly string[] {
  const words = command.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/gu) ?? [];
  return words.map((word) => word.replaceAll(/'([^']*)'|"([^"]*)"/gu, "$1$2"));
}

/** The fenced blocks of a language, with the place of each. */
function blocksOf(
  { path: file, text }: SourceFile,
  language: string,
): readonly { readonly at: string; readonly code: string }[] {
  return Array.from(text.matchAll(/^ *(`{3,})(\w+)\b[^\n]*\n([^]*?)^ *\1[ \t]*$/gmu), (match) => ({
    at: `${file}:${text.slice(0, match.index).split("\n").length}`,
    language: match[2],
    code: match[3] ?? "",
  })).filter((block) => block.language === language);
}
