import assert from "node:assert/strict";
import { test } from "vitest";
import { formatFieldError } from "../field/field-error.ts";
import { fieldPath } from "../field/field-path.ts";
import { nameIsDnsSubdomain } from "../names/name-rule.ts";
import type { ObjectMeta } from "../object/kubernetes-object.ts";
import { validateConditions } from "./validate-conditions.ts";
import { validateLabelSelector } from "./validate-labels.ts";
import { validateObjectMeta, validateObjectMetaUpdate } from "./validate-object-meta.ts";
import { validateStandardFinalizers } from "./validate-owner-references.ts";

const owner = { apiVersion: "v1", kind: "Pod", name: "x", uid: "1", controller: true };

function created(metadata: ObjectMeta, namespaced = true): string[] {
  return validateObjectMeta(metadata, { namespaced, nameRule: nameIsDnsSubdomain }).map((error) =>
    formatFieldError(error),
  );
}

function updated(metadata: ObjectMeta, old: ObjectMeta): string[] {
  return validateObjectMetaUpdate(metadata, old).map((error) => formatFieldError(error));
}

test("Metadata of a plain object is valid", () => {
  const metadata = {
    name: "a.b",
    namespace: "default",
    labels: { "example.com/a": "b" },
    annotations: { "Example.com/A": "anything at all" },
    finalizers: ["example.com/x"],
    ownerReferences: [owner, { ...owner, name: "y", uid: "2", controller: false }],
    managedFields: [{ manager: "m", operation: "Update", fieldsType: "FieldsV1" }],
  } as const;

  assert.deepEqual(created(metadata), []);
});

test("Each error of metadata has upstream's message", () => {
  const a = { name: "a", namespace: "default" };
  const table: readonly (readonly [ObjectMeta, string | RegExp])[] = [
    [{ namespace: "default" }, "metadata.name: Required value: name or generateName is required"],
    [{ ...a, name: "A" }, /^metadata.name: Invalid value: "A": a lowercase RFC 1123 subdomain must consist/],
    [{ name: "a" }, "metadata.namespace: Required value"],
    [{ ...a, namespace: "a.b" }, 'metadata.namespace: Invalid value: "a.b": must not contain dots'],
    [{ ...a, generation: -1 }, "metadata.generation: Invalid value: -1: must be greater than or equal to 0"],
    [{ ...a, labels: { "-": "b" } }, /^metadata.labels: Invalid value: "-": name part must consist/],
    [{ ...a, labels: { a: "b".repeat(64) } }, /^metadata.labels: Invalid value: "b+": must be no more than 63 bytes$/],
    [
      { ...a, annotations: { a: "b".repeat(262_144) } },
      "metadata.annotations: Too long: may not be more than 262144 bytes",
    ],
    [{ ...a, finalizers: ["-"] }, /^metadata.finalizers: Invalid value: "-": name part/],
    [
      { ...a, finalizers: ["orphan", "foregroundDeletion"] },
      'metadata.finalizers: Invalid value: ["orphan","foregroundDeletion"]: finalizer orphan and foregroundDeletion cannot be both set',
    ],
    [
      { ...a, ownerReferences: [{ ...owner, uid: "" }] },
      'metadata.ownerReferences.uid: Invalid value: "": must not be empty',
    ],
    [
      { ...a, ownerReferences: [{ ...owner, apiVersion: "" }] },
      'metadata.ownerReferences.apiVersion: Invalid value: "": version must not be empty',
    ],
    [{ ...a, ownerReferences: [{ ...owner, kind: "Event" }] }, /: \/v1, Kind=Event is disallowed from being an owner$/],
    [
      { ...a, ownerReferences: [owner, { ...owner, name: "y" }] },
      /: Only one reference can have Controller set to true. Found "true" in references for Pod\/x and Pod\/y$/,
    ],
    [
      { ...a, managedFields: [{}] },
      'metadata.managedFields[0].operation: Invalid value: "": must be `Apply` or `Update`',
    ],
    [
      { ...a, managedFields: [{ operation: "Apply", manager: "m".repeat(129) }] },
      "metadata.managedFields[0].manager: Too long: may not be more than 128 bytes",
    ],
    [
      { ...a, managedFields: [{ operation: "Apply", manager: "é\n" }] },
      String.raw`metadata.managedFields[0].manager: Invalid value: "é\n": invalid character U+000A (at position 2)`,
    ],
  ];
  for (const [metadata, expected] of table) {
    const [text = "none", ...others] = created(metadata);
    if (typeof expected === "string") assert.equal(text, expected);
    else assert.match(text, expected);
    assert.deepEqual(others, []);
  }
  assert.deepEqual(created(a, false), ["metadata.namespace: Forbidden: not allowed on this type"]);
});

