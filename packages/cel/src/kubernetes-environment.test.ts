import assert from "node:assert/strict";
import { test } from "vitest";
import { compileExpression, createEnvironment, kubernetesEnvironment } from "./index.ts";

function compiles(text: string, version: string): boolean {
  return compileExpression(text, kubernetesEnvironment({ version })).kind === "compiled";
}

test("A version of Kubernetes enables what it has brought", () => {
  const cases = [
    ["ip('::1') == ip('::1')", "1.29", "1.30"],
    ["format.uuid() == format.uuid()", "1.30", "1.31"],
    ["[1].all(i, x, x > i)", "1.31", "1.32"],
    ["semver('1.2.3').major() == 1", "1.32", "1.33"],
    ["[2, 1].sort() == [1, 2]", "1.33", "1.34"],
  ] as const;
  for (const [text, before, since] of cases) {
    assert.equal(compiles(text, before), false, `${text} in ${before}`);
    assert.equal(compiles(text, since), true, `${text} in ${since}`);
  }
});

test("An unknown version is an error", () => {
  assert.throws(() => kubernetesEnvironment({ version: "1.28" }), {
    name: "RangeError",
    message: 'version is "1.28", must be from 1.29 to 1.36',
  });
});

test("An environment without libraries has the standard one", () => {
  const environment = createEnvironment();

  assert.equal(compileExpression("[1, 'a'].size() == 2", environment).kind, "compiled");
  assert.equal(compileExpression("optional.of(1)", environment).kind, "failed");
});
