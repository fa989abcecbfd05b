// The comparison of generators in the documentation: everything that it claims to support exists.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { markerTable } from "@kubewright/gen";
import { expect, test } from "vitest";
import { parseGenerateArguments } from "./generate/parse-arguments.ts";
import { run } from "./program.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const rows = readFileSync(`${root}docs/generators.md`, "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (?:---|upstream)/.test(line))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
  .map(([, theirs = "", answer = "", ours = ""]) => ({ theirs, answer, ours }));
const yes = rows.filter(({ answer }) => answer === "yes");
/** The names in code: `kubewright create api --group`, `@kubebuilder:resource`, `examples/myjob/PROJECT`. */
const named = yes.flatMap(({ ours }) => [...ours.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text));
const markers = new Set(markerTable.flatMap(({ name, short }) => (short === undefined ? [name] : [name, short])));

test("every row has yes with something that can be checked, no with a reason, or open", () => {
  const bad = rows.filter(({ answer, ours }) => {
    if (answer === "yes") return ![...ours.matchAll(/`([^`]+)`/g)].some(([, text = ""]) => isEvidence(text));
    return answer === "no" ? ours === "" : answer !== "open";
  });

  expect(bad).toEqual([]);
  expect(rows.length).toBeGreaterThan(150);
});

test("every marker in it is in the table of markers", () => {
  const unknown = named.filter((text) => text.startsWith("@") && !markers.has(text.slice(1)));

  expect(unknown).toEqual([]);
});

test("every file in it exists", () => {
  const missing = named.filter((text) => isPath(text) && !existsSync(`${root}${text}`));

  expect(missing).toEqual([]);
});

test("every command and flag in it is in the help of the program", async () => {
  const missing: string[] = [];
  for (const text of new Set(named.filter((each) => each.startsWith("kubewright ")))) {
    const [, ...words] = text.split(" ");
    const [first] = words;
    // The arguments of generate are not subcommands: the parser throws for invalid ones.
    if (first === "generate") parseGenerateArguments(words.slice(1).filter((word) => !word.startsWith("--")));
    const help = await helpOf(first === "generate" ? ["generate"] : words.filter((word) => !word.startsWith("--")));
    const flags = words.filter((word) => word.startsWith("--"));
    if (help === undefined || !flags.every((flag) => help.includes(flag))) missing.push(text);
  }

  expect(missing).toEqual([]);
});

function isEvidence(text: string): boolean {
  return text.startsWith("kubewright ") || text.startsWith("@") || isPath(text);
}

function isPath(text: string): boolean {
  return /^(?:examples|packages|docs)\//.test(text);
}

/** Undefined when the command does not exist. */
async function helpOf(words: readonly string[]): Promise<string | undefined> {
  let printed = "";
  const print = (text: string): void => void (printed += text);
  const io = { cwd: root, env: {}, isTty: false, out: print, err: print };
  const signals = { on: () => {}, off: () => {}, exit: () => {} };
  const code = await run({ args: [...words, "--help"], version: "0.0.0", signals, io });
  return code === 0 && printed.startsWith(["Usage: kubewright", ...words].join(" ")) ? printed : undefined;
}