test("An update keeps identity, needs a version, and cannot add finalizers while deleting", () => {
  const old: ObjectMeta = {
    name: "a",
    namespace: "n",
    uid: "u",
    resourceVersion: "1",
    generation: 2,
    creationTimestamp: "2026-01-01T00:00:00Z",
  };
  const deleting = { ...old, deletionTimestamp: "2026-01-02T00:00:00Z", finalizers: ["x.io/a"] };

  assert.deepEqual(updated({ ...old, labels: { a: "b" } }, old), []);
  assert.deepEqual(updated({ ...old, resourceVersion: "" }, old), [
    'metadata.resourceVersion: Invalid value: "": must be specified for an update',
  ]);
  assert.deepEqual(updated({ ...old, generation: 1 }, old), [
    "metadata.generation: Invalid value: 1: must not be decremented",
  ]);
  assert.deepEqual(updated({ ...old, uid: "x" }, old), ['metadata.uid: Invalid value: "x": field is immutable']);
  assert.deepEqual(updated({ ...old, deletionTimestamp: "2026-01-02T00:00:00Z" }, old), [
    'metadata.deletionTimestamp: Invalid value: "2026-01-02T00:00:00Z": field is immutable',
  ]);
  assert.deepEqual(updated({ ...deleting, finalizers: ["x.io/b", "x.io/a", "x.io/a2"] }, deleting), [
    'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"x.io/a2", "x.io/b"}',
  ]);
  assert.deepEqual(updated({ ...deleting, finalizers: [] }, deleting), []);
});

test("Finalizers of the core group are standard ones or have a domain", () => {
  const errors = validateStandardFinalizers(["kubernetes", "x.io/a", "mine"], fieldPath("metadata", "finalizers"));

  assert.deepEqual(
    errors.map((error) => formatFieldError(error)),
    [
      'metadata.finalizers[2]: Invalid value: "mine": name is neither a standard finalizer name nor is it fully qualified',
    ],
  );
});

test("A label selector's expressions need the values their operator takes", () => {
  const errors = validateLabelSelector(
    {
      matchLabels: { a: "b" },
      matchExpressions: [
        { key: "a", operator: "In" },
        { key: "a", operator: "Exists", values: ["x"] },
        { key: "a", operator: "Like" },
        { key: "a", operator: "In", values: ["ok"] },
      ],
    },
    fieldPath("spec", "selector"),
  );

  assert.deepEqual(
    errors.map((error) => formatFieldError(error)),
    [
      "spec.selector.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
      "spec.selector.matchExpressions[1].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
      'spec.selector.matchExpressions[2].operator: Invalid value: "Like": not a valid selector operator',
    ],
  );
});

test("Conditions need a time and a one-word reason, and a type only once", () => {
  const good = {
    type: "Ready",
    status: "True",
    reason: "Because",
    message: "",
    lastTransitionTime: "2026-01-01T00:00:00Z",
  } as const;
  const path = fieldPath("conditions");

  assert.deepEqual(validateConditions([good], path), []);
  assert.deepEqual(
    validateConditions([good, good], path).map((error) => formatFieldError(error)),
    ['conditions[1].type: Duplicate value: "Ready"'],
  );
  assert.deepEqual(
    validateConditions([{ ...good, reason: "", lastTransitionTime: "" }], path).map((error) => formatFieldError(error)),
    ["conditions[0].lastTransitionTime: Required value", "conditions[0].reason: Required value"],
  );
  assert.match(
    formatFieldError(validateConditions([{ ...good, reason: "not one" }], path)[0] ?? assert.fail()),
    /a condition reason must start with/,
  );
});
