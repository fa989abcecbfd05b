import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "vitest";

import type { Effect, MarkerRecord, MarkerTarget } from "./marker.ts";
import { nearestName } from "./nearest-name.ts";
import { markerRecords, markerTable } from "./table.ts";

test("all names and short forms of markers are unique", () => {
  const names = markerTable.flatMap(({ name, short }) => (short === undefined ? [name] : [name, short]));

  assert.deepEqual(names, [...new Set(names)]);
});

test("the compiler rejects a record without an effect", () => {
  const described = { name: "silent", targets: ["field"], category: "CRD", help: "A marker without effect." } as const;

  // @ts-expect-error Without an effect, a marker would be accepted and do nothing.
  const silent: MarkerRecord = described;
  // @ts-expect-error An effect changes at least one fact.
  const empty: MarkerRecord = { ...described, effect: {} };
  const explained: MarkerRecord = { ...described, effect: { none: "the reason" } };

  assert.ok(silent !== empty && empty !== explained);
});

test("every marker has an effect on each of its targets, or a reason", () => {
  const read: Readonly<Record<MarkerTarget, readonly (keyof Effect)[]>> = {
    package: ["folder", "code"],
    type: ["schema", "items", "kind", "client", "code"],
    field: ["schema", "items", "field"],
  };

  const silent = markerRecords.flatMap(({ name, targets, effect }) =>
    targets
      .filter((target) => !("none" in effect) && read[target].every((aspect) => effect[aspect] === undefined))
      .map((target) => `${name} on a ${target}`),
  );

  assert.deepEqual(silent, []);
});

test("every marker and every argument has a help text", () => {
  const helps = markerTable.flatMap(({ help, named }) => [
    help,
    ...Object.values(named ?? {}).map((argument) => argument.help),
  ]);

  assert.deepEqual(
    helps.filter((help) => !help.endsWith(".")),
    [],
  );
});

test("nearestName() ignores case and accepts one error in four letters", () => {
  const names = ["minimum", "maximum", "kubebuilder:validation:MinLength"];

  assert.equal(nearestName("MINIMUM", names), "minimum");
  assert.equal(nearestName("minmium", names), "minimum");
  assert.equal(nearestName("kubebuilder:validation:MinLenght", names), "kubebuilder:validation:MinLength");
  assert.equal(nearestName("remarks", names), undefined);
});

test("the table has every marker and argument of controller-gen (npm run corpus records them)", () => {
  const file = new URL("../../testdata/controller-gen-markers.json", import.meta.url);
  const theirs = Object.entries(JSON.parse(readFileSync(file, "utf8")) as Record<string, readonly string[]>);
  const known = new Map(markerTable.map((definition) => [definition.name, Object.keys(definition.named ?? {})]));

  const missing = theirs.filter(([name, named]) => {
    // controller-gen names the argument of this marker, but it is written without the name.
    const wanted = name === "default" ? [] : named;
    return wanted.some((argument) => known.get(name)?.includes(argument) !== true) || !known.has(name);
  });

  assert.ok(theirs.length > 80);
  assert.deepEqual(missing, []);
});
