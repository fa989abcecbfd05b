/** Bodies in JSON, YAML and protobuf. */
import type { FuzzRequest } from "../../fuzz/seed-requests.ts";
import type { GrowingInput } from "../input.ts";
import { core, json, list, map } from "../input.ts";

const self = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
const access = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
const maps = `${core}/configmaps`;

function yaml(path: string, body: string): FuzzRequest {
  return { method: "POST", path, headers: { "content-type": "application/yaml" }, body };
}

function unknownFields(n: number): string {
  return list(n, (index) => `"u${index}":1`).join(",");
}

/** The fields and the tags of protobuf: a ConfigMap with `n` entries. */
function protobufMap(n: number): Uint8Array {
  const entries = list(n, (index) =>
    field(2, Buffer.concat([field(1, Buffer.from(`k${index}`)), field(2, Buffer.from("v"))])),
  );
  return envelope("ConfigMap", Buffer.concat([field(1, field(1, Buffer.from("a"))), ...entries]));
}

function envelope(kind: string, raw: Uint8Array): Uint8Array {
  const type = field(1, Buffer.concat([field(1, Buffer.from("v1")), field(2, Buffer.from(kind))]));
  return Buffer.concat([Buffer.from("k8s\0"), type, field(2, raw)]);
}

function field(number: number, bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([number * 8 + 2]), varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let left = value;
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) + 128);
  return Buffer.from([...bytes, left]);
}

function protobuf(path: string, body: Uint8Array): FuzzRequest {
  return { method: "POST", path, headers: { "content-type": "application/vnd.kubernetes.protobuf" }, body };
}

