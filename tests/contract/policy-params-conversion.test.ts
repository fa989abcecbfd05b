// Params that a conversion webhook converts to the version of `paramKind`.
import { expect, test } from "vitest";
import type { TestRequest, TestResponse } from "../http.ts";
import { createCrate } from "./conversion-answers.ts";
import { useCrates } from "./crates-suite.ts";
import { PolicyClient } from "./policy-client.ts";
import type { PolicySpec } from "./policy-client.ts";
import { post } from "./writers.ts";

const crates = useCrates();

const failure = { response: { result: { status: "Failure", message: "no" } } };

test("a policy without converted params fails by its failurePolicy, and uses converted ones while the webhook fails", async () => {
  const { host, server, group } = crates;
  const paramRef = { name: "a", namespace: await crates.begin(), parameterNotFoundAction: "Deny" };
  const [strict, lenient] = [await server.createNamespace(), await server.createNamespace()];
  const client = new PolicyClient(server, strict);
  const paramKind = { apiVersion: `${group}/v1`, kind: "Crate" };
  const policy = (failurePolicy: string): PolicySpec => ({
    validations: [{ expression: "false", messageExpression: "string(params.spec.replicas)" }],
    more: { paramKind, failurePolicy },
    binding: { paramRef },
  });
  host.answer(() => failure);
  await createCrate(crates);
  await using ignored = await new PolicyClient(server, lenient).install(policy("Ignore"));
  await using failed = await client.enforce(policy("Fail"));

  // A kube-apiserver looks for new kinds every 30 seconds.
  const withoutParams = await client.until(create(strict), isUnsynced);
  const ignoredParams = await client.send(create(lenient));
  host.reset();
  const decided = await client.until(create(strict), (answer) => !isUnsynced(answer));
  host.answer(() => failure);
  const later = [await client.send(create(strict)), await client.send(create(lenient))];

  const kind = `\`&ParamKind{APIVersion:${group}/v1,Kind:Crate,}\``;
  const why = `failed to configure binding: paramKind kind ${kind} not yet synced to use for admission`;
  expect([withoutParams.status, messageOf(withoutParams)]).toEqual([422, `${denial(failed.name)}${why}`]);
  expect(ignoredParams.status).toBe(201);
  expect(messageOf(decided)).toBe(`${denial(failed.name)}1`);
  expect(later.map(messageOf)).toEqual([`${denial(failed.name)}1`, `${denial(ignored.name)}1`]);
}, 120_000);

function create(namespace: string): TestRequest {
  return post(`/api/v1/namespaces/${namespace}/configmaps?dryRun=All`, { metadata: { name: "a" } });
}

function isUnsynced(answer: TestResponse): boolean {
  return messageOf(answer)?.includes("not yet synced") === true;
}

function denial(policy: string): string {
  return `configmaps "a" is forbidden: ValidatingAdmissionPolicy '${policy}' with binding '${policy}' denied request: `;
}

function messageOf({ body }: TestResponse): string | undefined {
  return (body as { readonly message?: string }).message;
}
