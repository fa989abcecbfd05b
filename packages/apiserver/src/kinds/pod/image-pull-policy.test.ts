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
  [`nginx:latest@sha256:${"a".repeat(64)}`, "Always"],
  [`nginx:latest@sha256:${"a".repeat(63)}`, "IfNotPresent"],
  ["Registry/nginx", "Always"],
  ["localhost/nginx", "Always"],
  ["[::1]:5000/team/nginx", "Always"],
  ["Nginx", "IfNotPresent"],
  ["ko://example.com/cmd/controller", "IfNotPresent"],
  ["team//nginx", "IfNotPresent"],
  ["a".repeat(64), "IfNotPresent"],
  ["a".repeat(247).replaceAll("aaa", "a-b"), "Always"],
  ["x".repeat(248), "IfNotPresent"],
  ["", "IfNotPresent"],
  ["not an image", "IfNotPresent"],
] as const)("the pull policy of the image %j is %s", ([image, policy]) => {
  assert.equal(defaultPullPolicy(image), policy);
});
