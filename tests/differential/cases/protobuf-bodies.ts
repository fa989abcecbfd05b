/** Invalid bodies in protobuf, which are rejected with the messages of kube-apiserver. */
import { acceptingProtobuf, cases, get, inProtobuf, post, remove } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";

const maps = "/api/v1/namespaces/{{namespace}}/configmaps";
const pods = "/api/v1/namespaces/{{namespace}}/pods";
const deployments = "/apis/apps/v1/namespaces/{{namespace}}/deployments";

const prefix = [0x6b, 0x38, 0x73, 0];

/** A body of these bytes after the four bytes at the start of every envelope. */
function enveloped(...bytes: readonly number[]): DifferentialRequest {
  return bytesSent(...prefix, ...bytes);
}

function bytesSent(...bytes: readonly number[]): DifferentialRequest {
  return inProtobuf({ method: "POST", path: maps }, Uint8Array.from(bytes));
}

/** A message in an envelope: the object. */
function raw(...bytes: readonly number[]): DifferentialRequest {
  return enveloped(0x12, bytes.length, ...bytes);
}

/** An envelope with its kind or version. */
function withField(field: "apiVersion" | "kind", text: string): DifferentialRequest {
  const bytes = Buffer.from(text);
  return enveloped(0x0a, bytes.length + 2, field === "kind" ? 0x12 : 0x0a, bytes.length, ...bytes);
}

export const protobufBodyCases: readonly DifferentialCase[] = cases("protobuf", {
  empty: [bytesSent(), bytesSent(...prefix), bytesSent(...prefix.slice(0, 3)), bytesSent(0x7b, 0x7d)],
  "other-prefix": [
    bytesSent(1, 2, 3, 4, 5, 6, 7, 8),
    bytesSent(...Buffer.from("{this is a text, and it is rather long}")),
  ],
  "broken-envelope": [
    enveloped(0x08, 1),
    enveloped(0x0a, 5, 0x61),
    enveloped(0x0a, 2, 0x10, 1),
    enveloped(0x0c, 0),
    enveloped(0x00, 0),
    enveloped(0x0f, 0),
    enveloped(0x3f, 0),
    enveloped(0x1a, 0, 0x20, 1),
  ],
  "broken-varints": [
    enveloped(0x0a, ...Array<number>(9).fill(0xff), 1),
    enveloped(0x0a, ...Array<number>(10).fill(0xff), 1),
    enveloped(0x0a, 0xff, 0xff, 0xff, 0x7f),
    enveloped(0xff),
  ],
  "broken-object": [
    raw(0x08, 1),
    raw(0x0a, 2, 0x08, 1),
    raw(0x0a, 2, 0x0b, 0x0c),
    raw(0x12, 1, 0x0a),
    raw(0x12, 3, 0x0a, 9, 0x61),
    raw(0x0a, 4, 0x42, 2, 0x0a, 0),
    raw(0x0a, 3, 0x3a, 1, 0),
  ],
  "unknown-fields": [
    raw(0x0a, 3, 0x0a, 1, 0x61, 0xf8, 0x01, 5, 0xfa, 0x01, 1, 0x61, 0xfb, 0x01, 0x08, 1, 0xfc, 0x01),
    raw(0xfb, 0x01, 0x0b, 0x0c, 0x0d, 1, 2, 3, 4, 0x09, 1, 2, 3, 4, 5, 6, 7, 8, 0xfc, 0x01, 0x0a, 3, 0x0a, 1, 0x62),
    raw(0xfb, 0x01, 0x0b, 0x0c),
    raw(0xfe, 0x01),
    raw(0xf9, 0x01, 1),
  ],
  "fields-that-come-twice": [
    raw(
      0x0a,
      3,
      0x0a,
      1,
      0x61,
      0x0a,
      3,
      0x12,
      1,
      0x67,
      0x12,
      4,
      0x0a,
      0,
      0x12,
      0,
      0x12,
      3,
      0x0a,
      1,
      0x6b,
      0x20,
      1,
      0x20,
      0,
    ),
    get(`${maps}/a`),
  ],
  kinds: [
    withField("kind", "Nothing"),
    withField("kind", "Secret"),
    withField("kind", "configmap"),
    withField("apiVersion", "v2"),
    withField("apiVersion", "apps/v1"),
    withField("apiVersion", "a/b/c"),
    withField("apiVersion", "v1"),
  ],
  "other-version": [
    inProtobuf(post(maps, { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "a" } })),
    inProtobuf(post(deployments, { apiVersion: "v1", kind: "Pod", metadata: { name: "a" } })),
  ],
  "strict-validation": [
    inProtobuf(
      post(`${maps}?fieldValidation=Strict`, { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } }),
    ),
    inProtobuf(post(`${maps}?fieldValidation=Some`, { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "b" } })),
  ],
  invalid: [
    inProtobuf(post(maps, { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "A" } })),
    acceptingProtobuf(inProtobuf(post(maps, { apiVersion: "v1", kind: "ConfigMap", metadata: {} }))),
    acceptingProtobuf(get(`${maps}/none`)),
  ],
  "null-and-empty": [
    inProtobuf(
      post(pods, { apiVersion: "v1", kind: "Pod", metadata: { name: "a", labels: {}, finalizers: [] }, spec: {} }),
    ),
    inProtobuf(post(deployments, { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "a" }, spec: {} })),
    inProtobuf(
      post("/apis/batch/v1/namespaces/{{namespace}}/jobs", {
        apiVersion: "batch/v1",
        kind: "Job",
        metadata: { name: "a" },
        spec: {
          template: { spec: { restartPolicy: "Never" } },
          podFailurePolicy: {
            rules: [{ action: "FailJob", onExitCodes: { containerName: "x", operator: "In", values: [1] } }],
          },
        },
      }),
    ),
  ],
  quantities: [
    inProtobuf(
      post(pods, {
        apiVersion: "v1",
        kind: "Pod",
        metadata: { name: "a" },
        spec: { containers: [{ name: "a", image: "b", resources: { limits: { cpu: "1x" } } }] },
      }),
    ),
  ],
  "large-integers": [
    inProtobuf(
      post(
        pods,
        '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","generation":9007199254740993},' +
          '"spec":{"containers":[{"name":"a","image":"b"}],"activeDeadlineSeconds":2147483647}}',
      ),
    ),
    get(`${pods}/a`),
  ],
  "delete-options": [
    ...[
      [],
      [0x12, 0],
      [0x0a, 8, 0x12, 6, ...Buffer.from("Secret")],
      [0x12, 2, 0x0d, 1],
      [0x12, 4, 0x22, 2, 0x78, 0x78],
    ].map((bytes) => inProtobuf(remove(`${maps}/none`), Uint8Array.from([...prefix, ...bytes]))),
    inProtobuf(remove(`${maps}/none`), Uint8Array.from([1, 2, 3])),
    inProtobuf(remove(`${maps}/none`), new Uint8Array(0)),
  ],
});
