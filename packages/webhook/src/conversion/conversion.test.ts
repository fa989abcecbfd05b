// Conversion reviews as an API server sends them, without a socket.
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { createVirtualClock } from "@kubewright/async";
import { createLogger, createMetrics } from "@kubewright/telemetry";
import { expect, test } from "vitest";
import { createWebhookMetrics } from "../server/webhook-metrics.ts";
import { createWebhookServer } from "../server/webhook-server.ts";
import { annotate, convertPresent, copyFields, withAnnotations } from "./copy-fields.ts";
import { ConversionError } from "./spoke.ts";
import type { Spoke } from "./spoke.ts";

interface V1 extends KubernetesObject {
  readonly spec: { readonly width: number; readonly height: number };
}
interface V2 extends KubernetesObject {
  readonly spec: { readonly size: string };
}
interface V3 extends KubernetesObject {
  readonly spec: { readonly dimensions: readonly number[] };
}
interface Part extends KubernetesObject {
  readonly spec: { readonly width: number };
  readonly status?: { readonly ready: boolean };
}
const typeOf = <T extends KubernetesObject>(version: string): ResourceType<T> => ({
  group: "example.com",
  version,
  kind: "Widget",
  plural: "widgets",
  namespaced: true,
});

const first: Spoke<V1, V2> = {
  type: typeOf("v1"),
  hub: typeOf("v2"),
  toHub({ metadata, spec }) {
    if (spec.width === 13) throw new ConversionError("13 is not a width");
    if (spec.width === 666) throw new Error("the secret of the house");
    return {
      metadata: withAnnotations(metadata, { "example.com/from": "v1" }),
      spec: { size: `${spec.width}x${spec.height}` },
    };
  },
  fromHub({ metadata, spec }) {
    const [width = 0, height = 0] = spec.size.split("x").map(Number);
    return { metadata: withAnnotations(metadata, { "example.com/from": undefined }), spec: { width, height } };
  },
};
const third: Spoke<V3, V2> = {
  type: typeOf("v3"),
  hub: typeOf("v2"),
  toHub: ({ spec }) => ({ spec: { size: spec.dimensions.join("x") } }),
  fromHub: ({ spec }) => ({ spec: { dimensions: spec.size.split("x").map(Number) } }),
};

const lines: string[] = [];
const clock = createVirtualClock();
const metrics = createMetrics({ process: false });
const server = createWebhookServer({
  log: createLogger({ clock, write: (line) => lines.push(line) }),
  observer: createWebhookMetrics(metrics, { clock }),
  conversions: [first, third],
});

const metadata = { name: "a", namespace: "default", uid: "u", resourceVersion: "7", labels: { app: "web" } };
const v1 = { apiVersion: "example.com/v1", kind: "Widget", metadata, spec: { width: 2, height: 3 } };

test("objects are converted to the hub, from the hub, and through the hub, and keep their metadata", async () => {
  const [v2, other] = await converted("example.com/v2", [v1, { ...v1, spec: { width: 4, height: 5 } }]);
  const [back] = await converted("example.com/v1", [v2 ?? {}]);
  const [v3] = await converted("example.com/v3", [v1]);

  const annotations = { "example.com/from": "v1" };
  expect(v2).toEqual({
    apiVersion: "example.com/v2",
    kind: "Widget",
    metadata: { ...metadata, annotations },
    spec: { size: "2x3" },
  });
  expect(other).toMatchObject({ spec: { size: "4x5" } });
  expect(back).toEqual(v1);
  expect(v3).toMatchObject({ apiVersion: "example.com/v3", spec: { dimensions: [2, 3] } });
});

test("integers beyond 2^53 are preserved in metadata and in fields that are not converted", async () => {
  const text = JSON.stringify(reviewOf("example.com/v2", [v1])).replace(
    '"uid":"u"',
    '"uid":"u","generation":9007199254740993',
  );

  const answer = await send(text);

  expect(answer.text).toContain('"generation":9007199254740993');
});

test("partial objects of server-side apply are converted, without metadata and without required fields", async () => {
  const part = { apiVersion: "example.com/v1", kind: "Widget", status: { ready: true } };
  const spoke: Spoke<Part, Part> = {
    type: typeOf("v1"),
    hub: typeOf("v2"),
    toHub: (object) => ({
      ...copyFields(object, ["status"]),
      spec: convertPresent(object.spec, ({ width }) => ({ width: width + 1 })),
      metadata: annotate(object, () => expect.unreachable("a partial object has no annotations")),
    }),
    fromHub: (object) => object,
  };
  const answering = createWebhookServer({ conversions: [spoke] });

  const [whole] = await converted("example.com/v2", [part], answering);

  expect(whole).toEqual({ apiVersion: "example.com/v2", kind: "Widget", metadata: {}, status: { ready: true } });
});

