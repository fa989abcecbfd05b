// apimachinery's types of meta/v1 are written by hand. The compiler holds each list below to the fields of its type, and
// the test holds it to the fields that are published.

import type {
  Condition,
  LabelSelector,
  LabelSelectorRequirement,
  ListMeta,
  ManagedFieldsEntry,
  ObjectMeta,
  OwnerReference,
  Status,
  StatusCause,
  StatusDetails,
} from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import { definition } from "./definitions.ts";

type Presence<T> = { readonly [K in keyof T]-?: Record<never, never> extends Pick<T, K> ? "optional" : "required" };

const condition: Presence<Condition> = {
  lastTransitionTime: "required",
  message: "required",
  observedGeneration: "optional",
  reason: "required",
  status: "required",
  type: "required",
};
const labelSelector: Presence<LabelSelector> = { matchExpressions: "optional", matchLabels: "optional" };
const labelSelectorRequirement: Presence<LabelSelectorRequirement> = {
  key: "required",
  operator: "required",
  values: "optional",
};
const listMeta: Presence<ListMeta> = {
  continue: "optional",
  remainingItemCount: "optional",
  resourceVersion: "optional",
  selfLink: "optional",
};
const managedFieldsEntry: Presence<ManagedFieldsEntry> = {
  apiVersion: "optional",
  fieldsType: "optional",
  fieldsV1: "optional",
  manager: "optional",
  operation: "optional",
  subresource: "optional",
  time: "optional",
};
const objectMeta: Presence<ObjectMeta> = {
  annotations: "optional",
  creationTimestamp: "optional",
  deletionGracePeriodSeconds: "optional",
  deletionTimestamp: "optional",
  finalizers: "optional",
  generateName: "optional",
  generation: "optional",
  labels: "optional",
  managedFields: "optional",
  name: "optional",
  namespace: "optional",
  ownerReferences: "optional",
  resourceVersion: "optional",
  selfLink: "optional",
  uid: "optional",
};
const ownerReference: Presence<OwnerReference> = {
  apiVersion: "required",
  blockOwnerDeletion: "optional",
  controller: "optional",
  kind: "required",
  name: "required",
  uid: "required",
};
const status: Presence<Status> = {
  apiVersion: "optional",
  code: "optional",
  details: "optional",
  kind: "optional",
  message: "optional",
  metadata: "optional",
  reason: "optional",
  status: "optional",
};
const statusCause: Presence<StatusCause> = { field: "optional", message: "optional", reason: "optional" };
const statusDetails: Presence<StatusDetails> = {
  causes: "optional",
  group: "optional",
  kind: "optional",
  name: "optional",
  retryAfterSeconds: "optional",
  uid: "optional",
};

/** Published, and never answered by a server with its default feature gates (ShardedListAndWatch is alpha). */
const leftOut: ReadonlySet<string> = new Set(["ListMeta.shardInfo"]);

test.each(
  Object.entries<Readonly<Record<string, "optional" | "required">>>({
    Condition: condition,
    LabelSelector: labelSelector,
    LabelSelectorRequirement: labelSelectorRequirement,
    ListMeta: listMeta,
    ManagedFieldsEntry: managedFieldsEntry,
    ObjectMeta: objectMeta,
    OwnerReference: ownerReference,
    Status: status,
    StatusCause: statusCause,
    StatusDetails: statusDetails,
  }),
)("apimachinery's %s has the fields that are published", (name, presence) => {
  const schema = definition(`io.k8s.apimachinery.pkg.apis.meta.v1.${name}`);

  const published = Object.keys(schema?.properties ?? {})
    .filter((field) => !leftOut.has(`${name}.${field}`))
    .map((field) => [field, schema?.required?.includes(field) === true ? "required" : "optional"]);
  expect(presence).toEqual(Object.fromEntries(published));
});
