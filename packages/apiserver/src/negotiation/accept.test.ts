import assert from "node:assert/strict";
import { isNotAcceptable } from "@kubewright/apimachinery";
import { test } from "vitest";
import { negotiate } from "./accept.ts";

const table = "application/json;as=Table;v=v1;g=meta.k8s.io";

test.for<[string | undefined, object]>([
  [undefined, { format: "json", asVersion: "" }],
  ["*/*", { format: "json", asVersion: "" }],
  ["application/vnd.kubernetes.protobuf,application/json", { format: "json", asVersion: "" }],
  ["application/json;q=0.5, application/yaml", { format: "yaml", asVersion: "" }],
  ["application/json;stream=watch", { format: "json", asVersion: "" }],
  [`${table},application/json`, { format: "json", as: "Table", asVersion: "v1" }],
  [`application/json;as=Table;v=v2;g=meta.k8s.io,application/json`, { format: "json", asVersion: "" }],
  [
    "application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json",
    { format: "json", as: "PartialObjectMetadataList", asVersion: "v1" },
  ],
])("the Accept header %s is answered by its first form that can be sent", ([accept, form]) => {
  assert.deepEqual(negotiate(accept), form);
});

test.for<[string, string]>([
  ["application/cbor", "406: Not Acceptable\n\nAvailable representations: application/json, application/yaml"],
  [
    "application/json;as=Bogus;v=v1;g=meta.k8s.io",
    "only the following media types are accepted: application/json, application/yaml",
  ],
])("the Accept header %s is refused with 406 and the list of what there is", ([accept, message]) => {
  assert.throws(
    () => negotiate(accept),
    (error) => isNotAcceptable(error) && error.status.message === message && error.status.code === 406,
  );
});
