// The webhooks of a program, called without a socket.
import { field, invalid } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { createVirtualClock } from "@kubewright/async";
import { createLogger } from "@kubewright/telemetry";
import { expect, test } from "vitest";
import { createDefaulter, createValidator } from "../admission/webhook.ts";
import { bodyBytesMax } from "./answer.ts";
import type { WebhookHttpRequest } from "./answer.ts";
import { createWebhookServer } from "./webhook-server.ts";

interface Widget extends KubernetesObject {
  readonly spec?: { readonly size?: number; readonly colour?: string };
}

const Widget: ResourceType<Widget> = {
  group: "example.com",
  version: "v1",
  kind: "Widget",
  plural: "widgets",
  singular: "widget",
  listKind: "WidgetList",
  namespaced: true,
};

const lines: string[] = [];
const server = createWebhookServer({
  log: createLogger({ clock: createVirtualClock(), write: (line) => lines.push(line) }),
  webhooks: {
    "/default": createDefaulter(Widget, (widget) => ({ ...widget, spec: { colour: "red", ...widget.spec } })),
    "/validate": createValidator(Widget, {
      create: ({ spec }) => (spec?.size === 13 ? "13 is not a size" : undefined),
      update: ({ spec }, old) =>
        spec?.size === old.spec?.size ? undefined : { denied: "sizes stay", warnings: ["make another one"] },
      delete: ({ metadata }) => ({ warnings: [`${metadata?.name} is missed`] }),
    }),
    "/invalid": createValidator(Widget, {
      create: ({ metadata }) => invalid(Widget, metadata?.name ?? "", [field.required("spec.size", "")]),
    }),
    "/broken": createValidator(Widget, {
      create() {
        throw new Error("the secret of the house");
      },
    }),
  },
});

test("a defaulter responds with a patch of its defaults, and without a patch if nothing changes", async () => {
  expect(await ask("/default", { object: { spec: { size: 1 } } })).toEqual({
    uid: "u1",
    allowed: true,
    patchType: "JSONPatch",
    patch: Buffer.from('[{"op":"add","path":"/spec/colour","value":"red"}]').toString("base64"),
  });
  expect(await ask("/default", { object: { spec: { colour: "blue" } } })).toEqual({ uid: "u1", allowed: true });
  expect(await ask("/default", { operation: "DELETE", object: null, oldObject: {} })).toEqual({
    uid: "u1",
    allowed: true,
  });
});

test("a validator denies with its message, and operations without a function are allowed", async () => {
  expect(await ask("/validate", { object: { spec: { size: 13 } } })).toEqual({
    uid: "u1",
    allowed: false,
    status: { code: 403, reason: "Forbidden", message: "13 is not a size" },
  });
  expect(await ask("/validate", { object: { spec: { size: 12 } } })).toEqual({ uid: "u1", allowed: true });
  expect(await ask("/broken", { operation: "UPDATE", object: {}, oldObject: {} })).toEqual({
    uid: "u1",
    allowed: true,
  });
});

test("a validator that returns an ApiError denies with its code, reason and details", async () => {
  expect(await ask("/invalid", { object: { metadata: { name: "a" } } })).toMatchObject({
    allowed: false,
    status: {
      code: 422,
      reason: "Invalid",
      message: 'Widget.example.com "a" is invalid: spec.size: Required value',
      details: { name: "a", causes: [{ field: "spec.size", reason: "FieldValueRequired" }] },
    },
  });
});

test("a validator receives the old object of an update and a deletion, and can warn", async () => {
  const update = { operation: "UPDATE", object: { spec: { size: 2 } }, oldObject: { spec: { size: 1 } } };
  const deletion = { operation: "DELETE", object: null, oldObject: { metadata: { name: "a" } } };

  expect(await ask("/validate", update)).toMatchObject({ allowed: false, warnings: ["make another one"] });
  expect(await ask("/validate", deletion)).toEqual({ uid: "u1", allowed: true, warnings: ["a is missed"] });
});

test("the response of a failed webhook is 500 without the reason, which is logged", async () => {
  const { status, text } = await send("/broken", review({ object: {} }));

  expect({ status, text }).toEqual({ status: 500, text: "the webhook failed; its log says why\n" });
  expect(lines.join("")).toContain("the secret of the house");
});

test("a webhook that is registered for another kind responds with 500", async () => {
  const { status } = await send("/validate", review({ kind: { group: "", version: "v1", kind: "Pod" }, object: {} }));

  expect(status).toBe(500);
});

test.each([
  { what: "another path", path: "/other", status: 404 },
  { what: "GET", method: "GET", status: 405 },
  { what: "another type", type: "text/plain", status: 415 },
  { what: "no JSON", body: "{", status: 400 },
  { what: "no object", body: "[]", status: 400 },
  { what: "no review", body: "{}", status: 400 },
  { what: "a review of another group", body: '{"kind":"AdmissionReview","apiVersion":"v1"}', status: 400 },
  { what: "no request", body: '{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1"}', status: 400 },
  { what: "no uid", body: reviewText({ uid: 1 }), status: 400 },
  { what: "another operation", body: reviewText({ operation: "PATCH" }), status: 400 },
  { what: "an object of another type", body: reviewText({ object: [] }), status: 400 },
  { what: "a body of 7 MiB and a byte", body: " ".repeat(bodyBytesMax + 1), status: 413 },
  { what: "a body of brackets", body: "[".repeat(1_000_000), status: 400 },
])("$what is rejected with $status", async ({ path = "/validate", method = "POST", type, body, status }) => {
  const request = { method, headers: { "content-type": type ?? "application/json" } };

  const answer = await send(path, body ?? reviewText({}), request);

  expect(answer.status).toBe(status);
  expect(answer.text.length).toBeLessThan(120);
});

test("a review of 6 MiB is answered: it has the object and the old object, each of up to 3 MiB", async () => {
  const text = "x".repeat(3 * 1024 * 1024);
  const object = { metadata: { annotations: { text } }, spec: { size: 12 } };

  const { status } = await send("/validate", review({ operation: "UPDATE", object, oldObject: object }));

  expect(status).toBe(200);
});

test("a webhook is found by its path without the query, in which API servers send a timeout", async () => {
  expect((await send("/validate?timeout=5s", review({ object: {} }))).status).toBe(200);
});

async function ask(path: string, request: object): Promise<unknown> {
  const { status, text } = await send(path, review(request));
  expect(status).toBe(200);
  const { kind, apiVersion, response } = JSON.parse(text) as Record<string, unknown>;
  expect({ kind, apiVersion }).toEqual({ kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1" });
  return response;
}

async function send(
  path: string,
  body: string,
  request: Partial<WebhookHttpRequest> = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const answer = await server.handle({
    method: "POST",
    path,
    headers: { "content-type": "application/json" },
    body: new TextEncoder().encode(body),
    ...request,
  });
  return { status: answer.status, text: new TextDecoder().decode(answer.body) };
}

function review(request: object): string {
  return reviewText(request);
}

function reviewText(request: object): string {
  const kind = { group: "example.com", version: "v1", kind: "Widget" };
  return JSON.stringify({
    kind: "AdmissionReview",
    apiVersion: "admission.k8s.io/v1",
    request: { uid: "u1", kind, operation: "CREATE", ...request },
  });
}
