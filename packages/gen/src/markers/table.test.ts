import assert from "node:assert/strict";
import { test } from "vitest";

import { nearestName } from "./nearest-name.ts";
import { markerTable } from "./table.ts";

test("every marker has a name of its own, and every short form too", () => {
  const names = markerTable.flatMap(({ name, short }) => (short === undefined ? [name] : [name, short]));

  assert.deepEqual(names, [...new Set(names)]);
});

test("every marker and every argument has a sentence of help", () => {
  const helps = markerTable.flatMap(({ help, named }) => [
    help,
    ...Object.values(named ?? {}).map((argument) => argument.help),
  ]);

  assert.deepEqual(
    helps.filter((help) => !help.endsWith(".")),
    [],
  );
});

test("nearestName() forgives letters of the wrong case and a fault in four letters, and no more", () => {
  const names = ["minimum", "maximum", "kubebuilder:validation:MinLength"];

  assert.equal(nearestName("MINIMUM", names), "minimum");
  assert.equal(nearestName("minmium", names), "minimum");
  assert.equal(nearestName("kubebuilder:validation:MinLenght", names), "kubebuilder:validation:MinLength");
  assert.equal(nearestName("remarks", names), undefined);
});
