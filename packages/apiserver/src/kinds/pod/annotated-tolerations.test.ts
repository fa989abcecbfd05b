import assert from "node:assert/strict";
import { fieldPath } from "@kubewright/apimachinery";
import { test } from "vitest";
import { checkAnnotatedTolerations } from "./annotated-tolerations.ts";

const path = fieldPath("metadata", "annotations");

test("an annotation that is nested too deeply is rejected, with the depth limit of request bodies", () => {
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;

  const errors = checkAnnotatedTolerations(deep, path);

  assert.deepEqual(
    errors.map(({ detail }) => detail),
    ["invalid character '[' exceeded max depth"],
  );
});
