// Concurrent approvals, denials and certificates of one CertificateSigningRequest: what a request may not have twice is stored once.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { create } from "./bodies.ts";
import { approved, base64, readPem, requestsPath, specOf } from "./certificate-request-client.ts";
import { startWebhookHost } from "./webhook-host.ts";
import { apply, hold, messagesOf, patch, put, ruleFor, startWriters, tally, ways } from "./writers.ts";
import type { ObjectMetadata, WriteResponse, Writers } from "./writers.ts";

const numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const certificate = readPem("ann.crt");
const denied = { type: "Denied", status: "True", reason: "Tested", message: "by a test" };
const failed = { type: "Failed", status: "True", reason: "Tested", message: "by a test" };
const modified = "the object has been modified; please apply your changes to the latest version and try again";

interface CertificateRequest {
  readonly metadata: ObjectMetadata;
  readonly status: {
    readonly conditions?: readonly { readonly type: string }[];
    readonly certificate?: string;
  };
}

let server: ServerUnderTest;
let name: string;
let writers: Writers;
let path: string;

beforeAll(async () => {
  server = await startServerUnderTest();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

beforeEach(() => {
  name = server.uniqueName("request-");
});

async function startRequest(): Promise<void> {
  path = await create(writers, requestsPath, { metadata: { name, labels: { request: name } }, spec: specOf() });
}

/** Conditions that an apply merges by type; patches of other types replace the list. */
function appliedConditions(...conditions: readonly object[]): object {
  const apiVersion = "certificates.k8s.io/v1";
  return { apiVersion, kind: "CertificateSigningRequest", metadata: { name }, status: { conditions } };
}

async function stored(): Promise<CertificateRequest> {
  return requestIn(await writers.send({ path }));
}

/** The tests send only requests whose response is a CertificateSigningRequest. */
function requestIn({ body }: WriteResponse): CertificateRequest {
  return body as unknown as CertificateRequest;
}

function typesIn({ status }: CertificateRequest): readonly string[] {
  return (status.conditions ?? []).map(({ type }) => type).toSorted();
}

describe.for(ways)("over %s", (way) => {
  beforeEach(async () => {
    writers = await startWriters(server, way);
    await startRequest();
    return () => writers[Symbol.asyncDispose]();
  });

  test("the first of concurrent approvals and denials decides, and others of its type change nothing", async () => {
    const responses = await writers.together(
      numbers.map((n) =>
        patch("merge", `${path}/approval`, { status: { conditions: [n % 2 === 0 ? approved : denied] } }),
      ),
    );

    expect(tally(responses)).toEqual({ 200: 5, 422: 5 });
    expect(typesIn(await stored())).toHaveLength(1);
  });

  test("one of several approvals with the same version succeeds", async () => {
    const before = await stored();
    const body = { ...before, status: { conditions: [approved] } };

    const responses = await writers.together(numbers.map(() => put(`${path}/approval`, body)));

    expect(tally(responses)).toEqual({ 200: 1, 409: 9 });
    expect(messagesOf(responses, 409)).toEqual([
      `Operation cannot be fulfilled on certificatesigningrequests.certificates.k8s.io "${name}": ${modified}`,
    ]);
  });

  test("concurrent approvals, certificates and metadata all succeed, and none is lost", async () => {
    const issued = { status: { certificate: base64(certificate) } };
    const responses = await writers.together(
      numbers.flatMap((n) => [
        patch("merge", `${path}/approval`, { status: { conditions: [approved] } }),
        patch("merge", `${path}/status`, issued),
        patch("merge", path, { metadata: { annotations: { [`a${n}`]: "x" } } }),
      ]),
    );

    expect(tally(responses)).toEqual({ 200: 30 });
    const { metadata, status } = await stored();
    expect(status).toMatchObject({ conditions: [approved], certificate: base64(certificate) });
    expect(Object.keys(metadata.annotations ?? {}).toSorted()).toEqual(numbers.map((n) => `a${n}`));
  });

  test("a failure that a signer reports during an approval is kept", async () => {
    const responses = await writers.together([
      apply("approver", `${path}/approval`, appliedConditions(approved)),
      apply("signer", `${path}/status`, appliedConditions(failed)),
    ]);

    expect(tally(responses)).toEqual({ 200: 2 });
    expect(typesIn(await stored())).toEqual(["Approved", "Failed"]);
  });

  test("one of several different certificates is stored", async () => {
    const issue = (pem: string): ReturnType<typeof patch> =>
      patch("merge", `${path}/status`, { status: { certificate: base64(pem) } });

    const responses = await writers.together([
      issue(certificate),
      issue(certificate + certificate),
      issue(certificate + certificate + certificate),
    ]);

    expect(tally(responses)).toEqual({ 200: 1, 422: 2 });
    expect(messagesOf(responses, 422)).toEqual([
      `CertificateSigningRequest.certificates.k8s.io "${name}" is invalid: status.certificate: Forbidden: updates may not modify existing certificate content`,
    ]);
    const [winner] = responses.filter(({ status }) => status === 200);
    expect((await stored()).status.certificate).toBe(winner && requestIn(winner).status.certificate);
  });
});

describe("held by a webhook", () => {
  beforeEach(async () => {
    writers = await startWriters(server, "four HTTP/2 connections");
    await startRequest();
    return () => writers[Symbol.asyncDispose]();
  });

  async function heldBy(
    subresource: "approval" | "status",
    request: () => Promise<WriteResponse>,
    meanwhile: () => Promise<WriteResponse>,
  ): Promise<WriteResponse> {
    await using host = await startWebhookHost(server, await server.createNamespace());
    const slow = host.webhook("slow", {
      ...ruleFor("certificates.k8s.io", `certificatesigningrequests/${subresource}`, ["UPDATE"]),
      namespaceSelector: {},
      objectSelector: { matchLabels: { request: name } },
    });
    await using _ = await host.configure("validating", [slow]);
    const held = hold(host, "/slow");
    const late = request();
    await held.arrived;
    const { status } = await meanwhile();
    held.release();
    expect(status).toBe(200);
    return await late;
  }

  test("an approval is rejected if the request is denied meanwhile", async () => {
    const { status, body } = await heldBy(
      "approval",
      () => writers.send(apply("approver", `${path}/approval`, appliedConditions(approved))),
      () => writers.send(patch("merge", `${path}/approval`, { status: { conditions: [denied] } })),
    );

    expect(status).toBe(422);
    expect(body.message).toContain("Approved and Denied conditions are mutually exclusive");
    expect(typesIn(await stored())).toEqual(["Denied"]);
  });

  test("an approval keeps the certificate and the failure that were stored meanwhile", async () => {
    const { status } = await heldBy(
      "approval",
      () => writers.send(apply("approver", `${path}/approval`, appliedConditions(approved))),
      () =>
        writers.send(
          patch("merge", `${path}/status`, { status: { conditions: [failed], certificate: base64(certificate) } }),
        ),
    );

    expect(status).toBe(200);
    const after = await stored();
    expect([typesIn(after), after.status.certificate]).toEqual([["Approved", "Failed"], base64(certificate)]);
  });

  test("a certificate is rejected if another one is stored meanwhile", async () => {
    const issue = (pem: string) => (): Promise<WriteResponse> =>
      writers.send(patch("merge", `${path}/status`, { status: { certificate: base64(pem) } }));

    const { status } = await heldBy("status", issue(certificate), issue(certificate + certificate));

    expect(status).toBe(422);
    expect((await stored()).status.certificate).toBe(base64(certificate + certificate));
  });

  test("a PUT of /status without the approval that was stored meanwhile is rejected", async () => {
    const before = await stored();
    const body = { ...before, metadata: { name }, status: { certificate: base64(certificate) } };

    const { status, body: response } = await heldBy(
      "status",
      () => writers.send(put(`${path}/status`, body)),
      () => writers.send(patch("merge", `${path}/approval`, { status: { conditions: [approved] } })),
    );

    expect(status).toBe(422);
    expect(response.message).toContain('updates may not remove a condition of type "Approved"');
    expect(typesIn(await stored())).toEqual(["Approved"]);
  });
});
