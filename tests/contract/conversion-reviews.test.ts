// The response to a read when a conversion webhook returns a wrong or an unusual review. Each message is that of a kube-apiserver.
import { expect, test } from "vitest";
import { body, createCrate, messageOf, metadata, object, read, response, review } from "./conversion-answers.ts";
import { converted } from "./conversion-host.ts";
import type { ConversionCall, Converting } from "./conversion-host.ts";
import { useCrates } from "./crates-suite.ts";

const crates = useCrates(createCrate);

const notAStruct =
  'Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
const parse = "webhook failed: couldn't get version/kind; json parse error:";
const scheme = 'in scheme "pkg/runtime/scheme.go:111"';

type Case = readonly [what: string, converting: Converting, message: string];

/** A response with this status and a body in plain text. */
function withStatus(status: number, message: string): Case {
  return [`the status ${status}`, body("why", status, "text/plain"), `webhook failed: ${message}`];
}

test.for<Case>([
  [
    "v1beta1",
    review((each) => ({ ...each, apiVersion: "apiextensions.k8s.io/v1beta1" })),
    "webhook failed: converting (v1beta1.ConversionReview) to (v1.ConversionReview): unknown conversion",
  ],
  [
    "v2",
    review((each) => ({ ...each, apiVersion: "apiextensions.k8s.io/v2" })),
    `webhook failed: no kind "ConversionReview" is registered for version "apiextensions.k8s.io/v2" ${scheme}`,
  ],
  [
    "no kind",
    review((each) => ({ ...each, kind: undefined })),
    "webhook failed: expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got apiextensions.k8s.io/v1, Kind=",
  ],
  [
    "no version",
    review((each) => ({ ...each, apiVersion: undefined })),
    "webhook failed: expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got /, Kind=ConversionReview",
  ],
  [
    "the kind AdmissionReview",
    review(() => ({ kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1" })),
    `webhook failed: no kind "AdmissionReview" is registered for version "admission.k8s.io/v1" ${scheme}`,
  ],
  [
    "the kind Status",
    review(() => ({ kind: "Status", apiVersion: "v1", message: "x" })),
    "webhook failed: converting (v1.Status) to (v1.ConversionReview): unknown conversion",
  ],
  [
    "a kind that is a number",
    review((each) => ({ ...each, kind: 5 })),
    `${parse} json: cannot unmarshal number into Go struct field .kind of type string`,
  ],
  ["no bytes", body(""), "webhook failed: 0-length response with status code: 200 and content type: application/json"],
  [
    "no fields",
    body("{}"),
    "webhook failed: expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got /, Kind=",
  ],
  [
    "null",
    body("null"),
    "webhook failed: expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got /, Kind=",
  ],
  ["a list", body("[]"), `${parse} json: cannot unmarshal array into ${notAStruct}`],
  ["plain text", body("hello"), `${parse} json: cannot unmarshal string into ${notAStruct}`],
  ["half an object", body('{"kind":'), `${parse} unexpected end of JSON input`],
  ["characters after the object", body("{} x"), `${parse} invalid character 'x' after top-level value`],
  withStatus(400, "the server rejected our request for an unknown reason"),
  withStatus(403, "why"),
  withStatus(404, "the server could not find the requested resource"),
  withStatus(418, "the server responded with the status code 418 but did not return more information"),
  withStatus(500, 'an error on the server ("why") has prevented the request from succeeding'),
  withStatus(503, "the server is currently unable to handle the request"),
  withStatus(301, "the server responded with the status code 301 but did not return more information"),
  [
    "a Status",
    body(JSON.stringify({ kind: "Status", apiVersion: "v1", status: "Failure", message: "why" }), 400),
    "webhook failed: why",
  ],
  [
    "a closed connection",
    () => ({ send: (answer) => void answer.destroy() }),
    'webhook failed: Post "https://HOST/convert?timeout=30s": EOF',
  ],
])("a review with %s is rejected", async ([, converting, message]) => {
  expect(await messageOf(crates, converting)).toBe(message);
});

test.for<readonly [what: string, converting: Converting]>([
  ["labels and annotations that are null", metadata({ labels: null, annotations: null })],
  ["other metadata that it must not change", metadata({ generation: 9, finalizers: ["x.io/y"], resourceVersion: "1" })],
  [
    "the name, the namespace and the uid alone",
    object((each) => {
      const { name, namespace, uid } = each.metadata;
      return { ...each, metadata: { name, namespace, uid } };
    }),
  ],
  [
    "fields that the schema does not declare",
    object((each) => ({ ...each, extra: 1, spec: { replicas: 1, extra: 1 } })),
  ],
  [
    "a message beside the success",
    response((call) => {
      const { response: each } = converted(call) as { readonly response: object };
      return { ...each, result: { status: "Success", message: "well done" } };
    }),
  ],
  ["fields that no review has", review((each) => ({ ...each, extra: 1 }))],
  [
    "another content type",
    (call) => {
      const { kind, apiVersion } = call;
      const text = JSON.stringify({ kind, apiVersion, ...converted(call) });
      return { raw: { status: 201, headers: { "content-type": "application/x" }, body: text } };
    },
  ],
])("an answer with %s is accepted", async ([, converting]) => {
  const { status, body: shown } = await read(crates, converting);

  expect([status, shown.spec, shown.metadata.generation, shown.metadata.finalizers]).toEqual([
    200,
    { replicas: 1 },
    1,
    undefined,
  ]);
});

test("a review in YAML is accepted", async () => {
  const yaml = (call: ConversionCall): string =>
    `kind: ConversionReview\napiVersion: apiextensions.k8s.io/v1\nresponse:\n  uid: ${call.uid}\n  result: { status: Failure, message: in YAML }\n`;

  expect(await messageOf(crates, (call) => ({ raw: { status: 200, body: yaml(call) } }))).toBe(
    "webhook failed: in YAML",
  );
});
