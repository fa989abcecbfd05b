import assert from "node:assert/strict";
import { isNotAcceptable } from "@kubewright/apimachinery";
import { test } from "vitest";
import { errorMediaType, negotiate } from "./accept.ts";

const builtin = { custom: false, collection: false, tables: true };
const table = "application/json;as=Table;v=v1;g=meta.k8s.io";

test.for<[string | undefined, object]>([
  [undefined, { format: "json", asVersion: "" }],
  ["*/*", { format: "json", asVersion: "" }],
  ["application/vnd.kubernetes.protobuf,application/json", { format: "protobuf", asVersion: "" }],
  ["application/vnd.kubernetes.protobuf;q=0.4,application/json", { format: "json", asVersion: "" }],
  [
    `application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io,${table}`,
    { format: "json", as: "Table", asVersion: "v1" },
  ],
  ["*/*;q=0.9,application/yaml;q=0.1", { format: "yaml", asVersion: "" }],
  ["application/json;q=0", { format: "json", asVersion: "" }],
  ["application/json;q=0.5, application/yaml", { format: "yaml", asVersion: "" }],
  ["application/json;stream=watch", { format: "json", asVersion: "" }],
  [`${table},application/json`, { format: "json", as: "Table", asVersion: "v1" }],
  [`application/json;as=Table;v=v2;g=meta.k8s.io,application/json`, { format: "json", asVersion: "" }],
  [
    "application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json",
    { format: "protobuf", as: "PartialObjectMetadataList", asVersion: "v1" },
  ],
])("the response to the Accept header %s has its first supported media type", ([accept, form]) => {
  assert.deepEqual(negotiate(accept, builtin), form);
});

const types = "application/json, application/yaml, application/vnd.kubernetes.protobuf";

test.for<[string, string]>([
  ["application/cbor", `406: Not Acceptable\n\nAvailable representations: ${types}`],
  ["application/*", `406: Not Acceptable\n\nAvailable representations: ${types}`],
  [
    "application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io",
    `only the following media types are accepted: ${types}`,
  ],
  ["application/json;as=Bogus;v=v1;g=meta.k8s.io", `only the following media types are accepted: ${types}`],
])("the Accept header %s is rejected with 406 and the list of the supported media types", ([accept, message]) => {
  assert.throws(
    () => negotiate(accept, builtin),
    (error) => isNotAcceptable(error) && error.status.message === message && error.status.code === 406,
  );
});

test("negotiate() sends a custom resource in protobuf only as metadata", () => {
  const custom = { custom: true, collection: false, tables: true };
  const protobuf = "application/vnd.kubernetes.protobuf";
  const metadata = `${protobuf};as=PartialObjectMetadata;g=meta.k8s.io;v=v1`;

  assert.throws(() => negotiate(protobuf, custom), isNotAcceptable);
  assert.equal(negotiate(`${protobuf},application/json`, custom).format, "json");
  assert.equal(negotiate(metadata, custom).format, "protobuf");
});

test.for<[string | undefined, string]>([
  [undefined, "json"],
  ["application/yaml", "yaml"],
  ["application/vnd.kubernetes.protobuf", "protobuf"],
  [`${table},application/yaml`, "yaml"],
  ["application/cbor", "json"],
])("the media type of an error for the Accept header %s is %s", ([accept, format]) => {
  assert.equal(errorMediaType(accept).format, format);
});
