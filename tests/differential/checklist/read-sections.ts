/** Finds the sections of the checklist by their file names, so new ones are included. */
import { readdir } from "node:fs/promises";
import type { ChecklistSection } from "./line.ts";

/** All sections, in the order of their numbers. */
export async function readSections(): Promise<readonly ChecklistSection[]> {
  const files = (await readdir(new URL(".", import.meta.url))).filter((file) => /^section-[\w-]+\.ts$/u.test(file));
  const modules = await Promise.all(
    files.map(async (file) => (await import(new URL(file, import.meta.url).href)) as { section: ChecklistSection }),
  );
  return modules.map(({ section }) => section).toSorted((a, b) => compareNumbers(a.number, b.number));
}

/** `2.2` comes before `2.10`. */
function compareNumbers(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}