export const bodyInputs: readonly GrowingInput[] = [
  { name: "unknown fields", request: (n) => json("POST", self, `{${unknownFields(n)},"spec":{}}`) },
  {
    name: "unknown fields and a duplicate key",
    request: (n) => json("POST", self, `{${unknownFields(n)},"metadata":{"name":"a","name":"a"}}`),
  },
  {
    name: "unknown fields and a duplicate key, strict",
    request: (n) =>
      json("POST", `${self}?fieldValidation=Strict`, `{${unknownFields(n)},"metadata":{"name":"a","name":"a"}}`),
  },
  {
    name: "duplicate keys",
    request: (n) => json("POST", self, `{"metadata":{"annotations":{${list(n, () => '"a":"1"').join(",")}}}}`),
  },
  {
    name: "pairs of duplicate keys",
    request: (n) =>
      json(
        "POST",
        self,
        `{"metadata":{"annotations":{${list(n, (index) => `"a${index}":"1","a${index}":"2"`).join(",")}}}}`,
      ),
  },
  {
    name: "duplicate objects below a long key",
    request: (n) => {
      const long = "k".repeat(n * 10);
      return json("POST", self, `{"${long}":{${list(n, () => '"x":{"b":1,"b":1}').join(",")}},"a":1,"a":1}`);
    },
  },
  {
    name: "duplicate objects of a custom resource below a long key",
    before: () => [crd],
    request: (n) => {
      const long = "k".repeat(n * 10);
      const body = `{"apiVersion":"example.com/v1","kind":"Gadget","metadata":{"name":"a"},"${long}":{${list(n, () => '"x":{"b":1,"b":1}').join(",")}}}`;
      return json("POST", "/apis/example.com/v1/namespaces/default/gadgets", body);
    },
  },
  {
    name: "escaped strings",
    request: (n) => json("POST", maps, `{"metadata":{"name":"a"},"data":{"k":"${"\\u0041\\n".repeat(n)}"}}`),
  },
  {
    name: "large integers",
    request: (n) => json("POST", self, `{"a":[${list(n, () => "12345678901234567").join(",")}],"b":"1e5"}`),
  },
  {
    name: "large integers and backslashes",
    request: (n) =>
      json("POST", self, `{"b":"${"\\\\".repeat(n)}","a":[${list(n, () => `"\\\\",12345678901234567`).join(",")}]}`),
  },
  {
    name: "exponents",
    request: (n) => json("POST", self, `{"a":[${list(n, () => "1e5").join(",")}]}`),
  },
  { name: "spaces before a colon", request: (n) => json("POST", self, `{"a"${" ".repeat(n)}:1}`) },
  { name: "colons after spaces", request: (n) => json("POST", self, `{"a":"${" :".repeat(n)}"}`) },
  {
    name: "spaces in a string, then a colon",
    request: (n) => json("POST", self, `{"a":"${" ".repeat(n)}${":".repeat(n)}"}`),
  },
  { name: "spaces after commas", request: (n) => json("POST", self, `{"a":[1,${" ".repeat(n)}2]}`) },
  {
    name: "commas and spaces in a string",
    request: (n) => json("POST", self, `{"a":"${`,${" ".repeat(100)}`.repeat(n)}"}`),
  },
  { name: "a syntax error at the end", request: (n) => json("POST", self, `{"a":[${list(n, () => "1").join(",")}]]`) },
  { name: "lone surrogates", request: (n) => json("POST", self, `{"a":"${String.raw`\ud800`.repeat(n)}"}`) },
  { name: "nested lists", partsMax: 900, request: (n) => json("POST", self, `{"a":${"[".repeat(n)}${"]".repeat(n)}}`) },
  {
    name: "fractions in nested lists",
    partsMax: 900,
    request: (n) => json("POST", self, `{"a":${"[1.5,".repeat(n)}1${"]".repeat(n)}}`),
  },
  { name: "many brackets", request: (n) => json("POST", self, `{"a":[${list(n + 1000, () => "[]").join(",")}]}`) },
  {
    name: "entries of a config map",
    request: (n) => json("POST", maps, { metadata: { name: "a" }, data: map(n, (index) => [`k${index}`, "v"]) }),
  },
  {
    name: "annotations",
    request: (n) => json("POST", maps, { metadata: { name: "a", annotations: map(n, (index) => [`k${index}`, ""]) } }),
  },
  {
    name: "labels",
    request: (n) => json("POST", maps, { metadata: { name: "a", labels: map(n, (index) => [`k${index}`, "v"]) } }),
  },
  {
    name: "wrong labels",
    request: (n) => json("POST", maps, { metadata: { name: "a", labels: map(n, (index) => [`k/${index}/`, "v v"]) } }),
  },
  {
    name: "a long label",
    request: (n) => json("POST", maps, { metadata: { name: "a", labels: { ["a".repeat(n)]: "b".repeat(n) } } }),
  },
  { name: "a long name", request: (n) => json("POST", maps, { metadata: { name: "a.".repeat(n) } }) },
  { name: "a long prefix", request: (n) => json("POST", maps, { metadata: { generateName: "a-".repeat(n) } }) },
  {
    name: "finalizers",
    request: (n) =>
      json("POST", maps, { metadata: { name: "a", finalizers: list(n, (index) => `example.com/f${index}`) } }),
  },
  {
    name: "equal finalizers",
    request: (n) => json("POST", maps, { metadata: { name: "a", finalizers: list(n, () => "example.com/f") } }),
  },
  {
    name: "owner references",
    request: (n) =>
      json("POST", maps, { metadata: { name: "a", ownerReferences: list(n, (index) => owner(`u${index}`)) } }),
  },
  {
    name: "equal owner references",
    request: (n) => json("POST", maps, { metadata: { name: "a", ownerReferences: list(n, () => owner("u")) } }),
  },
  {
    name: "owner references that block deletion",
    request: (n) =>
      json("POST", maps, {
        metadata: {
          name: "a",
          ownerReferences: list(n, (index) => ({ ...owner(`u${index}`), controller: true, blockOwnerDeletion: true })),
        },
      }),
  },
  {
    name: "managed fields of a review",
    request: (n) =>
      json("POST", access, {
        metadata: { managedFields: list(n, managedEntry) },
        spec: { nonResourceAttributes: { path: "/" } },
      }),
  },
  {
    name: "managed fields of a config map",
    request: (n) => json("POST", maps, { metadata: { name: "a", managedFields: list(n, managedEntry) } }),
  },
  {
    name: "managed fields of one manager",
    request: (n) => json("POST", maps, { metadata: { name: "a", managedFields: list(n, () => managedEntry(0)) } }),
  },
  {
    name: "fields of one managed entry",
    request: (n) =>
      json("POST", maps, {
        metadata: {
          name: "a",
          managedFields: [{ ...managedEntry(0), fieldsV1: { "f:data": map(n, (index) => [`f:k${index}`, {}]) } }],
        },
      }),
  },
  { name: "yaml flow items", request: (n) => yaml(self, `a: [${list(n, () => "1").join(",")}]\n`) },
  { name: "yaml flow map", request: (n) => yaml(self, `a: {${list(n, (index) => `k${index}: 1`).join(", ")}}\n`) },
  { name: "yaml block items", request: (n) => yaml(self, `a:\n${"- 1\n".repeat(n)}`) },
  { name: "yaml block map", request: (n) => yaml(self, list(n, (index) => `k${index}: 1\n`).join("")) },
  { name: "yaml duplicate keys", request: (n) => yaml(self, list(n, () => "k: 1\n").join("")) },
  { name: "yaml comments", request: (n) => yaml(self, `${"# x\n".repeat(n)}a: 1\n`) },
  { name: "yaml comments at the end", request: (n) => yaml(self, `a: 1\n${"# x\n".repeat(n)}`) },
  { name: "yaml documents", request: (n) => yaml(self, "a: 1\n---\n".repeat(n)) },
  { name: "yaml empty lines", request: (n) => yaml(self, `a: 1\n${"\n".repeat(n)}b: 2\n`) },
  { name: "yaml plain scalar of many lines", request: (n) => yaml(self, `a: x\n${"  x\n".repeat(n)}`) },
  { name: "yaml block scalar", request: (n) => yaml(self, `a: |\n${"  x\n".repeat(n)}`) },
  { name: "yaml folded scalar", request: (n) => yaml(self, `a: >\n${"  x\n\n".repeat(n)}`) },
  { name: "yaml quoted scalar of many lines", request: (n) => yaml(self, `a: "x\n${"  x\n".repeat(n)}"\n`) },
  { name: "yaml escapes", request: (n) => yaml(self, `a: "${"\\n".repeat(n)}"\n`) },
  { name: "yaml spaces", request: (n) => yaml(self, `a:${" ".repeat(n)}1\n`) },
  { name: "yaml long plain key", request: (n) => yaml(self, `${"a".repeat(n)}: 1\n`) },
  { name: "yaml long digits", request: (n) => yaml(self, `a: ${"1".repeat(n)}\n`) },
  { name: "yaml long underscores", request: (n) => yaml(self, `a: 0x${"_1".repeat(n)}\n`) },
  { name: "yaml aliases", request: (n) => yaml(self, `a: &a 1\nb:\n${"- *a\n".repeat(n)}`) },
  {
    name: "yaml anchors",
    request: (n) => yaml(self, `b:\n${list(n, (index) => `- &a${index} 1\n`).join("")}c: *a0\n`),
  },
  { name: "yaml tags", request: (n) => yaml(self, `b:\n${"- !!str 1\n".repeat(n)}`) },
  { name: "yaml errors", request: (n) => yaml(self, "a: }\n".repeat(n)) },
  { name: "yaml open flow", request: (n) => yaml(self, `a: [${"1,".repeat(n)}`) },
  { name: "yaml question marks", request: (n) => yaml(self, "? a\n".repeat(n)) },
  { name: "yaml merge keys", request: (n) => yaml(self, `a: {b: 1}\n${"<<: {b: 1}\n".repeat(n)}`) },
  { name: "yaml directives", request: (n) => yaml(self, `${"%TAG ! x\n".repeat(n)}---\na: 1\n`) },
  { name: "yaml that is json", request: (n) => yaml(self, `{"a":{${list(n, (index) => `"k${index}":1`).join(",")}}}`) },
  {
    name: "yaml apply with a duplicate key",
    request: (n) =>
      json(
        "PATCH",
        `${maps}/a?fieldManager=m`,
        `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","name":"a"},"data":{${list(n, (index) => `"k${index}":"v"`).join(",")}}}`,
        "application/apply-patch+yaml",
      ),
  },
  { name: "protobuf entries", request: (n) => protobuf(maps, protobufMap(n)) },
  {
    name: "protobuf unknown fields",
    request: (n) => protobuf(maps, envelope("ConfigMap", Buffer.concat(list(n, () => field(15, Buffer.from("x")))))),
  },
  {
    name: "protobuf repeated metadata",
    request: (n) =>
      protobuf(maps, envelope("ConfigMap", Buffer.concat(list(n, () => field(1, field(1, Buffer.from("a"))))))),
  },
  {
    name: "protobuf containers",
    request: (n) =>
      protobuf(
        `${core}/pods`,
        envelope(
          "Pod",
          Buffer.concat([
            field(1, field(1, Buffer.from("a"))),
            field(2, Buffer.concat(list(n, (index) => field(2, field(1, Buffer.from(`c${index}`)))))),
          ]),
        ),
      ),
  },
];

function owner(uid: string): object {
  return { apiVersion: "v1", kind: "ConfigMap", name: "x", uid };
}

function managedEntry(index: number): object {
  return {
    manager: `m${index}`,
    operation: "Update",
    apiVersion: "v1",
    time: "2026-01-01T00:00:00Z",
    fieldsType: "FieldsV1",
    fieldsV1: { "f:data": {} },
  };
}

const crd = json("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
  metadata: { name: "gadgets.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { plural: "gadgets", kind: "Gadget" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
});
