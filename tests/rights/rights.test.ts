// Random rights on an embedded server: the recorded answers of a real one, and properties of all rights. tests/real/rights.test.ts records the answers;
// tests/long sends 20,000 requests to both servers.
import { createSeededRandom } from "@kubewright/async";
import type { Random } from "@kubewright/async";
import { startEnvironment } from "@kubewright/envtest";
import type { Environment } from "@kubewright/envtest";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isDenied } from "./answer.ts";
import { oneIn, pick } from "./draw.ts";
import { rbacGroup, rbacPath } from "./place.ts";
import { clusterRole, randomSubject } from "./random-rights.ts";
import type { RightsRequest } from "./random-request.ts";
import { permits } from "./reviewed-rules.ts";
import type { Attributes, ReviewedRules } from "./reviewed-rules.ts";
import { addRights, installPolicy, openRightsServer } from "./rights-server.ts";
import type { RightsServer, SendAsUser } from "./rights-server.ts";
import { readSample, sampleAnswers } from "./sample.ts";
import type { SampleAnswer } from "./sample.ts";
import { policyOf } from "./policy.ts";

let environment: Environment;
let server: RightsServer;

beforeAll(async () => {
  environment = await startEnvironment({ server: "embedded", random: createSeededRandom("rights") });
  server = await openRightsServer(environment);
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await environment[Symbol.asyncDispose]();
});

test("400 random requests get the recorded answers of a real server", async () => {
  const recorded = await readSample();

  const answers = await sampleAnswers(server, "sample");

  expect(differing(answers, recorded)).toEqual(differing(recorded, answers));
  expect(recorded.length).toBe(400);
  expect(recorded.filter(isDenied).length).toBeLessThan(200);
});

test("rights that are added remove no permission", async () => {
  const random = createSeededRandom("added rights");
  let granted = 0;
  for (const number of [0, 1, 2]) {
    const policy = policyOf({ seed: `added ${number}`, prefix: `added${number}`, count: 80 });
    const send = await installPolicy(server, policy, policy.rights);
    const before = await denials(send, policy.requests);
    const name = `${policy.prefix}-c6`;
    const roleRef = { apiGroup: rbacGroup, kind: "ClusterRole", name };
    const subjects = [
      randomSubject(random, policy),
      ...policy.accounts.map((account) => accountSubject(policy, account)),
    ];
    const rights = [
      { method: "POST", path: `${rbacPath}/clusterroles`, body: clusterRole(random, policy, 6) },
      { method: "POST", path: `${rbacPath}/clusterrolebindings`, body: { metadata: { name }, roleRef, subjects } },
    ];
    await addRights(server, policy, { rights, step: "second" });
    const after = await denials(send, policy.requests);

    expect([...after].filter((request) => !before.has(request))).toEqual([]);
    granted += before.size - after.size;
  }
  expect(granted).toBeGreaterThan(0);
});

test("SelfSubjectRulesReview, SubjectAccessReview and responses agree on what service accounts may do", async () => {
  const random = createSeededRandom("reviewed rights");
  const policy = policyOf({ seed: "reviewed", prefix: "reviewed", count: 0 });
  const send = await installPolicy(server, policy, policy.rights);
  const disagreements: unknown[] = [];
  let allowed = 0;
  for (const account of policy.accounts) {
    for (const namespace of policy.namespaces) {
      const review = { kind: "selfsubjectrulesreviews", spec: { namespace } } as const;
      const { status: rules } = (await reviewAs(send, account, review)) as { readonly status: ReviewedRules };
      for (let count = 0; count < 40; count++) {
        const attributes = randomAttributes(random);
        const listed = permits(rules, attributes);
        const reviewed = await isAllowed(send, account, { ...attributes, namespace });
        const read = attributes.verb === "get" ? await send(readOf(account, namespace, attributes)) : undefined;
        const isServed = read === undefined ? listed : read.status !== 403;
        if (listed !== reviewed || listed !== isServed) {
          disagreements.push({ account, namespace, attributes, listed, reviewed, isServed });
        }
        if (listed) allowed += 1;
      }
    }
  }
  expect(disagreements).toEqual([]);
  expect(allowed).toBeGreaterThan(40);
  expect(allowed).toBeLessThan(280);
});

/** The answers that `others` does not have at the same place. */
function differing(answers: readonly SampleAnswer[], others: readonly SampleAnswer[]): readonly SampleAnswer[] {
  return answers.filter((answer, index) => JSON.stringify(answer) !== JSON.stringify(others[index]));
}

function accountSubject({ namespaces }: { readonly namespaces: readonly [string, string] }, name: string): object {
  return { kind: "ServiceAccount", name, namespace: namespaces[0] };
}

/** The requests that are denied. */
async function denials(send: SendAsUser, requests: readonly RightsRequest[]): Promise<ReadonlySet<RightsRequest>> {
  const denied = new Set<RightsRequest>();
  for (const request of requests) if ((await send(request)).status === 403) denied.add(request);
  return denied;
}

interface Review {
  readonly kind: "selfsubjectrulesreviews" | "selfsubjectaccessreviews";
  readonly spec: object;
}

async function reviewAs(send: SendAsUser, account: string, { kind, spec }: Review): Promise<unknown> {
  const path = `/apis/authorization.k8s.io/v1/${kind}`;
  const { body } = await send({ account, method: "POST", path, headers: {}, body: { spec } });
  return body;
}

async function isAllowed(send: SendAsUser, account: string, resourceAttributes: object): Promise<boolean> {
  const review = { kind: "selfsubjectaccessreviews", spec: { resourceAttributes } } as const;
  const { status } = (await reviewAs(send, account, review)) as { readonly status: { readonly allowed: boolean } };
  return status.allowed;
}

const groups = { configmaps: "", pods: "", serviceaccounts: "", deployments: "apps" } as const;
const resources = Object.keys(groups) as readonly (keyof typeof groups)[];

/** `get` of a subresource is about one that needs no second verb. */
function randomAttributes(random: Random): Attributes {
  const resource = pick(random, resources);
  const verb = oneIn(random, 2) ? "get" : pick(random, ["list", "create", "delete", "impersonate", "deletecollection"]);
  const subresource = oneIn(random, 2) ? "" : pick(random, verb === "get" ? ["status"] : ["exec", "log", "status"]);
  return { verb, group: groups[resource], resource, subresource, name: pick(random, ["one", "two", "x"]) };
}

function readOf(account: string, namespace: string, { group, resource, subresource, name }: Attributes): RightsRequest {
  const root = group === "" ? "/api/v1" : `/apis/${group}/v1`;
  const path = `${root}/namespaces/${namespace}/${resource}/${name}${subresource === "" ? "" : `/${subresource}`}`;
  return { account, method: "GET", path, headers: {} };
}
