// The cases and tests of each line of the checklist exist.
import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { caseGroups } from "../cases/all-cases.ts";
import { deviations } from "../deviations.ts";
import type { ChecklistLine, ChecklistSection } from "./line.ts";
import { pageOf } from "./page.ts";
import { readSections } from "./read-sections.ts";

const repository = new URL("../../../", import.meta.url);

let sections: readonly ChecklistSection[];
let lines: readonly ChecklistLine[];

beforeAll(async () => {
  sections = await readSections();
  lines = sections.flatMap((section) => section.lines);
});

test("a line has the number of its section and a unique name", () => {
  const ids = lines.map(({ id }) => id);

  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  for (const section of sections) {
    const misplaced = section.lines.filter(({ id }) => !id.startsWith(`${section.number}/`));
    expect(misplaced).toEqual([]);
  }
});

test("every case that a line names exists", () => {
  const known = new Set(Object.values(caseGroups).flatMap((cases) => cases.map(({ name }) => name)));

  const missing = lines.flatMap(({ id, cases = [] }) =>
    cases.filter((name) => !known.has(name)).map((name) => ({ id, name })),
  );

  expect(missing).toEqual([]);
});

test("every test that a line names exists", async () => {
  const named = lines.flatMap(({ id, tests = [] }) => tests.map((name) => ({ id, name })));

  const isThere = await Promise.all(named.map(async ({ name }) => existsTest(name)));

  expect(named.filter((_, index) => isThere[index] !== true)).toEqual([]);
});

test("docs/internals/checklist.md lists the lines that hold", async () => {
  await expect(pageOf(sections, deviations)).toMatchFileSnapshot("../../../docs/internals/checklist.md");
});

async function existsTest(name: string): Promise<boolean> {
  const [file = "", title] = name.split(" > ");
  const source = await readFile(new URL(file, repository), "utf8").catch(() => "");
  return title !== undefined && source.includes(JSON.stringify(title).slice(1, -1));
}
