import { expect, test } from "vitest";
import { serverFrom } from "./server-kind.ts";

test.each([
  { env: {}, expected: "embedded" },
  { env: { KUBEWRIGHT_TEST_SERVER: "" }, expected: "embedded" },
  { env: { KUBEWRIGHT_TEST_SERVER: "real" }, expected: "real" },
  { env: { USE_EXISTING_CLUSTER: "true" }, expected: "existing" },
  { env: { USE_EXISTING_CLUSTER: "True" }, expected: "existing" },
  { env: { USE_EXISTING_CLUSTER: "false" }, expected: "embedded" },
  { env: { USE_EXISTING_CLUSTER: "true", KUBEWRIGHT_TEST_SERVER: "embedded" }, expected: "embedded" },
])("serverFrom($env) is $expected", ({ env, expected }) => {
  expect(serverFrom(env)).toBe(expected);
});

test("serverFrom() rejects an unknown server, with the name of the variable", () => {
  expect(() => serverFrom({ KUBEWRIGHT_TEST_SERVER: "minikube" })).toThrow(
    'Cannot start a test environment: KUBEWRIGHT_TEST_SERVER is "minikube", must be one of embedded, real, existing',
  );
});
