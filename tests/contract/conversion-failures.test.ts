// The response to a read when a conversion webhook returns a wrong object or response. Each message is that of a kube-apiserver.
import { expect, test } from "vitest";
import { createCrate, messageOf, metadata, object, response, success } from "./conversion-answers.ts";
import type { Converting } from "./conversion-host.ts";
import { useCrates } from "./crates-suite.ts";

const crates = useCrates(createCrate);

const labelKey =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
test.for<readonly [what: string, converting: Converting, message: string]>([
  ["another name", metadata({ name: "b" }), "webhook returned invalid object: must have the same name: a != b"],
  ["a name that is a number", metadata({ name: 5 }), "webhook returned invalid object: must have the same name: a != "],
  [
    "another namespace",
    metadata({ namespace: "b" }),
    "webhook returned invalid object: must have the same namespace: NAMESPACE != b",
  ],
  ["another uid", metadata({ uid: "b" }), "webhook returned invalid object: must have the same UID: UID != b"],
  [
    "no metadata",
    object(({ metadata: _, ...each }) => each),
    "webhook returned invalid object: must have the same name: a != ",
  ],
  [
    "metadata that is a string",
    object((each) => ({ ...each, metadata: "x" })),
    "webhook returned invalid object: must have the same name: a != ",
  ],
  [
    "an invalid label",
    metadata({ labels: { "a b": "" } }),
    `webhook returned invalid metadata: metadata.labels: Invalid value: "a b": ${labelKey}`,
  ],
  [
    "an invalid annotation",
    metadata({ annotations: { "a b": "" } }),
    `webhook returned invalid metadata: metadata.annotation: Invalid value: "a b": ${labelKey}`,
  ],
  [
    "too long annotations",
    metadata({ annotations: { a: "x".repeat(300_000) } }),
    "webhook returned invalid metadata: metadata.annotation: Too long: may not be more than 262144 bytes",
  ],
  [
    "a label that is a number",
    metadata({ labels: { a: 1 } }),
    "webhook returned invalid metadata: metadata.labels[a] must be a string, but is int64 in converted object",
  ],
  [
    "an annotation that is null",
    metadata({ annotations: { a: null } }),
    "webhook returned invalid metadata: metadata.annotations[a] must be a string, but is <nil> in converted object",
  ],
  [
    "labels that are a list",
    metadata({ labels: [] }),
    "webhook returned invalid metadata: invalid metadata.labels of type []interface {} in converted object",
  ],
  [
    "another kind",
    object((each) => ({ ...each, kind: "B" })),
    "webhook returned invalid object at index 0: invalid kind (expected Crate, received B)",
  ],
  [
    "the stored version",
    object((each) => ({ ...each, apiVersion: each.apiVersion.replace("v1", "v2") })),
    "webhook returned invalid object at index 0: invalid groupVersion (expected GROUP/v1, received GROUP/v2)",
  ],
  [
    "no version",
    object(({ apiVersion: _, ...each }) => each),
    "webhook returned invalid object at index 0: invalid groupVersion (expected GROUP/v1, received )",
  ],
  [
    "another group",
    object((each) => ({ ...each, apiVersion: "b/v1" })),
    "webhook returned invalid object at index 0: invalid groupVersion (expected GROUP/v1, received b/v1)",
  ],
  ["null", object(() => null), "unexpected end of JSON input"],
  ["a string", object(() => "x"), "json: cannot unmarshal string into Go value of type map[string]interface {}"],
  ["a list", object(() => []), "json: cannot unmarshal array into Go value of type map[string]interface {}"],
  ["an empty object", object(() => ({})), "Object 'Kind' is missing in '{}'"],
  [
    "a version with two slashes",
    object(() => ({ apiVersion: "a/b/c", kind: "Crate" })),
    `Object 'Kind' is missing in '{"apiVersion":"a/b/c","kind":"Crate"}'`,
  ],
])("an object with %s is rejected", async ([, converting, message]) => {
  expect(await messageOf(crates, converting)).toBe(message);
});

test.for<readonly [what: string, converting: Converting, message: string]>([
  [
    "no objects",
    response(({ uid }) => ({ uid, convertedObjects: [], result: success })),
    "webhook returned 0 objects, expected 1",
  ],
  [
    "two objects",
    response(({ uid, objects: [each] }) => ({ uid, convertedObjects: [each, each], result: success })),
    "webhook returned 2 objects, expected 1",
  ],
  [
    "an object instead of a list of objects",
    response(({ uid }) => ({ uid, convertedObjects: {}, result: success })),
    "webhook failed: json: cannot unmarshal object into Go struct field ConversionResponse.response.convertedObjects of type []runtime.RawExtension",
  ],
  [
    "another uid",
    response(() => ({ uid: "b", result: success })),
    'webhook failed: expected response.uid="UID", got "b"',
  ],
  [
    "a uid that is a number",
    response(() => ({ uid: 1, result: success })),
    "webhook failed: json: cannot unmarshal number into Go struct field ConversionResponse.response.uid of type types.UID",
  ],
  [
    "a failure with a message",
    response(({ uid }) => ({ uid, result: { status: "Failure", message: "no way" } })),
    "webhook failed: no way",
  ],
  [
    "a failure without a message",
    response(({ uid }) => ({ uid, result: { status: "Failure", reason: "Invalid" } })),
    "webhook failed: response.result.status was 'Failure', not 'Success'",
  ],
  [
    "no result",
    response(({ uid, objects }) => ({ uid, convertedObjects: objects })),
    "webhook failed: response.result.status was '', not 'Success'",
  ],
  [
    "a result that is a string",
    response(({ uid }) => ({ uid, result: "Success" })),
    "webhook failed: json: cannot unmarshal string into Go struct field ConversionResponse.response.result of type v1.Status",
  ],
  ["null", response(() => null), "webhook failed: no response provided"],
  [
    "a string",
    response(() => "x"),
    "webhook failed: json: cannot unmarshal string into Go struct field ConversionReview.response of type v1.ConversionResponse",
  ],
])("a response with %s is rejected", async ([, converting, message]) => {
  expect(await messageOf(crates, converting)).toBe(message);
});
