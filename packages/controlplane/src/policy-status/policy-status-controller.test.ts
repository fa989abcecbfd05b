// testdata/typed-policies.json has the warnings of a real kube-controller-manager, which tests/real/workloads.test.ts compares.
import { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import { readFile } from "node:fs/promises";
import { ValidatingAdmissionPolicy } from "@kubewright/api/admissionregistration.k8s.io/v1";
import type { ValidatingAdmissionPolicySpec } from "@kubewright/api/admissionregistration.k8s.io/v1";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestCluster } from "../testdata/cluster.ts";
import type { TestCluster } from "../testdata/cluster.ts";
import { policyStatusControllerName } from "./policy-status-controller.ts";

interface TypedPolicies {
  readonly definition: CustomResourceDefinition;
  readonly policies: Readonly<
    Record<string, { readonly spec: ValidatingAdmissionPolicySpec; readonly warnings: readonly unknown[] }>
  >;
}

const file = new URL("testdata/typed-policies.json", import.meta.url);
const { definition, policies } = JSON.parse(await readFile(file, "utf8")) as TypedPolicies;

let cluster: TestCluster;

beforeAll(async () => {
  cluster = await startTestCluster([policyStatusControllerName]);
  await cluster.client.create(CustomResourceDefinition, definition);
});

afterAll(async () => {
  await cluster[Symbol.asyncDispose]();
});

async function checked(name: string, generation: number): Promise<ValidatingAdmissionPolicy | undefined> {
  const isChecked = (found: ValidatingAdmissionPolicy | undefined): boolean =>
    found?.status?.observedGeneration === generation;
  return cluster.until(ValidatingAdmissionPolicy, { name }, isChecked);
}

function policy(name: string, spec: ValidatingAdmissionPolicySpec): ValidatingAdmissionPolicy {
  return { apiVersion: "admissionregistration.k8s.io/v1", kind: "ValidatingAdmissionPolicy", metadata: { name }, spec };
}

test.for(Object.entries(policies))(
  "the warnings about the policy %s are those of kube-controller-manager",
  async ([name, { spec, warnings }]) => {
    await cluster.client.create(ValidatingAdmissionPolicy, policy(name, spec));

    const { status } = (await checked(name, 1)) ?? {};

    expect(status?.typeChecking?.expressionWarnings ?? []).toEqual(warnings);
  },
);

test("a changed policy is checked again, and the controller owns its status", async () => {
  const matchConstraints = {
    resourceRules: [{ apiGroups: ["apps"], apiVersions: ["v1"], operations: ["*"], resources: ["deployments"] }],
  } as const;
  await cluster.client.create(
    ValidatingAdmissionPolicy,
    policy("changed", { matchConstraints, validations: [{ expression: "true" }] }),
  );
  const right = await checked("changed", 1);
  expect(right?.status).toEqual({ observedGeneration: 1, typeChecking: {} });

  const body = { spec: { validations: [{ expression: "object.x == 1" }] } };
  await cluster.client.patch(right ?? policy("changed", {}), { type: "merge", body });

  const wrong = await checked("changed", 2);
  expect(wrong?.status?.typeChecking?.expressionWarnings?.map(({ fieldRef }) => fieldRef)).toEqual([
    "spec.validations[0].expression",
  ]);
  expect(wrong?.metadata?.managedFields?.find(({ subresource }) => subresource === "status")).toMatchObject({
    manager: "validatingadmissionpolicy-status",
    operation: "Apply",
  });
});
