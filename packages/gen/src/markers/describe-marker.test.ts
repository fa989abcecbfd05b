import assert from "node:assert/strict";
import { expect, test } from "vitest";

import { markerExample, printMarkerReference, shortExample } from "./describe-marker.ts";
import { parseMarker } from "./parse-marker.ts";
import { createProblemLog } from "../problem.ts";
import { markerTable } from "./table.ts";

test("docs/markers.md matches the table of markers (update it with -u)", async () => {
  await expect(printMarkerReference(markerTable)).toMatchFileSnapshot("../../../../docs/markers.md");
});

test("every example of the reference is parsed as its marker", () => {
  const log = createProblemLog();
  const position = { file: "", line: 1, column: 1 };

  const read = markerTable.flatMap((definition) => {
    const [target = "type"] = definition.targets;
    const examples = [markerExample(definition), shortExample(definition)].filter((example) => example !== undefined);
    return examples.map((example) => {
      const [, name = "", rest = ""] = /^@([A-Za-z][\w:.-]*)(.*)$/.exec(example) ?? [];
      return [definition.name, parseMarker({ name, rest, position }, target, log)?.definition.name];
    });
  });

  assert.deepEqual(log.problems, []);
  assert.deepEqual(
    read.filter(([wanted, found]) => wanted !== found),
    [],
  );
});
