import { expect, test } from "vitest";

import { countText, printGithub, printText } from "./print-changes.ts";
import type { JudgedChange } from "./print-changes.ts";

const at = { definition: "jobs.example.com", version: "v1" } as const;
const changes: readonly JudgedChange[] = [
  {
    change: { ...at, rule: "field-added", severity: "compatible", path: "spec.a", after: "string" },
    accepted: undefined,
  },
  {
    change: { ...at, rule: "nullable-added", severity: "note", path: "spec.b", before: false, after: true },
    accepted: undefined,
  },
  {
    change: {
      ...at,
      rule: "maximum-lowered",
      severity: "breaking",
      path: "spec.c",
      before: { maximum: 9 },
      after: { maximum: 3 },
    },
    accepted: undefined,
  },
  {
    change: { ...at, rule: "field-removed", severity: "breaking", path: "spec.d", before: "string" },
    accepted: { rule: "field-removed", reason: "never\nreleased" },
  },
];

test("Breaking changes come first, with their meaning and the alternative", () => {
  expect(printText(changes, { all: true, color: false })).toBe(`jobs.example.com
  breaking    v1: spec.c  maximum-lowered  maximum 9 -> maximum 3
    for stored objects, writers: values that were valid are rejected; a stored value is accepted only while updates do not change it
    instead: make the change in a new version, and convert between the two
  accepted    v1: spec.d  field-removed    was "string"
    accepted: never released
  note        v1: spec.b  nullable-added   false -> true
  compatible  v1: spec.a  field-added      now "string"

`);
});

test("Compatible changes are counted, and printed only with `all`", () => {
  expect(printText(changes, { all: false, color: false })).not.toContain("field-added");
  expect(countText(changes)).toBe("1 breaking change, 1 accepted change, 1 note, 1 compatible change");
  expect(countText([])).toBe("no changes");
});

test("The severity of a change is coloured in a terminal", () => {
  const text = printText(changes, { all: true, color: true });

  expect(text).toContain("\u001B[31mbreaking  \u001B[39m  v1: spec.c");
  expect(text).toContain("\u001B[33mnote      \u001B[39m  v1: spec.b");
  expect(text).toContain("\u001B[32maccepted  \u001B[39m  v1: spec.d");
});

test("GitHub annotations omit compatible changes", () => {
  const lines = printGithub(changes).trim().split("\n");

  expect(lines.map((line) => line.split("::")[1])).toEqual([
    "notice title=jobs.example.com%3A nullable-added",
    "error title=jobs.example.com%3A maximum-lowered",
    "notice title=jobs.example.com%3A field-removed",
  ]);
});
