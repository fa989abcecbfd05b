// Validating policies on objects and params that a conversion webhook converts.
import { bodyOf } from "@kubewright/transport";
import { beforeEach, expect, test } from "vitest";
import { answer, at, converted, crate, startCrateServer } from "./testdata/crate-server.ts";
import type { CrateServer } from "./testdata/crate-server.ts";

const group = "/apis/admissionregistration.k8s.io/v1";
const rule = { apiGroups: ["x.io"], apiVersions: ["v1"], operations: ["*"], resources: ["crates"] };

let server: CrateServer;

beforeEach(async () => {
  server = await startCrateServer();
  return () => server[Symbol.asyncDispose]();
});

async function enforce(spec: object, binding: object = {}): Promise<void> {
  const matchConstraints = { resourceRules: [rule] };
  const policy = await server.send("POST", `${group}/validatingadmissionpolicies`, {
    metadata: { name: "p" },
    spec: { matchConstraints, ...spec },
  });
  const bound = await server.send("POST", `${group}/validatingadmissionpolicybindings`, {
    metadata: { name: "p" },
    spec: { policyName: "p", validationActions: ["Deny"], ...binding },
  });
  expect([policy.status, bound.status]).toEqual([201, 201]);
}

const denial = `crates.x.io "a" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'p' denied request`;

test("a policy receives the object in the version that it matches", async () => {
  const messageExpression = "object.apiVersion + ' ' + request.kind.version + ' ' + request.requestKind.version";
  await enforce({ validations: [{ expression: "object.spec.size < 3", messageExpression }] });

  const small = await server.send("POST", at("v2"), crate("small"));
  const large = await server.send("POST", at("v2"), { ...crate("a"), spec: { size: 5 } });

  expect(small.status).toBe(201);
  expect([large.status, large.json.message]).toEqual([422, `${denial}: x.io/v1 v1 v2`]);
});

test("params are in the version of the policy's paramKind", async () => {
  await server.send("POST", at("v2"), crate("params"));
  await enforce(
    {
      paramKind: { apiVersion: "x.io/v1", kind: "Crate" },
      validations: [{ expression: "false", messageExpression: "string(params.apiVersion)" }],
    },
    { paramRef: { name: "params", parameterNotFoundAction: "Deny" } },
  );

  const { json } = await server.send("POST", at("v2"), crate("a"));

  expect(json.message).toBe(`${denial}: x.io/v1`);
});

test("a write whose object is being converted is decided by the policies that are stored after that", async () => {
  await enforce({ validations: [{ expression: "false" }] });
  const arrived = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  server.respond(async (review) => {
    arrived.resolve();
    await held.promise;
    return converted(review);
  });

  const writing = server.send("POST", at("v2"), crate("a"));
  await arrived.promise;
  await server.send("DELETE", `${group}/validatingadmissionpolicybindings/p`);
  held.resolve();

  expect((await writing).status).toBe(201);
});

test.for<readonly [failurePolicy: string, status: number]>([
  ["Fail", 422],
  ["Ignore", 201],
])(
  "with the failure policy %s, a write whose object cannot be converted ends with %i",
  async ([failurePolicy, status]) => {
    await enforce({ failurePolicy, validations: [{ expression: "true" }] });
    server.respond(() => answer(bodyOf("busy"), 500));

    const written = await server.send("POST", at("v2"), crate("a"));

    expect(written.status).toBe(status);
    const why =
      "failed to configure binding: failed to convert object version: conversion webhook for x.io/v2, Kind=Crate failed";
    expect(written.json.message?.startsWith(`${denial}: ${why}: `)).toBe(status === 422 ? true : undefined);
  },
);
