import assert from "node:assert/strict";
import { test } from "vitest";
import { compiledRules } from "./compiled-rules.ts";

const schemaOf = (rule: string, description = ""): object => ({
  type: "object",
  description,
  properties: { size: { type: "integer" } },
  "x-kubernetes-validations": [{ rule }],
});

test("Schemas with the same content share their compiled rules", () => {
  const first = compiledRules(schemaOf("self.size > 1"), false);
  const second = compiledRules(structuredClone(schemaOf("self.size > 1")), false);

  assert.ok(first !== undefined && first === second);
});

test("Another rule, or another place of the same schema, is compiled again", () => {
  const first = compiledRules(schemaOf("self.size > 2"), false);

  assert.notEqual(compiledRules(schemaOf("self.size > 3"), false), first);
  assert.notEqual(compiledRules(schemaOf("self.size > 2"), true), first);
});

test("Rules of old schemas are dropped when the kept schemas are too large", () => {
  const first = compiledRules(schemaOf("self.size > 4"), false);
  const padding = "x".repeat(1_500_000);
  for (const name of ["a", "b", "c"]) compiledRules(schemaOf("self.size > 5", name + padding), false);

  assert.notEqual(compiledRules(schemaOf("self.size > 4"), false), first);
});
