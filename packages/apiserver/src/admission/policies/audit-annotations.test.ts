// The annotations of audit events. tests/real/policy-audit.test.ts compares them with the log of a kube-apiserver.
import { expect, test } from "vitest";
import { createApiServer } from "../../api-server.ts";
import { AuditAnnotations } from "./audit-annotations.ts";

function published(annotations: AuditAnnotations): unknown {
  const shown: unknown[] = [];
  annotations.publish((key, value) => shown.push([key, value]));
  return shown;
}

test("a failure is JSON as Go prints it", () => {
  const annotations = new AuditAnnotations();
  annotations.addFailure({
    message: "<no>",
    policy: "p",
    binding: "b",
    expressionIndex: 1,
    validationActions: ["Audit", "Warn"],
  });
  const text =
    '[{"message":"\\u003cno\\u003e","policy":"p","binding":"b","expressionIndex":1,"validationActions":["Audit","Warn"]}]';
  expect(published(annotations)).toEqual([["validation.policy.admission.k8s.io/validation_failure", text]]);
});

test("distinct values of a key are joined", () => {
  const annotations = new AuditAnnotations();
  for (const value of ["one", "two", "one"]) annotations.add("p", "k", value);
  annotations.add("q", "k", "one");
  expect(published(annotations)).toEqual([
    ["p/k", "one, two"],
    ["q/k", "one"],
  ]);
});

test("a value has at most 10 KiB, and each byte of a truncated character becomes a replacement character", () => {
  const annotations = new AuditAnnotations();
  annotations.add("p", "a", "x".repeat(10_241));
  annotations.add("p", "b", `${"x".repeat(10_238)}€`);
  annotations.add("p", "c", `${"x".repeat(10_237)}€`);
  expect(published(annotations)).toEqual([
    ["p/a", "x".repeat(10_240)],
    ["p/b", `${"x".repeat(10_238)}\uFFFD\uFFFD`],
    ["p/c", `${"x".repeat(10_237)}€`],
  ]);
});

test("a server without a recipient of audit events evaluates the action Audit", async () => {
  await using server = createApiServer();
  const group = "/apis/admissionregistration.k8s.io/v1";
  const resourceRules = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["configmaps"] }];
  const send = async (path: string, body: object): Promise<number> => {
    const headers = { "content-type": "application/json" };
    const { status } = await server.transport().request({ method: "POST", path, headers, body: JSON.stringify(body) });
    return status;
  };
  const metadata = { name: "p" };
  const spec = { matchConstraints: { resourceRules }, validations: [{ expression: "false" }] };
  await send(`${group}/validatingadmissionpolicies`, { metadata, spec });
  await send(`${group}/validatingadmissionpolicybindings`, {
    metadata,
    spec: { policyName: "p", validationActions: ["Audit"] },
  });

  expect(await send("/api/v1/namespaces/default/configmaps", { metadata })).toBe(201);
});
