import { fieldSet } from "@kubewright/schema";
import { expect, test } from "vitest";
import { capped } from "./cap.ts";
import type { StoredManager } from "./entries.ts";
import { entriesOf } from "./entries.ts";

function updater(number: number, apiVersion = "v1"): StoredManager {
  const name = `m${String(number).padStart(2, "0")}`;
  return {
    manager: name,
    operation: "Update",
    apiVersion,
    subresource: "",
    time: `2026-01-01T00:00:${String(number).padStart(2, "0")}Z`,
    set: fieldSet([{ field: name }]),
  };
}

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

test("ten updaters are kept unchanged, with any number of appliers", () => {
  const managers = [...numbers(10).map((number) => updater(number)), { ...updater(11), operation: "Apply" as const }];

  expect(capped(managers)).toBe(managers);
});

test("the oldest of more than ten updaters are joined, with the later of their times", () => {
  const [oldest] = entriesOf(capped(numbers(12).map((number) => updater(number)))) ?? [];

  expect(oldest).toEqual({
    manager: "ancient-changes",
    operation: "Update",
    apiVersion: "v1",
    time: "2026-01-01T00:00:03Z",
    fieldsType: "FieldsV1",
    fieldsV1: { "f:m01": {}, "f:m02": {}, "f:m03": {} },
  });
});

test("updaters of different versions are not joined", () => {
  const managers = numbers(12).map((number) => updater(number, number % 2 === 0 ? "v2" : "v1"));

  const joined = capped(managers).filter(({ manager }) => manager === "ancient-changes");

  expect(joined.map(({ apiVersion, set }) => [apiVersion, [...set.paths()].length])).toEqual([
    ["v1", 2],
    ["v2", 2],
  ]);
  expect(capped(managers)).toHaveLength(10);
});
