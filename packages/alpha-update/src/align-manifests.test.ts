import { expect, test } from "vitest";
import { alignManifests } from "./align-manifests.ts";

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

test.each([
  {
    what: "a field that only the user has",
    mine: { a: "1" },
    before: {},
    after: {},
    left: { a: "1" },
    right: { a: "1" },
  },
  {
    what: "a version that the new one raises",
    mine: { dependencies: { a: "1.0.0", mine: "9.0.0" } },
    before: { dependencies: { a: "1.0.0" } },
    after: { dependencies: { a: "1.1.0" } },
    left: { dependencies: { a: "1.0.0", mine: "9.0.0" } },
    right: { dependencies: { a: "1.1.0", mine: "9.0.0" } },
  },
  {
    what: "the newer of two versions, if the user has raised it, too",
    mine: { a: "1.5.0", b: "1.2.0" },
    before: { a: "1.0.0", b: "1.0.0" },
    after: { a: "1.1.0", b: "1.10.0" },
    left: { a: "1.5.0", b: "1.2.0" },
    right: { a: "1.5.0", b: "1.10.0" },
  },
  {
    what: "a new field after the one that it follows",
    mine: { a: 1, mine: 2, z: 3 },
    before: { a: 1, z: 3 },
    after: { a: 1, fresh: 4, z: 3 },
    left: { a: 1, mine: 2, z: 3 },
    right: { a: 1, fresh: 4, mine: 2, z: 3 },
  },
  {
    what: "a field that the new version removes",
    mine: { a: 1, b: 2 },
    before: { a: 1, b: 2 },
    after: { b: 2 },
    left: { a: 1, b: 2 },
    right: { b: 2 },
  },
  {
    what: "a field that the user has removed",
    mine: { a: 1 },
    before: { a: 1, b: "1.0.0" },
    after: { a: 1, b: "2.0.0" },
    left: { a: 1 },
    right: { a: 1 },
  },
  {
    what: "a field that both have changed, as a conflict for git",
    mine: { test: "mine" },
    before: { test: "old" },
    after: { test: "new" },
    left: { test: "old" },
    right: { test: "new" },
  },
])("alignManifests() aligns $what", ({ mine, before, after, left, right }) => {
  const aligned = alignManifests(json(mine), json(before), json(after));

  expect(aligned).toEqual({ before: json(left), after: json(right) });
});

test("alignManifests() keeps the user's indentation, and returns undefined for unusual formatting", () => {
  const tabs = '{\n\t"a": 1\n}\n';

  expect(alignManifests(tabs, json({ a: 1 }), json({ a: 2 }))).toEqual({ before: tabs, after: '{\n\t"a": 2\n}\n' });
  expect(alignManifests('{ "a":1 }', json({ a: 1 }), json({ a: 2 }))).toBeUndefined();
  expect(alignManifests("<<<<", json({ a: 1 }), json({ a: 2 }))).toBeUndefined();
});
