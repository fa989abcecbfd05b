// The response to a write when a webhook rejects it, returns an invalid response, or does not respond. The messages are those of kube-apiserver.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { patching, startWebhookHost } from "./webhook-host.ts";
import type { Sent, Verdict, WebhookHost } from "./webhook-host.ts";

let server: ServerUnderTest;
let namespace: string;
let host: WebhookHost;
let configMaps: string;
let configured: AsyncDisposable;

beforeAll(async () => {
  server = await startServerUnderTest();
  namespace = await server.createNamespace();
  configMaps = `/api/v1/namespaces/${namespace}/configmaps`;
  host = await startWebhookHost(server, namespace);
  const labelled = (name: string): object => host.webhook(name, { objectSelector: { matchLabels: { ask: name } } });
  configured = await host.configure("mutating", [labelled("change")]);
});

afterAll(async () => {
  await configured[Symbol.asyncDispose]();
  await host[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

/** The response to a create for which the webhook with this label is called. */
function createAsking(webhook: string): Promise<Sent> {
  return host.send({ method: "POST", path: configMaps, body: { metadata: { name: "x", labels: { ask: webhook } } } });
}

function change(verdict: Verdict): Promise<Sent> {
  host.answer("/change", () => verdict);
  return createAsking("change");
}

/** The Status of an internal error, which contains the message twice. */
function internalError(message: string): object {
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: `Internal error occurred: ${message}`,
    reason: "InternalError",
    details: { causes: [{ message }] },
    code: 500,
  };
}

function denied(more: object): object {
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", ...more };
}

const denial = 'admission webhook "change.hooks.test" denied the request';

test.for<readonly [what: string, status: unknown, answer: object]>([
  ["no status", undefined, { message: `${denial} without explanation`, code: 400 }],
  ["a message", { message: "no" }, { message: `${denial}: no`, code: 400 }],
  [
    "a reason alone",
    { reason: "Forbidden", code: 403 },
    { message: `${denial}: Forbidden`, reason: "Forbidden", code: 403 },
  ],
  ["a code of success", { code: 200, status: "Success", message: "no" }, { message: `${denial}: no`, code: 400 }],
  [
    "another kind and unknown fields",
    { kind: "Pod", apiVersion: "x/y", code: 403, message: "no", more: 1 },
    { message: `${denial}: no`, code: 403 },
  ],
  [
    "details",
    { code: 422, reason: "Invalid", message: "no", details: { causes: [{ field: "data", message: "m" }] } },
    { message: `${denial}: no`, reason: "Invalid", code: 422, details: { causes: [{ field: "data", message: "m" }] } },
  ],
  ["a code without a meaning", { code: 999 }, { message: `${denial} without explanation`, code: 999 }],
  ["nulls", { message: null, code: null, details: null }, { message: `${denial} without explanation`, code: 400 }],
])("a refusal with %s becomes the answer", async ([, status, answer]) => {
  const { body } = await change({ allowed: false, ...(status === undefined ? {} : { status }) });

  expect(body).toEqual(denied(answer));
});

const failed = 'failed calling webhook "change.hooks.test": failed to call webhook: ';
const goField = "into Go struct field Status.response.status";
const invalid = 'failed calling webhook "change.hooks.test": received invalid webhook response: ';
const encode = (text: string): string => Buffer.from(text).toString("base64");
const text = (status: number, body: string, type = "text/plain"): Verdict => ({ raw: { status, type, body } });
const json = (body: string): Verdict => text(200, body, "application/json");
const goStruct =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

test.for<readonly [message: string, verdict: Verdict]>([
  [`${failed}an error on the server ("oops") has prevented the request from succeeding`, text(500, "oops")],
  [
    `${failed}an error on the server ("unknown") has prevented the request from succeeding`,
    text(500, "{}", "application/json"),
  ],
  [`${failed}the server could not find the requested resource`, text(404, "where?")],
  [`${failed}who are you?`, text(403, "who are you?")],
  [`${failed}the server is currently unable to handle the request`, text(503, "later")],
  [`${failed}the server responded with the status code 418 but did not return more information`, text(418, "a pot")],
  [`${failed}couldn't get version/kind; json parse error: unexpected end of JSON input`, json("{")],
  [
    `${failed}couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type ${goStruct}`,
    json("[]"),
  ],
  [`${failed}0-length response with status code: 200 and content type: application/json`, json("")],
  [
    `${failed}no kind "Pod" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"`,
    json('{"kind":"Pod","apiVersion":"v1"}'),
  ],
  [
    `${failed}json: cannot unmarshal string into Go struct field Status.response.status.code of type int32`,
    { allowed: false, status: { code: "404" } },
  ],
  [
    `${failed}json: cannot unmarshal object into Go struct field Status.response.status.message of type string`,
    { allowed: false, status: { message: {} } },
  ],
  [
    `${failed}json: cannot unmarshal number into Go struct field StatusDetails.response.status.details.causes of type v1.StatusCause`,
    { allowed: false, status: { details: { causes: [5] } } },
  ],
  [
    `${failed}json: cannot unmarshal number into Go struct field AdmissionResponse.response.warnings of type string`,
    json('{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","response":{"warnings":[5]}}'),
  ],
  [
    `${failed}json: cannot unmarshal bool into Go struct field AdmissionResponse.response.auditAnnotations of type string`,
    json('{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","response":{"auditAnnotations":{"a":true}}}'),
  ],
  [`${failed}json: cannot unmarshal number 422.5 ${goField}.code of type int32`, { status: { code: 422.5 } }],
  [`${failed}json: cannot unmarshal number 2147483648 ${goField}.code of type int32`, { status: { code: 2 ** 31 } }],
  [`${failed}json: cannot unmarshal number ${goField}.reason of type v1.StatusReason`, { status: { reason: 5 } }],
  [`${failed}json: cannot unmarshal number ${goField}.TypeMeta.kind of type string`, { status: { kind: 5 } }],
  [
    `${failed}json: cannot unmarshal number into Go struct field StatusCause.response.status.details.causes.field of type string`,
    { status: { details: { causes: [{ field: 5 }] } } },
  ],
  [`${failed}illegal base64 data at input byte 0`, { patchType: "JSONPatch", patch: "$$$" }],
  [`${invalid}webhook response was absent`, json('{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1"}')],
  [`${invalid}webhook returned response.patch but not response.patchType`, { patch: encode("[]") }],
  [`${invalid}webhook returned response.patchType but not response.patch`, { patchType: "JSONPatch" }],
  [
    'failed calling webhook "change.hooks.test": unsupported patch type "MergePatch"',
    { patchType: "MergePatch", patch: encode('[{"op":"remove","path":"/data"}]') },
  ],
  [
    'failed calling webhook "change.hooks.test": received undecodable patch in webhook response: json: cannot unmarshal object into Go value of type jsonpatch.Patch',
    { patchType: "JSONPatch", patch: encode("{}") },
  ],
  [
    "error in remove for path: '/nope': Unable to remove nonexistent key: nope: missing value",
    patching({ op: "remove", path: "/nope" }),
  ],
  ["testing value /metadata/name failed: test failed", patching({ op: "test", path: "/metadata/name", value: "y" })],
  [
    'add operation does not apply: doc is missing path: "/a/b": missing value',
    patching({ op: "add", path: "/a/b", value: "y" }),
  ],
  ["Unexpected kind: grow", patching({ op: "grow", path: "/data" })],
  [
    "json: cannot unmarshal number into Go struct field ConfigMap.data of type string",
    patching({ op: "add", path: "/data", value: { a: 1 } }),
  ],
])("500: %s", async ([message, verdict]) => {
  const { body } = await change(verdict);

  expect(body).toEqual(internalError(message));
});

test("a response with the uid of another request is rejected", async () => {
  const { body } = await change({ uid: "zzz" });

  expect(body.message).toMatch(
    /^Internal error occurred: .*: received invalid webhook response: expected response\.uid="[-0-9a-f]{36}", got "zzz"$/u,
  );
});

test("the message of a Status in an error response is in the error", async () => {
  const status = { kind: "Status", apiVersion: "v1", status: "Failure", message: "the reason", code: 500 };

  const { body } = await change(text(500, JSON.stringify(status), "application/json"));

  expect(body).toEqual(internalError(`${failed}the reason`));
});

test("a validating webhook may not return a patch", async () => {
  await using _ = await host.configure("validating", [host.webhook("look")]);
  host.answer("/look", () => patching({ op: "add", path: "/data", value: {} }));

  const { body } = await createAsking("nobody");

  const lead = 'failed calling webhook "look.hooks.test": received invalid webhook response: ';
  expect(body).toEqual(internalError(`${lead}validating webhook may not return response.patch`));
});

test("a mutating webhook cannot change what is deleted", async () => {
  await using _ = await host.configure("mutating", [host.webhook("undo")]);
  await host.send({ method: "POST", path: configMaps, body: { metadata: { name: "gone" } } });
  host.answer("/undo", () => patching({ op: "add", path: "/data", value: {} }));

  const { body } = await host.send({ method: "DELETE", path: `${configMaps}/gone` });

  const who = 'admission webhook "undo.hooks.test"';
  expect(body).toEqual(
    internalError(`${who} attempted to modify the object, which is not supported for this operation`),
  );
});

test("an unreachable webhook fails the write, unless its failurePolicy is Ignore", async () => {
  const nowhere = { url: "https://127.0.0.1:1/x" };
  const service = { service: { namespace, name: "absent", path: "/look" } };
  const asking = (ask: string, more: object): object =>
    host.webhook(ask, { objectSelector: { matchLabels: { ask } }, timeoutSeconds: 1, ...more });
  await using _ = await host.configure("validating", [
    asking("nowhere", { clientConfig: nowhere }),
    asking("service", { clientConfig: service }),
    asking("stranger", { clientConfig: { url: `${host.url}/stranger` } }),
    asking("slow", {}),
    asking("ignored", { clientConfig: nowhere, failurePolicy: "Ignore" }),
  ]);
  const { promise, resolve } = Promise.withResolvers<Verdict>();
  host.answer("/slow", () => promise);
  const failure = (name: string, url: string, why: string): object =>
    internalError(
      `failed calling webhook "${name}.hooks.test": failed to call webhook: Post "${url}?timeout=1s": ${why}`,
    );

  expect((await createAsking("nowhere")).body).toEqual(
    failure("nowhere", nowhere.url, "dial tcp 127.0.0.1:1: connect: connection refused"),
  );
  expect((await createAsking("service")).body).toEqual(
    failure("service", `https://absent.${namespace}.svc:443/look`, 'service "absent" not found'),
  );
  const untrusted = "tls: failed to verify certificate: x509: certificate signed by unknown authority";
  expect((await createAsking("stranger")).body).toEqual(failure("stranger", `${host.url}/stranger`, untrusted));
  expect((await createAsking("slow")).body).toEqual(failure("slow", `${host.url}/slow`, "context deadline exceeded"));
  resolve({});
  expect((await createAsking("ignored")).status).toBe(201);
});
