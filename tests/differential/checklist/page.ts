/** docs/checklist.md: which lines hold, what proves them, and what is open. */
import type { Deviation } from "../deviation.ts";
import { matchesName } from "../deviation.ts";
import type { ChecklistLine, ChecklistSection, Priority } from "./line.ts";
import { holds } from "./line.ts";

const priorities: readonly Priority[] = ["P0", "P1", "P2"];

/** The page. Deviations that are accepted in every case are told in docs/differential.md alone. */
export function pageOf(sections: readonly ChecklistSection[], deviations: readonly Deviation[]): string {
  const all = sections.flatMap(({ lines }) => lines);
  return `# What the embedded server does, line by line

Made by \`tests/differential/checklist\`; do not edit it. A line holds when it is shown by cases that were recorded from
kube-apiserver 1.36.3 and are answered the same by the embedded server (\`docs/differential.md\`), or by tests that run on both, and
when nothing of it is known to be missing.

| section | ${priorities.map((priority) => `${priority} hold`).join(" | ")} | lines | hold |
|---|---|---|---|---|---|
${sections.map((section) => rowOf(`${section.number} ${section.title}`, section.lines)).join("\n")}
${rowOf("all", all)}

## What does not hold

${openLines(all)}
${sections.map((section) => partOf(section, deviations)).join("\n")}`;
}

function rowOf(title: string, lines: readonly ChecklistLine[]): string {
  const share = (of: readonly ChecklistLine[]): string =>
    of.length === 0 ? "" : `${of.filter(holds).length} of ${of.length}`;
  const shares = priorities.map((priority) => share(lines.filter((line) => line.priority === priority)));
  return `| ${title} | ${shares.join(" | ")} | ${lines.length} | ${lines.filter(holds).length} |`;
}

function openLines(lines: readonly ChecklistLine[]): string {
  const open = lines.filter((line) => !holds(line));
  if (open.length === 0) return "Nothing.\n";
  const rows = open.map(({ id, priority, text, open: missing = "nothing shows it" }) =>
    cells(id, priority, text, missing),
  );
  return `| line | priority | what | what is missing |\n|---|---|---|---|\n${rows.join("\n")}\n`;
}

function partOf({ number, title, lines }: ChecklistSection, deviations: readonly Deviation[]): string {
  const rows = lines.map((line) => cells(line.id, line.priority, line.text, proofOf(line, deviations)));
  return `## ${number} ${title}\n\n| line | priority | what | shown by |\n|---|---|---|---|\n${rows.join("\n")}\n`;
}

function proofOf({ cases = [], tests = [] }: ChecklistLine, deviations: readonly Deviation[]): string {
  const deviates = (name: string): boolean =>
    deviations.some((deviation) => deviation.case !== "*" && matchesName(deviation.case, name));
  return [
    ...cases.map((name) => (deviates(name) ? `\`${name}\` (deviates in a place)` : `\`${name}\``)),
    ...tests.map((test) => test.replace(" > ", ": ")),
  ].join(", ");
}

function cells(...texts: readonly string[]): string {
  return `| ${texts.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |`;
}
