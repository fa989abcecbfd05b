// Validation of CertificateSigningRequests: the request, the spec, the conditions, the certificate.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { approved, base64, createRequestClient, messageOf, readPem, specOf } from "./certificate-request-client.ts";
import type { RequestClient } from "./certificate-request-client.ts";

const annRequest = readPem("ann.csr");
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
  await requests.create(specOf());
  const response = await requests.patch("/status", { status: { certificate: base64(certificate) } });

  expect([response.status, messageOf(response)]).toEqual([
    422,
    `CertificateSigningRequest.certificates.k8s.io "${requests.name}" is invalid: status.certificate: Invalid value: "<certificate data>": ${error}`,
  ]);
});

test("requests of every type of key are accepted", async () => {
  const statuses: number[] = [];
  for (const request of [
    annRequest,
    readPem("rsa.csr"),
    readPem("pss.csr"),
    readPem("ed25519.csr"),
    `text before\n${annRequest}text after`,
  ]) {
    requests = createRequestClient(server);
    statuses.push((await requests.create(specOf({ request: base64(request) }))).status);
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
  const response = await requests.create(specOf({ request: base64(request) }));

  expect([response.status, messageOf(response)]).toEqual([
    422,
    `CertificateSigningRequest.certificates.k8s.io "${requests.name}" is invalid: spec.request: Invalid value: "${base64(request)}": ${error}`,
  ]);
});

/** The text with one byte of its content changed. */
function changedByte(content: string, at: number): string {
  const bytes = Buffer.from(content, "base64");
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes.toString("base64");
}

test("the errors for an empty spec name all missing fields", async () => {
  const response = await requests.create({ request: base64(annRequest), signerName: "", usages: [] });

  expect(messageOf(response)).toBe(
    `CertificateSigningRequest.certificates.k8s.io "${requests.name}" is invalid: [spec.usages: Required value, spec.signerName: Required value]`,
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
  const response = await requests.create(specOf(spec));

  expect([response.status, messageOf(response)]).toEqual([
    422,
    `CertificateSigningRequest.certificates.k8s.io "${requests.name}" is invalid: ${error}`,
  ]);
});

test("a request for a client certificate of system:masters is rejected", async () => {
  const client = { request: base64(readPem("masters.csr")), signerName: "kubernetes.io/kube-apiserver-client" };
  const refused = await requests.create(specOf(client));
  const other = await requests.create(specOf({ ...client, signerName: "example.com/signer" }));

  expect([refused.status, messageOf(refused)]).toEqual([
    403,
    `certificatesigningrequests.certificates.k8s.io "${requests.name}" is forbidden: use of kubernetes.io/kube-apiserver-client signer with system:masters group is not allowed`,
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
  await requests.create(specOf());
  const response = await requests.patch("/approval", { status: { conditions } });

  expect([response.status, messageOf(response)]).toEqual([
    422,
    `CertificateSigningRequest.certificates.k8s.io "${requests.name}" is invalid: ${error}`,
  ]);
});
