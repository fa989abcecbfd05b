import assert from "node:assert/strict";
import { formatFieldErrors } from "@kubewright/apimachinery";
import { test } from "vitest";

import { validateFleet } from "../../testdata/written-and-stored/api/v1/zz_generated.validation.fleet.ts";

const metadata = { name: "a" };

test("a generated validation returns no errors for a valid object", () => {
  const ships = [{ name: "a", masts: 2 }, { name: "b" }];

  assert.deepEqual(validateFleet({ metadata, spec: { harbour: "Porto", ships } }), []);
});

test("a generated validation returns each error with its path", () => {
  const fleet = JSON.parse(
    '{"metadata":{"name":"a"},"spec":{"mood":"angry","ships":[{"name":"a"},{"name":"a","masts":"two"}]}}',
  ) as Parameters<typeof validateFleet>[0];

  const text = formatFieldErrors(validateFleet(fleet));

  for (const fault of [
    "spec.harbour: Required value",
    'spec.mood: Unsupported value: "angry": supported values: "calm", "stormy"',
    "spec.ships[1].masts: Invalid value",
    'spec.ships[1]: Duplicate value: {"name":"a"}',
  ]) {
    assert.ok(text.includes(fault), `${fault} in ${text}`);
  }
});

test("a generated validation of an update accepts invalid values that have not changed", () => {
  const old = JSON.parse('{"metadata":{"name":"a"},"spec":{"harbour":"Porto","mood":"angry"}}') as Parameters<
    typeof validateFleet
  >[0];

  assert.equal(validateFleet(old).length, 1);
  assert.deepEqual(validateFleet({ ...old, spec: { ...old.spec, admiral: "N" } }, old), []);
});
