// Params that a conversion webhook cannot convert to the version of `paramKind`: the failure policy decides.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { createCrate } from "./conversion-answers.ts";
import { startCrates } from "./crates.ts";
import type { Crates } from "./crates.ts";
import { bindings, configMapRule, policies, PolicyClient } from "./policy-client.ts";
import { post, remove } from "./writers.ts";

let server: ServerUnderTest;
let crates: Crates;

beforeAll(async () => {
  server = await startServerUnderTest();
  crates = await startCrates(server);
  await createCrate(crates);
});

afterAll(async () => {
  await crates[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const failed = { response: { result: { status: "Failure", message: "no" } } };

test("a policy whose params cannot be converted denies requests, or is ignored", { timeout: 120_000 }, async () => {
  crates.host.answer(() => failed);
  const namespace = await server.createNamespace();
  const client = new PolicyClient(server, namespace);
  const configMaps = `/api/v1/namespaces/${namespace}/configmaps?dryRun=All`;
  const paramKind = { apiVersion: `${crates.group}/v1`, kind: "Crate" };
  const paramRef = { name: "a", namespace: crates.at("v1").split("/")[5], parameterNotFoundAction: "Deny" };
  const create = async (name: string): Promise<unknown> => {
    const { status, body } = await client.send(post(configMaps, { metadata: { name } }));
    return { status, message: (body as { readonly message?: string }).message };
  };
  const names = ["Fail", "Ignore"].map((failurePolicy) => ({ failurePolicy, name: server.uniqueName("policy-") }));
  for (const { failurePolicy, name } of names) {
    const matchConditions = [{ name: "own", expression: `request.name == '${failurePolicy.toLowerCase()}'` }];
    const matchConstraints = {
      namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
      resourceRules: [{ ...configMapRule, resourceNames: [failurePolicy.toLowerCase()] }],
    };
    const validations = [{ expression: "params.spec.replicas == 1" }];
    await client.created(policies, {
      metadata: { name },
      spec: { paramKind, failurePolicy, matchConstraints, matchConditions, validations },
    });
    await client.created(bindings, {
      metadata: { name },
      spec: { policyName: name, paramRef, validationActions: ["Deny"] },
    });
  }

  // A kube-apiserver looks for new kinds every 30 seconds.
  const name = names[0]?.name ?? "";
  const why = `failed to configure binding: paramKind kind \`&ParamKind{APIVersion:${crates.group}/v1,Kind:Crate,}\` not yet synced to use for admission`;
  const message = `configmaps "fail" is forbidden: ValidatingAdmissionPolicy '${name}' with binding '${name}' denied request: ${why}`;
  await expect.poll(() => create("fail"), { timeout: 60_000 }).toEqual({ status: 422, message });
  expect(await create("ignore")).toEqual({ status: 201, message: undefined });

  for (const each of names) {
    await client.send(remove(`${bindings}/${each.name}`));
    await client.send(remove(`${policies}/${each.name}`));
  }
});
