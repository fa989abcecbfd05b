import assert from "node:assert/strict";
import { test } from "vitest";
import { decodeProtobuf, decodeProtobufEvents, encodeProtobuf } from "./codec.ts";
import { finish } from "@kubewright/apimachinery";
import { envelopeSize } from "./envelope.ts";
import { encodeWatchFrame } from "./watch-frame.ts";

// Recorded from kube-apiserver 1.36.3.
const recordedStatus = Buffer.from(
  "k8s\0\n\f\n\u0002v1\u0012\u0006Status\u0012\u0099\u0001\n\u0006\n\0\u0012\0\u001a\0\u0012\u0007Failure\u001atonly the following media types " +
    'are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf"\rNotAcceptable0\u0096\u0003\u001a\0"\0',
  "latin1",
);
const status = {
  kind: "Status",
  apiVersion: "v1",
  metadata: {},
  status: "Failure",
  message:
    "only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf",
  reason: "NotAcceptable",
  code: 406,
};

test("a response of a kube-apiserver is decoded and encoded again to the same bytes", () => {
  assert.deepEqual(decodeProtobuf(recordedStatus), status);
  assert.deepEqual(Buffer.from(encodeProtobuf(status)), recordedStatus);
});

const pod = {
  kind: "Pod",
  apiVersion: "v1",
  metadata: {
    name: "a",
    creationTimestamp: "2026-01-02T03:04:05Z",
    labels: { ["__proto__"]: "x", b: "" },
    managedFields: [{ manager: "m", fieldsV1: { "f:metadata": {} }, time: "1969-12-31T23:59:59Z" }],
  },
  spec: {
    containers: [
      {
        name: "c",
        resources: { limits: { cpu: "1500m" } },
        livenessProbe: { httpGet: { path: "/", port: "http" }, initialDelaySeconds: 3 },
        env: [{ name: "A", valueFrom: { secretKeyRef: { name: "s", key: "k", optional: false } } }],
        securityContext: { runAsUser: 0 },
      },
    ],
    terminationGracePeriodSeconds: 0,
  },
  status: {},
};

test("an object is equal after encoding and decoding, with zeros of pointer fields and fields of embedded types", () => {
  assert.deepEqual(decodeProtobuf(encodeProtobuf(pod)), pod);
});

test("an Event of events.k8s.io keeps its microseconds", () => {
  const event = {
    kind: "Event",
    apiVersion: "events.k8s.io/v1",
    metadata: { name: "a" },
    eventTime: "2026-01-02T03:04:05.000006Z",
    regarding: {},
    deprecatedSource: {},
  };

  assert.deepEqual(decodeProtobuf(encodeProtobuf(event)), event);
});

test("integers that a double cannot represent are exact", () => {
  const object = { kind: "Pod", apiVersion: "v1", metadata: { generation: 2n ** 60n + 1n }, spec: {}, status: {} };

  assert.deepEqual(decodeProtobuf(encodeProtobuf(object as never)), object);
});

test("the unions of a schema are distinguished", () => {
  const properties = {
    a: { items: { type: "string" } },
    b: { items: [{ type: "string" }, { type: "integer" }] },
    c: { additionalProperties: false },
    d: { additionalProperties: { type: "boolean" } },
    e: { dependencies: { x: ["y"], z: { type: "object" } } },
    f: {
      default: { any: [1, null] },
      enum: ["x", 1, false],
      maximum: 0.5,
      $ref: "#",
      "x-kubernetes-int-or-string": true,
    },
  };
  const schema = { openAPIV3Schema: { type: "object", properties } };
  const object = {
    kind: "CustomResourceDefinition",
    apiVersion: "apiextensions.k8s.io/v1",
    metadata: { name: "a" },
    spec: { group: "g", names: {}, versions: [{ name: "v1", schema }] },
    status: { acceptedNames: {} },
  };

  assert.deepEqual(decodeProtobuf(encodeProtobuf(object)), object);
});

test("the frames of a watch are equal after encoding and decoding", () => {
  const frames = [encodeWatchFrame("ADDED", encodeProtobuf(pod)), encodeWatchFrame("ERROR", encodeProtobuf(status))];
  const bytes = Buffer.concat(frames);

  assert.deepEqual(decodeProtobufEvents(bytes), [
    { type: "ADDED", object: pod },
    { type: "ERROR", object: status },
  ]);
  assert.throws(() => decodeProtobufEvents(bytes.subarray(0, -1)), { name: "ProtobufError" });
});

test("a kind that is not built in cannot be encoded or decoded", () => {
  assert.throws(
    () => encodeProtobuf({ kind: "MyJob", apiVersion: "example.com/v1" }),
    /protobuf supports only built-in kinds/,
  );
  assert.throws(
    () => encodeProtobuf({ kind: "Table", apiVersion: "meta.k8s.io/v1" }),
    /protobuf supports only built-in kinds/,
  );
  const envelope = Buffer.from("k8s\0\n\x07\n\x02a\x2f\x12\x01K", "latin1");
  assert.throws(() => decodeProtobuf(envelope), { name: "ProtobufError" });
});

test("the size of an object is the length of its encoding", () => {
  const objects = [status, pod, { kind: "ConfigMap", apiVersion: "v1", metadata: {}, data: { a: "é", b: "" } }];

  assert.deepEqual(
    objects.map((object) => finish(envelopeSize(object))),
    objects.map((object) => encodeProtobuf(object).length),
  );
});
