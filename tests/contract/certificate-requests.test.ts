// CertificateSigningRequests: their requester, and who may approve and sign them.
import type { PolicyRule } from "@kubewright/api/rbac.authorization.k8s.io/v1";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import type { TestResponse } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import {
  approved,
  base64,
  createRequestClient,
  messageOf,
  readPem,
  requestIn,
  requestsPath,
  specOf,
} from "./certificate-request-client.ts";
import type { RequestClient } from "./certificate-request-client.ts";

const annCertificate = readPem("ann.crt");

let server: ServerUnderTest;
let requests: RequestClient;

beforeAll(async () => {
  server = await startServerUnderTest();
});

beforeEach(() => {
  requests = createRequestClient(server);
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

/** Headers of a request that the administrator sends as another user. */
function as(user: string, more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return { "impersonate-user": user, ...more };
}

/** Grants a user a permission, and waits until the server applies it. */
async function grant(user: string, rules: readonly PolicyRule[]): Promise<void> {
  const rbac = "/apis/rbac.authorization.k8s.io/v1";
  const role = server.uniqueName("role-");
  const post = (to: string, body: object): Promise<TestResponse> =>
    sendRequest(server.transport, { method: "POST", path: to, body });
  const all = [...rules, { nonResourceURLs: [`/ready/${role}`], verbs: ["get"] }];
  await post(`${rbac}/clusterroles`, { metadata: { name: role }, rules: all });
  await post(`${rbac}/clusterrolebindings`, {
    metadata: { name: role },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: role },
    subjects: [{ kind: "User", name: user }],
  });
  // A real server applies a binding a moment later. 404 for an absent path instead of 403 shows that it does.
  for (;;) {
    const { status } = await sendRequest(server.transport, { path: `/ready/${role}`, headers: as(user) });
    if (status === 404) return;
  }
}

const writeRequests: PolicyRule = {
  apiGroups: ["certificates.k8s.io"],
  resources: ["certificatesigningrequests", "certificatesigningrequests/approval", "certificatesigningrequests/status"],
  verbs: ["get", "create", "update", "patch"],
};

function signerRule(verb: string, signer: string): PolicyRule {
  return { apiGroups: ["certificates.k8s.io"], resources: ["signers"], resourceNames: [signer], verbs: [verb] };
}

test("a request gets the name of its creator, also if it has another name", async () => {
  const user = server.uniqueName("ann-");
  await grant(user, [writeRequests]);
  const forged = { username: "eve", uid: "1", groups: ["system:masters"], extra: { scopes: ["all"] } };

  const { spec } = requestIn(
    await requests.create(specOf(forged), as(user, { "impersonate-extra-team": "a", "impersonate-uid": "42" })),
  );

  expect(spec).toMatchObject({
    username: user,
    uid: "42",
    groups: ["system:authenticated"],
    extra: { team: ["a"] },
  });
  expect(spec.extra).not.toHaveProperty("scopes");
});

test("a requester without a uid and extra attributes does not get them in the spec, also if the request has them", async () => {
  const user = server.uniqueName("ann-");
  await grant(user, [writeRequests]);
  const forged = { username: "eve", uid: "1", groups: ["system:masters"], extra: { scopes: ["all"] } };

  const { spec } = requestIn(await requests.create(specOf(forged), as(user)));

  expect(spec).toMatchObject({ username: user, groups: ["system:authenticated"] });
  expect(spec).not.toHaveProperty("uid");
  expect(spec).not.toHaveProperty("extra");
});

test("a new request has no status", async () => {
  const { status } = requestIn(
    await requests.create(specOf(), {}, { conditions: [approved], certificate: base64(annCertificate) }),
  );

  expect(status).toEqual({});
});

test("no kind of update changes the spec", async () => {
  const { spec, metadata } = requestIn(await requests.create(specOf()));
  const other = { spec: { signerName: "example.com/other", username: "eve", usages: ["server auth"] } };

  for (const subresource of ["", "/status", "/approval"]) {
    const response = await requests.patch(subresource, { ...other, metadata: { labels: { touched: "yes" } } });
    expect([response.status, requestIn(response).spec]).toEqual([200, spec]);
  }
  const body = { metadata: { name: requests.name, resourceVersion: undefined, uid: metadata?.uid }, ...other };
  const put = await sendRequest(server.transport, { method: "PUT", path: `${requestsPath}/${requests.name}`, body });
  expect(requestIn(put).spec).toEqual(spec);
});

test("the main resource ignores the status", async () => {
  await requests.create(specOf());

  expect(requestIn(await requests.patch("", { status: { conditions: [approved] } })).status).toEqual({});
});

test("an approval needs the verb approve on the signer", async () => {
  const user = server.uniqueName("approver-");
  await grant(user, [writeRequests, signerRule("approve", "example.com/mine")]);
  await requests.create(specOf({ signerName: "example.com/others" }));
  const approve = (): Promise<TestResponse> =>
    requests.patch("/approval", { status: { conditions: [approved] } }, as(user));
  const others = await approve();
  requests = createRequestClient(server);
  await requests.create(specOf({ signerName: "example.com/mine" }));
  const mine = await approve();

  expect([others.status, mine.status]).toEqual([403, 200]);
  expect(messageOf(others)).toMatch(
    / is forbidden: user not permitted to approve requests with signerName "example.com\/others"$/u,
  );
  expect(requestIn(mine).status?.conditions).toMatchObject([approved]);
});

test("a permission for all signers of a domain is sufficient", async () => {
  const user = server.uniqueName("approver-");
  await grant(user, [writeRequests, signerRule("approve", "example.com/*"), signerRule("sign", "example.com/*")]);
  await requests.create(specOf());

  expect((await requests.patch("/approval", { status: { conditions: [approved] } }, as(user))).status).toBe(200);
  expect((await requests.patch("/status", { status: { certificate: base64(annCertificate) } }, as(user))).status).toBe(
    200,
  );
});

test("a certificate and a condition need the verb sign on the signer, and metadata does not", async () => {
  const user = server.uniqueName("signer-");
  await grant(user, [writeRequests, signerRule("approve", "example.com/signer")]);
  await requests.create(specOf());
  const failed = { type: "Failed", status: "True" };

  const responses = [
    await requests.patch("/status", { status: { certificate: base64(annCertificate) } }, as(user)),
    await requests.patch("/status", { status: { conditions: [failed] } }, as(user)),
    await requests.patch("/status", { metadata: { labels: { a: "b" } } }, as(user)),
  ];

  expect(responses.map(({ status }) => status)).toEqual([403, 403, 200]);
  expect(messageOf(responses[0] as TestResponse)).toMatch(
    / is forbidden: user not permitted to sign requests with signerName "example.com\/signer"$/u,
  );
});

test("/status does not approve, deny, or remove an approval", async () => {
  await requests.create(specOf());
  const added = await requests.patch("/status", { status: { conditions: [approved] } });
  await requests.patch("/approval", { status: { conditions: [approved] } });
  const changed = await requests.patch("/status", { status: { conditions: [{ ...approved, reason: "Other" }] } });
  const removed = await requests.patch("/status", { status: { conditions: null } });
  const taken = await requests.patch("/approval", { status: { conditions: null } });

  expect([added.status, changed.status, removed.status, taken.status]).toEqual([422, 200, 422, 422]);
  expect(messageOf(added)).toBe(
    `CertificateSigningRequest.certificates.k8s.io "${requests.name}" is invalid: status.conditions: Forbidden: updates may not add a condition of type "Approved"`,
  );
  expect(requestIn(changed).status?.conditions).toMatchObject([approved]);
  expect(messageOf(removed)).toBe(
    `CertificateSigningRequest.certificates.k8s.io "${requests.name}" is invalid: status.conditions: Forbidden: updates may not remove a condition of type "Approved"`,
  );
  expect(messageOf(taken)).toBe(messageOf(removed));
});

test("/approval ignores a certificate", async () => {
  await requests.create(specOf());
  const response = await requests.patch("/approval", {
    status: { conditions: [approved], certificate: base64(annCertificate) },
  });

  expect([response.status, requestIn(response).status?.certificate]).toEqual([200, undefined]);
});

test("an issued certificate does not change", async () => {
  await requests.create(specOf());
  const issue = (certificate: string): Promise<TestResponse> =>
    requests.patch("/status", { status: { certificate: base64(certificate) } });
  const first = await issue(annCertificate);
  const second = await issue(annCertificate + annCertificate);

  expect([first.status, second.status]).toEqual([200, 422]);
  expect(messageOf(second)).toBe(
    `CertificateSigningRequest.certificates.k8s.io "${requests.name}" is invalid: status.certificate: Forbidden: updates may not modify existing certificate content`,
  );
});