test.each([
  {
    what: "a version without a conversion",
    object: v1,
    to: "example.com/v9",
    message:
      'Cannot convert Widget "default/a" from example.com/v1 to example.com/v9: there is a conversion between example.com/v1, example.com/v2, example.com/v3 only',
  },
  {
    what: "another kind",
    object: { ...v1, kind: "Other" },
    to: "example.com/v2",
    message: "there is a conversion between versions of other kinds only",
  },
  { what: "the version that it has", object: v1, to: "example.com/v1", message: "it is of that version" },
  {
    what: "a version that its spoke rejects",
    object: { ...v1, spec: { width: 13 } },
    to: "example.com/v2",
    message: 'Cannot convert Widget "default/a" from example.com/v1 to example.com/v2: 13 is not a width',
  },
])("an object is not converted to $what, and the result says why", async ({ object, to, message }) => {
  const { convertedObjects, result } = await ask(to, [v1, object]);

  expect(convertedObjects).toEqual([]);
  expect(result).toMatchObject({ status: "Failure" });
  expect(result.message).toContain(message);
});

test.each([
  { field: "name", change: { name: "b" }, message: "changed metadata.name: only labels and annotations may change" },
  { field: "uid", change: { uid: "other" }, message: "changed metadata.uid" },
  { field: "finalizers", change: { finalizers: ["x"] }, message: "changed metadata.finalizers" },
  { field: "labels", change: { labels: { a: 1 } }, message: "returned metadata.labels that are not all strings" },
])("a conversion that changes metadata.$field is rejected by the webhook", async ({ change, message }) => {
  const bad: Spoke = {
    type: typeOf("v1"),
    hub: typeOf("v2"),
    toHub: () => ({ metadata: { ...metadata, ...change } as object }),
    fromHub: (object) => object,
  };
  const other = createWebhookServer({ conversions: [bad] });

  const { status, text } = await send(JSON.stringify(reviewOf("example.com/v2", [v1])), other);

  expect(status).toBe(200);
  expect(text).toContain(message);
});

test("a failed conversion is logged with its reason, which the response omits, and counted", async () => {
  const { result } = await ask("example.com/v2", [{ ...v1, spec: { width: 666 } }]);

  expect(result).toEqual({ status: "Failure", message: "the conversion failed; the log of the webhook says why" });
  expect(lines.join("")).toContain("the secret of the house");
  const text = (await metrics.expose()).body;
  expect(text).toContain("controller_runtime_conversion_webhook_panics_total 1");
  expect(text).toContain('controller_runtime_webhook_requests_total{webhook="/convert",code="200"}');
});

test.each([
  { what: "no review", body: "{}" },
  { what: "an admission review", body: '{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1"}' },
  { what: "another group", body: '{"kind":"ConversionReview","apiVersion":"v1"}' },
  { what: "no request", body: '{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1"}' },
  { what: "no uid", body: JSON.stringify(reviewOf("example.com/v2", [v1])).replace('"uid":"r1"', '"uid":1') },
  { what: "no objects", body: JSON.stringify(reviewOf("example.com/v2", [])).replace("[]", "{}") },
  { what: "an object of another type", body: JSON.stringify(reviewOf("example.com/v2", ["x" as unknown as object])) },
])("$what is rejected with 400", async ({ body }) => {
  expect((await send(body)).status).toBe(400);
});

test("an admission webhook at the path of conversions is rejected if there are conversions", () => {
  expect(() => createWebhookServer({ webhooks: { "/convert": async () => ({}) }, conversions: [first] })).toThrow(
    'Cannot serve webhooks: "/convert" has two webhooks, must have one',
  );
});

interface ConversionResponse {
  readonly uid: string;
  readonly convertedObjects: readonly object[];
  readonly result: { readonly status: string; readonly message?: string };
}

async function converted(apiVersion: string, objects: readonly object[], by = server): Promise<readonly object[]> {
  const { convertedObjects, result } = await ask(apiVersion, objects, by);
  expect(result).toEqual({ status: "Success" });
  return convertedObjects;
}

async function ask(apiVersion: string, objects: readonly object[], by = server): Promise<ConversionResponse> {
  const { status, text } = await send(JSON.stringify(reviewOf(apiVersion, objects)), by);
  expect(status).toBe(200);
  const review = JSON.parse(text) as { readonly kind: string; readonly response: ConversionResponse };
  expect(review).toMatchObject({
    kind: "ConversionReview",
    apiVersion: "apiextensions.k8s.io/v1",
    response: { uid: "r1" },
  });
  return review.response;
}

async function send(body: string, to = server): Promise<{ readonly status: number; readonly text: string }> {
  const headers = { "content-type": "application/json" };
  const answer = await to.handle({ method: "POST", path: "/convert?timeout=30s", headers, body: Buffer.from(body) });
  return { status: answer.status, text: Buffer.from(answer.body).toString() };
}

function reviewOf(desiredAPIVersion: string, objects: readonly object[]): object {
  return {
    kind: "ConversionReview",
    apiVersion: "apiextensions.k8s.io/v1",
    request: { uid: "r1", desiredAPIVersion, objects },
  };
}
