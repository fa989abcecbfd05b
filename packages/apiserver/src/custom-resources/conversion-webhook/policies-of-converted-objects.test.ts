// Policies on objects and params that a conversion webhook converts.
import { bodyOf } from "@kubewright/transport";
import { beforeEach, expect, test } from "vitest";
import { httpResponse, at, converted, crate, startCrateServer } from "./testdata/crate-server.ts";
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

test("each param is converted once for all writes, so that later failures of the webhook have no effect", async () => {
  const names = Array.from({ length: 200 }, (_, index) => `p${index}`);
  for (const name of names) await server.send("POST", at("v2"), crate(name));
  await enforceParams({ selector: {} });
  server.requests.length = 0;

  const first = await createConfigMap("a");
  server.respond(() => httpResponse(bodyOf("busy"), 500));
  const second = await createConfigMap("a");

  expect([first.status, second.status, server.requests.length]).toEqual([422, 422, 200]);
  expect(second.json.message).toBe(first.json.message);
});

test("params are selected by the labels of their version", async () => {
  server.respond((review) => {
    const objects = review.request.objects.map((object) => ({
      ...object,
      metadata: { ...object.metadata, labels: { seen: object.metadata.name } },
    }));
    return converted({ request: { ...review.request, objects } });
  });
  for (const name of ["p0", "p1"]) await server.send("POST", at("v2"), crate(name));
  await enforceParams({ selector: { matchLabels: { seen: "p1" } } });

  const { json } = await createConfigMap("a");

  expect(json.message).toMatch(/ denied request: x.io\/v1 p1$/u);
});

test.for<readonly [failurePolicy: string, status: number]>([
  ["Fail", 422],
  ["Ignore", 201],
])(
  "with the failure policy %s, a write whose params cannot be converted ends with %i",
  async ([failurePolicy, status]) => {
    await server.send("POST", at("v2"), crate("params"));
    await enforceParams({ name: "params" }, failurePolicy);
    server.respond(() => httpResponse(bodyOf("busy"), 500));

    const written = await createConfigMap("a");

    const why =
      "failed to configure binding: paramKind kind `&ParamKind{APIVersion:x.io/v1,Kind:Crate,}` not yet synced to use for admission";
    expect(written.status).toBe(status);
    expect(written.json.message?.endsWith(` denied request: ${why}`)).toBe(status === 422 ? true : undefined);
  },
);

async function enforceParams(paramRef: object, failurePolicy = "Fail"): Promise<void> {
  const resourceRules = [{ ...rule, apiGroups: [""], resources: ["configmaps"] }];
  await enforce(
    {
      failurePolicy,
      paramKind: { apiVersion: "x.io/v1", kind: "Crate" },
      matchConstraints: { resourceRules },
      validations: [
        { expression: "false", messageExpression: "string(params.apiVersion) + ' ' + string(params.metadata.name)" },
      ],
    },
    { paramRef: { ...paramRef, parameterNotFoundAction: "Deny" } },
  );
}

function createConfigMap(name: string): ReturnType<CrateServer["send"]> {
  return server.send("POST", "/api/v1/namespaces/default/configmaps", { metadata: { name } });
}

test("a write whose object is being converted is decided by the policies that were stored before, as in kube-apiserver", async () => {
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

  expect((await writing).status).toBe(422);
});

test.for<readonly [failurePolicy: string, status: number]>([
  ["Fail", 422],
  ["Ignore", 201],
])(
  "with the failure policy %s, a write whose object cannot be converted ends with %i",
  async ([failurePolicy, status]) => {
    await enforce({ failurePolicy, validations: [{ expression: "true" }] });
    server.respond(() => httpResponse(bodyOf("busy"), 500));

    const written = await server.send("POST", at("v2"), crate("a"));

    expect(written.status).toBe(status);
    const why =
      "failed to configure binding: failed to convert object version: conversion webhook for x.io/v2, Kind=Crate failed";
    expect(written.json.message?.startsWith(`${denial}: ${why}: `)).toBe(status === 422 ? true : undefined);
  },
);

test.for<readonly [failurePolicy: string, status: number]>([
  ["Fail", 403],
  ["Ignore", 201],
])(
  "with the failure policy %s of a mutating policy, a write whose object cannot be converted ends with %i",
  async ([failurePolicy, status]) => {
    await mutate(failurePolicy, "Object{}");
    server.respond(() => httpResponse(bodyOf("busy"), 500));

    const { json, ...written } = await server.send("POST", at("v2"), crate("a"));

    expect(written.status).toBe(status);
    if (status === 201) return;
    const why =
      'policy "p" denied request: failed to configure policy: conversion webhook for x.io/v2, Kind=Crate failed: ';
    expect(json.message?.startsWith(why)).toBe(true);
    expect([json.reason, json.details?.causes]).toEqual(["Forbidden", [{ message: json.message }]]);
  },
);

test("a mutated object that cannot be converted back is an error of the server", async () => {
  await mutate("Ignore", "Object{spec: Object.spec{size: 2}}");
  server.respond((review) =>
    review.request.desiredAPIVersion === "x.io/v1" ? converted(review) : httpResponse(bodyOf("busy"), 500),
  );

  const { status, json } = await server.send("POST", at("v2"), crate("a"));

  const lead = "Internal error occurred: failed to convert object: conversion webhook for x.io/v1, Kind=Crate failed: ";
  expect([status, json.reason, json.message?.startsWith(lead)]).toEqual([500, "InternalError", true]);
});

async function mutate(failurePolicy: string, expression: string): Promise<void> {
  const mutations = [{ patchType: "ApplyConfiguration", applyConfiguration: { expression } }];
  const matchConstraints = { resourceRules: [{ ...rule, operations: ["CREATE", "UPDATE"] }] };
  const policy = await server.send("POST", `${group}/mutatingadmissionpolicies`, {
    metadata: { name: "p" },
    spec: { failurePolicy, reinvocationPolicy: "Never", matchConstraints, mutations },
  });
  const bound = await server.send("POST", `${group}/mutatingadmissionpolicybindings`, {
    metadata: { name: "p" },
    spec: { policyName: "p" },
  });
  expect([policy.status, bound.status]).toEqual([201, 201]);
}
