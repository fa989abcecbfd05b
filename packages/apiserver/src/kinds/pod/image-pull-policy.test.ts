import assert from "node:assert/strict";
import { test } from "vitest";
import { defaultPullPolicy } from "./image-pull-policy.ts";

test.for([
  ["nginx", "Always"],
  ["nginx:latest", "Always"],
  ["nginx:1.25", "IfNotPresent"],
  ["registry:5000/nginx", "Always"],
  ["registry:5000/nginx:1", "IfNotPresent"],
  ["nginx@sha256:abc", "IfNotPresent"],
  ["", "IfNotPresent"],
  ["not an image", "IfNotPresent"],
] as const)("the image %j is pulled %s", ([image, policy]) => {
  assert.equal(defaultPullPolicy(image), policy);
});
