import type { CustomResourceDefinitionCondition } from "@kubewright/api/apiextensions.k8s.io/v1";
import { expect, test } from "vitest";
import { deletionCompleted, deletionInProgress, established, neverEstablished } from "./conditions.ts";
import type { DefinitionView } from "../definition-view.ts";
import type { Observed } from "./next-step.ts";
import { cleanupFinalizer, nextStep } from "./next-step.ts";

const names = { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" };
const spec = { group: "x.io", scope: "Namespaced", names, versions: [{ name: "v1", served: true, storage: true }] };
const namesAccepted = { type: "NamesAccepted", status: "True", reason: "NoConflicts", message: "no conflicts found" };
const deleted = { uid: "1", deletionTimestamp: "2026-11-20T12:00:00Z", finalizers: [cleanupFinalizer] };
const source = { uid: "1", spec, names };
const idle: Observed = { served: source, others: [], instances: "none" };

const stored = definition([namesAccepted, established]);
const terminating = definition([namesAccepted, established, deletionInProgress], deleted);

function definition(
  conditions: readonly CustomResourceDefinitionCondition[],
  metadata: object = { uid: "1" },
): DefinitionView {
  return { metadata, spec, status: { acceptedNames: names, conditions } };
}

test.for<[string, DefinitionView | undefined, Partial<Observed>, unknown]>([
  [
    "a new definition gets its names",
    { metadata: { uid: "1" }, spec },
    { served: undefined },
    { type: "writeStatus", acceptedNames: names, conditions: [namesAccepted, established] },
  ],
  [
    "a definition with accepted names is established",
    definition([namesAccepted]),
    { served: undefined },
    { type: "writeStatus", conditions: [established] },
  ],
  ["an established definition is served", stored, { served: undefined }, { type: "serve", definition: stored, source }],
  [
    "a definition that was deleted and created again is served again",
    stored,
    { served: { ...source, uid: "0" } },
    { type: "serve", definition: stored, source },
  ],
  ["a served definition needs no step", stored, {}, undefined],
  ["a served definition with instances needs no step", stored, { instances: "present" }, undefined],
  ["a definition whose conditions a client has removed is withdrawn", definition([]), {}, { type: "withdraw" }],
  [
    "the condition of a deleted definition states that its cleanup is in progress",
    definition([namesAccepted, established], deleted),
    { instances: "present" },
    { type: "writeStatus", conditions: [deletionInProgress] },
  ],
  [
    "the instances of a deleted definition are deleted",
    terminating,
    { instances: "present" },
    { type: "deleteInstances" },
  ],
  ["a deleted definition waits for its instances", terminating, { instances: "deleting" }, undefined],
  [
    "a deleted definition without instances is released",
    terminating,
    {},
    { type: "release", condition: deletionCompleted },
  ],
  [
    "a deleted definition that was never established is released",
    definition([deletionInProgress], deleted),
    { served: undefined },
    { type: "release", condition: neverEstablished },
  ],
  [
    "a released definition with another finalizer stays served",
    definition([namesAccepted, established, deletionCompleted], { ...deleted, finalizers: ["x.io/hold"] }),
    { instances: "present" },
    undefined,
  ],
  ["a removed definition is withdrawn", undefined, {}, { type: "withdraw" }],
  ["a removed definition that was not served needs no step", undefined, { served: undefined }, undefined],
])("%s", ([, current, observed, step]) => {
  expect(nextStep(current, { ...idle, ...observed })).toEqual(step);
});
