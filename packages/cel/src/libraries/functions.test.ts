// The functions and macros of an environment beside those of kube-apiserver, with their identifiers, which costs depend on.
// tools/cel/record.ts writes the recording.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "vitest";
import type { FunctionDeclaration } from "../checking/declarations.ts";
import { jsonPatchLibrary, kubernetesEnvironment } from "../index.ts";

interface Recorded {
  readonly functions: readonly string[];
  readonly macros: readonly string[];
}

const file = new URL("../testdata/functions.json", import.meta.url);
const recorded = JSON.parse(readFileSync(file, "utf8")) as Recorded; // The program writes this shape.
const environment = kubernetesEnvironment({ libraries: [jsonPatchLibrary] });

function signaturesOf({ name, overloads }: FunctionDeclaration): readonly string[] {
  return overloads.map(({ id, isMember, args, result }) => {
    const [first, ...rest] = args.map(({ text }) => text);
    const call = isMember
      ? `${first ?? ""}.${name}(${rest.join(", ")})`
      : `${name}(${args.map(({ text }) => text).join(", ")})`;
    return `${id}: ${call} -> ${result.text}`;
  });
}

test("Every function of kube-apiserver is declared with each overload, and no other", () => {
  const declared = environment.functions.values().flatMap(signaturesOf).toArray();

  assert.ok(recorded.functions.length > 300, `${recorded.functions.length}`);
  assert.deepEqual(declared.toSorted(), recorded.functions);
});

test("The macros are those of kube-apiserver", () => {
  const declared = environment.macros.map(
    ({ name, argumentCount, isMember }) => `${name}:${argumentCount}:${isMember}`,
  );

  assert.deepEqual(declared.toSorted(), recorded.macros);
});
