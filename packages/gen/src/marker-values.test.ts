// Well-formed markers with values that an API server would reject: reported at the marker.

import assert from "node:assert/strict";
import { test } from "vitest";

import { generateInMemory, problemsOfEach } from "./testdata/generate-in-memory.ts";

/** A kind with a marker in line 4, column 4. */
function kindMarked(marker: string): string {
  return `/** @groupName=example.com */
import type { KubernetesObject } from "@kubewright/apimachinery";
/**
 * ${marker}
 * @kubebuilder:object:root=true
 */
export interface Thing extends KubernetesObject { readonly spec?: { readonly a?: string } }
`;
}

/** A type with a marker in line 4, column 4. */
function typeMarked(marker: string, type: string): string {
  return `/** @groupName=example.com */
import type { KubernetesObject } from "@kubewright/apimachinery";
/**
 * ${marker}
 */
export type Marked = ${type};
/** @kubebuilder:object:root=true */
export interface Thing extends KubernetesObject { readonly spec?: { readonly a?: Marked } }
`;
}

const refused: readonly (readonly [source: string, problem: string])[] = [
  [
    kindMarked("@kubebuilder:resource:scope=Everywhere"),
    '4:4: the marker "@kubebuilder:resource" has scope "Everywhere": expected Namespaced or Cluster',
  ],
  [
    kindMarked("@kubebuilder:printcolumn:name=A,type=text,JSONPath=.spec.a"),
    '4:4: the marker "@kubebuilder:printcolumn" needs a type that is one of integer, number, string, boolean, date, found "text"',
  ],
  [
    kindMarked("@kubebuilder:printcolumn:name=A,type=string,JSONPath=spec.a"),
    '4:4: the marker "@kubebuilder:printcolumn" has JSONPath "spec.a": expected a path that begins with a dot, such as .spec.phase',
  ],
  [
    kindMarked("@kubebuilder:printcolumn:nam=A,type=string,JSONPath=.spec.a"),
    '4:29: the marker "@kubebuilder:printcolumn:nam" takes no argument "nam": write "name="',
  ],
  [
    kindMarked("@kubebuilder:selectablefield:JSONPath=.spec.list[0]"),
    '4:4: the marker "@kubebuilder:selectablefield" has JSONPath ".spec.list[0]": expected names with dots in front of them, such as .spec.phase',
  ],
  [
    kindMarked("@kubebuilder:subresource:scale:specpath=.replicas,statuspath=.status.replicas"),
    '4:4: the marker "@kubebuilder:subresource:scale" has specpath ".replicas": expected a path below .spec, such as .spec.replicas',
  ],
  [
    kindMarked("@kubebuilder:subresource:scale:specpath=.spec.replicas"),
    '4:4: the marker "@kubebuilder:subresource:scale:specpath" needs "statuspath="',
  ],
  [
    kindMarked('@kubebuilder:metadata:labels="app"'),
    '4:4: the marker "@kubebuilder:metadata" takes labels as key=value, found "app"',
  ],
  [
    typeMarked('@kubebuilder:validation:XValidation:rule="true",reason=Wrong', "string"),
    '4:4: the marker "@kubebuilder:validation:XValidation" needs a reason that is one of FieldValueInvalid, FieldValueRequired, FieldValueForbidden, FieldValueDuplicate, found "Wrong"',
  ],
  [
    typeMarked("@k8s:enum", "string"),
    '4:4: the marker "@k8s:enum" is only allowed on a union of strings, such as "a" | "b", found string',
  ],
  [
    typeMarked("@kubebuilder:validation:ExactlyOneOf=a;c", "{ readonly a?: string; readonly b?: string }"),
    '4:4: the marker "@kubebuilder:validation:ExactlyOneOf" names an unknown field "c": the fields are a, b',
  ],
  [
    typeMarked("@kubebuilder:validation:AtMostOneOf=a;b", "{ readonly a: string; readonly b?: string }"),
    '4:4: the marker "@kubebuilder:validation:AtMostOneOf" needs optional fields: write "a?:"',
  ],
  [
    typeMarked("@mapType=loose", "Record<string, string>"),
    '4:4: the marker "@mapType" needs a value that is one of atomic, granular, found "loose"',
  ],
  [
    typeMarked("@pattern ^(?!kube-).*$", "string"),
    '4:4: the marker "@pattern" needs a regular expression in RE2 syntax: error parsing regexp: invalid or unsupported Perl syntax: `(?!`: write it without look-around and back-references, or as a CEL rule (@cel)',
  ],
  [
    typeMarked("@kubebuilder:validation:items:Pattern=`^(a)\\1$`", "readonly string[]"),
    '4:4: the marker "@kubebuilder:validation:items:Pattern" needs a regular expression in RE2 syntax: error parsing regexp: invalid escape sequence: `\\1`: write it without look-around and back-references, or as a CEL rule (@cel)',
  ],
];
const problems = problemsOfEach(refused.map(([source]) => source));

for (const [index, [source, problem]] of refused.entries()) {
  test(`generate() rejects ${source.split("\n")[3]?.slice(3)} and names the expected value`, () => {
    assert.deepEqual(problems[index], [problem]);
  });
}

test("generate() accepts and ignores the markers of deepcopy-gen", () => {
  const plain = generateInMemory(kindMarked("A thing."), { generators: [{ name: "object" }] });
  const marked = generateInMemory(kindMarked("@k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object"), {
    generators: [{ name: "object" }],
  });

  assert.deepEqual(marked, plain);
});

test("generate() patches the schemas of existing CRDs, and inserts the year into the license header", () => {
  const crd = `kind: CustomResourceDefinition
spec:
  group: example.com
  names: { kind: Thing }
  versions:
    - name: v1 # the only one
      schema:
        openAPIV3Schema: {}
`;

  const artifacts = generateInMemory(kindMarked("A thing."), {
    others: { "crds/things.yaml": crd, "crds/README.md": "No CRD.", "header.txt": "# (c) YEAR us\n" },
    generators: [{ name: "schemapatch", manifests: "crds", maxDescLen: 0, headerFile: "header.txt", year: "2026" }],
  });

  assert.deepEqual(
    artifacts.map(({ path, generator }) => [path, generator]),
    [["crds/things.yaml", "schemapatch"]],
  );
  assert.match(
    artifacts[0]?.content ?? "",
    /^# \(c\) 2026 us\nkind: [^]*- name: v1 # the only one\n[^]*metadata:\n {14}type: object\n/,
  );
});
