// CertificateSigningRequests: in whose name they are, who may approve and sign them, and what is wrong with them.
import { readFileSync } from "node:fs";
import type { CertificateSigningRequest } from "@kubewright/api/certificates.k8s.io/v1";
import type { PolicyRule } from "@kubewright/api/rbac.authorization.k8s.io/v1";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ask } from "../http.ts";
import type { Answer } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

function read(file: string): string {
  return readFileSync(new URL(`../../packages/certificates/src/testdata/${file}`, import.meta.url), "utf8");
}

const annRequest = read("ann.csr");
const annCertificate = read("ann.crt");

const path = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
const mergePatch = "application/merge-patch+json";

let server: ServerUnderTest;
let name: string;

beforeAll(async () => {
  server = await startServerUnderTest();
});

beforeEach(() => {
  name = server.uniqueName("request-");
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

/** Headers of a request that the administrator sends as another user. */
function as(user: string, more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return { "impersonate-user": user, ...more };
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

function specOf(spec: object = {}): object {
  return { request: base64(annRequest), signerName: "example.com/signer", usages: ["client auth"], ...spec };
}

function create(spec: object, headers: Readonly<Record<string, string>> = {}, status?: object): Promise<Answer> {
  const body = { metadata: { name }, spec, ...(status === undefined ? {} : { status }) };
  return ask(server.transport, { method: "POST", path, body, headers });
}

function patch(subresource: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const at = `${path}/${name}${subresource}`;
  return ask(server.transport, {
    method: "PATCH",
    path: at,
    body,
    headers: { "content-type": mergePatch, ...headers },
  });
}

function requestIn({ body }: Answer): CertificateSigningRequest {
  return body as CertificateSigningRequest;
}

function messageOf({ body }: Answer): string {
  return (body as { readonly message?: string }).message ?? "";
}

/** Lets a user do something, and waits until the server acts on it. */
async function grant(user: string, rules: readonly PolicyRule[]): Promise<void> {
  const rbac = "/apis/rbac.authorization.k8s.io/v1";
  const role = server.uniqueName("role-");
  const post = (to: string, body: object): Promise<Answer> => ask(server.transport, { method: "POST", path: to, body });
  const all = [...rules, { nonResourceURLs: [`/ready/${role}`], verbs: ["get"] }];
  await post(`${rbac}/clusterroles`, { metadata: { name: role }, rules: all });
  await post(`${rbac}/clusterrolebindings`, {
    metadata: { name: role },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: role },
    subjects: [{ kind: "User", name: user }],
  });
  // A real server acts on a binding a moment later. The path is not there: 404 instead of 403 shows that it does.
  for (;;) {
    const { status } = await ask(server.transport, { path: `/ready/${role}`, headers: as(user) });
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

const approved = { type: "Approved", status: "True", reason: "Tested", message: "by a test" };

test("a request is in the name of who creates it, whatever it says", async () => {
  const user = server.uniqueName("ann-");
  await grant(user, [writeRequests]);
  const forged = { username: "eve", uid: "1", groups: ["system:masters"], extra: { scopes: ["all"] } };

  const { spec } = requestIn(
    await create(specOf(forged), as(user, { "impersonate-extra-team": "a", "impersonate-uid": "42" })),
  );

  expect(spec).toMatchObject({
    username: user,
    uid: "42",
    groups: ["system:authenticated"],
    extra: { team: ["a"] },
  });
  expect(spec.extra).not.toHaveProperty("scopes");
});

test("a new request has no status", async () => {
  const { status } = requestIn(
    await create(specOf(), {}, { conditions: [approved], certificate: base64(annCertificate) }),
  );

  expect(status).toEqual({});
});

test("the spec does not change, by any way of updating", async () => {
  const { spec, metadata } = requestIn(await create(specOf()));
  const other = { spec: { signerName: "example.com/other", username: "eve", usages: ["server auth"] } };

  for (const subresource of ["", "/status", "/approval"]) {
    const answer = await patch(subresource, { ...other, metadata: { labels: { touched: "yes" } } });
    expect([answer.status, requestIn(answer).spec]).toEqual([200, spec]);
  }
  const body = { metadata: { name, resourceVersion: undefined, uid: metadata?.uid }, ...other };
  const put = await ask(server.transport, { method: "PUT", path: `${path}/${name}`, body });
  expect(requestIn(put).spec).toEqual(spec);
});

test("the object itself does not take a status", async () => {
  await create(specOf());

  expect(requestIn(await patch("", { status: { conditions: [approved] } })).status).toEqual({});
});

test("an approval needs the verb approve on the signer", async () => {
  const user = server.uniqueName("approver-");
  await grant(user, [writeRequests, signerRule("approve", "example.com/mine")]);
  await create(specOf({ signerName: "example.com/others" }));
  const approve = (): Promise<Answer> => patch("/approval", { status: { conditions: [approved] } }, as(user));
  const others = await approve();
  name = server.uniqueName("request-");
  await create(specOf({ signerName: "example.com/mine" }));
  const mine = await approve();

  expect([others.status, mine.status]).toEqual([403, 200]);
  expect(messageOf(others)).toMatch(
    / is forbidden: user not permitted to approve requests with signerName "example.com\/others"$/u,
  );
  expect(requestIn(mine).status?.conditions).toMatchObject([approved]);
});

test("a right on all signers of a domain is enough", async () => {
  const user = server.uniqueName("approver-");
  await grant(user, [writeRequests, signerRule("approve", "example.com/*"), signerRule("sign", "example.com/*")]);
  await create(specOf());

  expect((await patch("/approval", { status: { conditions: [approved] } }, as(user))).status).toBe(200);
  expect((await patch("/status", { status: { certificate: base64(annCertificate) } }, as(user))).status).toBe(200);
});

test("a certificate and a condition need the verb sign on the signer, and metadata does not", async () => {
  const user = server.uniqueName("signer-");
  await grant(user, [writeRequests, signerRule("approve", "example.com/signer")]);
  await create(specOf());
  const failed = { type: "Failed", status: "True" };

  const answers = [
    await patch("/status", { status: { certificate: base64(annCertificate) } }, as(user)),
    await patch("/status", { status: { conditions: [failed] } }, as(user)),
    await patch("/status", { metadata: { labels: { a: "b" } } }, as(user)),
  ];

  expect(answers.map(({ status }) => status)).toEqual([403, 403, 200]);
  expect(messageOf(answers[0] as Answer)).toMatch(
    / is forbidden: user not permitted to sign requests with signerName "example.com\/signer"$/u,
  );
});

test("/status does not approve, deny, or take an approval back", async () => {
  await create(specOf());
  const added = await patch("/status", { status: { conditions: [approved] } });
  await patch("/approval", { status: { conditions: [approved] } });
  const changed = await patch("/status", { status: { conditions: [{ ...approved, reason: "Other" }] } });
  const removed = await patch("/status", { status: { conditions: null } });
  const taken = await patch("/approval", { status: { conditions: null } });

  expect([added.status, changed.status, removed.status, taken.status]).toEqual([422, 200, 422, 422]);
  expect(messageOf(added)).toBe(
    `CertificateSigningRequest.certificates.k8s.io "${name}" is invalid: status.conditions: Forbidden: updates may not add a condition of type "Approved"`,
  );
  expect(requestIn(changed).status?.conditions).toMatchObject([approved]);
  expect(messageOf(removed)).toBe(
    `CertificateSigningRequest.certificates.k8s.io "${name}" is invalid: status.conditions: Forbidden: updates may not remove a condition of type "Approved"`,
  );
  expect(messageOf(taken)).toBe(messageOf(removed));
});

test("/approval does not take a certificate", async () => {
  await create(specOf());
  const answer = await patch("/approval", { status: { conditions: [approved], certificate: base64(annCertificate) } });

  expect([answer.status, requestIn(answer).status?.certificate]).toEqual([200, undefined]);
});

test("a certificate that was issued does not change", async () => {
  await create(specOf());
  const issue = (certificate: string): Promise<Answer> =>
    patch("/status", { status: { certificate: base64(certificate) } });
  const first = await issue(annCertificate);
  const second = await issue(annCertificate + annCertificate);

  expect([first.status, second.status]).toEqual([200, 422]);
  expect(messageOf(second)).toBe(
    `CertificateSigningRequest.certificates.k8s.io "${name}" is invalid: status.certificate: Forbidden: updates may not modify existing certificate content`,
  );
});

const [annBody = ""] = /(?<=-----\n)[A-Za-z0-9+/=\n]+/u.exec(annRequest) ?? [];

test.for([
  ["no PEM", "hello", "must contain at least one CERTIFICATE PEM block"],
  ["a request", annRequest, 'only CERTIFICATE PEM blocks are allowed, found "CERTIFICATE REQUEST"'],
  [
    "a second block that is a request",
    annCertificate + annRequest,
    'only CERTIFICATE PEM blocks are allowed, found "CERTIFICATE REQUEST"',
  ],
  [
    "headers",
    annCertificate.replace("CERTIFICATE-----\n", "CERTIFICATE-----\nA: b\n\n"),
    "no PEM block headers are permitted",
  ],
  ["garbage", "-----BEGIN CERTIFICATE-----\naGVsbG8=\n-----END CERTIFICATE-----\n", "x509: malformed certificate"],
] as const)("a certificate with %s is refused", async ([, certificate, error]) => {
  await create(specOf());
  const answer = await patch("/status", { status: { certificate: base64(certificate) } });

  expect([answer.status, messageOf(answer)]).toEqual([
    422,
    `CertificateSigningRequest.certificates.k8s.io "${name}" is invalid: status.certificate: Invalid value: "<certificate data>": ${error}`,
  ]);
});

test("requests of every type of key are accepted", async () => {
  const statuses: number[] = [];
  for (const request of [
    annRequest,
    read("rsa.csr"),
    read("pss.csr"),
    read("ed25519.csr"),
    `text before\n${annRequest}text after`,
  ]) {
    name = server.uniqueName("request-");
    statuses.push((await create(specOf({ request: base64(request) }))).status);
  }

  expect(statuses).toEqual([201, 201, 201, 201, 201]);
});

function pem(label: string, content: string): string {
  return `-----BEGIN ${label}-----\n${content}\n-----END ${label}-----\n`;
}

const parameters =
  "{optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}";
const [certificateBody = ""] = /(?<=-----\n)[A-Za-z0-9+/=\n]+/u.exec(annCertificate) ?? [];

test.for([
  ["no PEM", "hello", "PEM block type must be CERTIFICATE REQUEST"],
  ["another block", annCertificate, "PEM block type must be CERTIFICATE REQUEST"],
  ["another block in front", annCertificate + annRequest, "PEM block type must be CERTIFICATE REQUEST"],
  ["the older label", pem("NEW CERTIFICATE REQUEST", annBody.trim()), "PEM block type must be CERTIFICATE REQUEST"],
  [
    "a text instead of bytes",
    pem("CERTIFICATE REQUEST", "aGVsbG8="),
    `asn1: structure error: tags don't match (16 vs {class:1 tag:8 length:101 isCompound:true}) ${parameters} certificateRequest @2`,
  ],
  [
    "half of the bytes",
    pem("CERTIFICATE REQUEST", Buffer.from(annBody, "base64").subarray(0, 100).toString("base64")),
    "asn1: syntax error: data truncated",
  ],
  [
    "an indefinite length",
    pem("CERTIFICATE REQUEST", Buffer.from([0x30, 0x80, 0, 0]).toString("base64")),
    "asn1: syntax error: indefinite length found (not DER)",
  ],
  [
    "a string",
    pem("CERTIFICATE REQUEST", Buffer.from([0x0c, 1, 65]).toString("base64")),
    `asn1: structure error: tags don't match (16 vs {class:0 tag:12 length:1 isCompound:false}) ${parameters} certificateRequest @2`,
  ],
  [
    "a certificate under its label",
    pem("CERTIFICATE REQUEST", certificateBody.trim()),
    `asn1: structure error: tags don't match (2 vs {class:2 tag:0 length:3 isCompound:true}) ${parameters} int @2`,
  ],
  [
    "bytes after it",
    pem("CERTIFICATE REQUEST", Buffer.concat([Buffer.from(annBody, "base64"), Buffer.from([0])]).toString("base64")),
    "asn1: syntax error: trailing data",
  ],
  [
    "a signature of another request",
    pem("CERTIFICATE REQUEST", changedByte(annBody, 40)),
    "x509: ECDSA verification failure",
  ],
] as const)("a request with %s is refused", async ([, request, error]) => {
  const answer = await create(specOf({ request: base64(request) }));

  expect([answer.status, messageOf(answer)]).toEqual([
    422,
    `CertificateSigningRequest.certificates.k8s.io "${name}" is invalid: spec.request: Invalid value: "${base64(request)}": ${error}`,
  ]);
});

/** The text with one byte of its content changed. */
function changedByte(content: string, at: number): string {
  const bytes = Buffer.from(content, "base64");
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes.toString("base64");
}

test("an empty spec names everything that is missing", async () => {
  const answer = await create({ request: base64(annRequest), signerName: "", usages: [] });

  expect(messageOf(answer)).toBe(
    `CertificateSigningRequest.certificates.k8s.io "${name}" is invalid: [spec.usages: Required value, spec.signerName: Required value]`,
  );
});

test.for([
  [
    { signerName: "a" },
    "spec.signerName: Invalid value: \"a\": must be a fully qualified domain and path of the form 'example.com/signer-name'",
  ],
  [
    { signerName: "a/b/c" },
    "spec.signerName: Invalid value: \"a/b/c\": must be a fully qualified domain and path of the form 'example.com/signer-name'",
  ],
  [
    { signerName: "example/b" },
    'spec.signerName: Invalid value: "example": should be a domain with at least two segments separated by dots',
  ],
  [
    { signerName: "kubernetes.io/legacy-unknown" },
    'spec.signerName: Invalid value: "kubernetes.io/legacy-unknown": the legacy signerName is not allowed via this API version',
  ],
  [{ usages: ["client auth", "client auth"] }, 'spec.usages[1]: Duplicate value: "client auth"'],
  [
    { usages: ["x"] },
    'spec.usages[0]: Unsupported value: "x": supported values: "any", "cert sign", "client auth", "code signing", "content commitment", "crl sign", "data encipherment", "decipher only", "digital signature", "email protection", "encipher only", "ipsec end system", "ipsec tunnel", "ipsec user", "key agreement", "key encipherment", "microsoft sgc", "netscape sgc", "ocsp signing", "s/mime", "server auth", "signing", "timestamping"',
  ],
  [
    { expirationSeconds: 599 },
    "spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 600 seconds (10 minutes)",
  ],
] as const)("a spec with %o is refused", async ([spec, error]) => {
  const answer = await create(specOf(spec));

  expect([answer.status, messageOf(answer)]).toEqual([
    422,
    `CertificateSigningRequest.certificates.k8s.io "${name}" is invalid: ${error}`,
  ]);
});

test("nobody requests a client certificate of system:masters", async () => {
  const client = { request: base64(read("masters.csr")), signerName: "kubernetes.io/kube-apiserver-client" };
  const refused = await create(specOf(client));
  const other = await create(specOf({ ...client, signerName: "example.com/signer" }));

  expect([refused.status, messageOf(refused)]).toEqual([
    403,
    `certificatesigningrequests.certificates.k8s.io "${name}" is forbidden: use of kubernetes.io/kube-apiserver-client signer with system:masters group is not allowed`,
  ]);
  expect(other.status).toBe(201);
});

test.for([
  [[{ type: "", status: "True" }], "status.conditions[0].type: Required value"],
  [
    [{ type: "Denied", status: "False" }],
    'status.conditions[0].status: Unsupported value: "False": supported values: "True"',
  ],
  [
    [{ type: "Other", status: "Maybe" }],
    'status.conditions[0].status: Unsupported value: "Maybe": supported values: "False", "True", "Unknown"',
  ],
  [[approved, approved], 'status.conditions[1].type: Duplicate value: "Approved"'],
  [
    [approved, { type: "Denied", status: "True" }],
    'status.conditions: Invalid value: "Denied": Approved and Denied conditions are mutually exclusive',
  ],
] as const)("the conditions %o are refused", async ([conditions, error]) => {
  await create(specOf());
  const answer = await patch("/approval", { status: { conditions } });

  expect([answer.status, messageOf(answer)]).toEqual([
    422,
    `CertificateSigningRequest.certificates.k8s.io "${name}" is invalid: ${error}`,
  ]);
});
