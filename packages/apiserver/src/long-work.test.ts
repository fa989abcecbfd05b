// Long work pauses inside. The tests count the pauses of work that pauses wherever it may: with fewer pauses, other requests wait longer.
import { schemaOf } from "@kubewright/api-facts";
import {
  applyMergePatchInSteps,
  field,
  fieldPath,
  flatMapInSteps,
  invalidInSteps,
  objectMetaErrors,
  Rest,
  runUntilDue,
  workOf,
} from "@kubewright/apimachinery";
import type { JsonObject, Work } from "@kubewright/apimachinery";
import type { JsonSchema } from "@kubewright/schema";
import { createRuleValidator } from "@kubewright/cel";
import {
  applyDefaultsInSteps,
  checkStructuralInSteps,
  coerceMetadataInSteps,
  compareTypedInSteps,
  emptyFieldSet,
  fieldSetFromJson,
  fieldSetInSteps,
  fieldsOfNew,
  mergeTypedInSteps,
  pruneInSteps,
  strategicMergeInSteps,
  validateEmbeddedInSteps,
  validateInSteps,
  validateListTypesInSteps,
} from "@kubewright/schema";
import { expect, test } from "vitest";
import { createVersionSchema } from "./custom-resources/resource/version-schema.ts";
import { inEncodedOrder } from "./bodies/encoded-order.ts";
import { decodeProtobufBody } from "./request/protobuf-body.ts";
import { unknownFieldErrors, warnOfErrors } from "./bodies/strict-errors.ts";
import { objectAfterApply } from "./field-manager/after-apply.ts";
import { entriesInSteps } from "./field-manager/entries.ts";
import { createViewFieldManager } from "./field-manager/field-manager.ts";
import { decodeStruct } from "./kinds/decode/decode.ts";
import { infinityProblem } from "./kinds/decode/infinity-problem.ts";
import { structDecoder } from "./kinds/decode/struct-decoder.ts";
import { compileValidatingPolicy } from "./admission/policies/compile-validating-policy.ts";
import { checkValidatingPolicy } from "./kinds/admissionregistration/validating-policy.ts";
import { checkLimitRange, limitRangeKind } from "./kinds/core/limit-range.ts";
import { secretKind } from "./kinds/core/secret.ts";
import { checkFlowSchema } from "./kinds/flow-control/flow-schema.ts";
import { checkAnyPod } from "./kinds/pod/any-pod.ts";
import { serviceWarnings } from "./kinds/services/service-warnings.ts";
import { checkTemplate } from "./kinds/workloads/pod-template.ts";
import type { ApiObject } from "./objects/api-object.ts";
import { decodeBody } from "./negotiation/body.ts";
import { sortedPaths } from "./registry/sorted-paths.ts";
import { encodeEntryInSteps } from "./storage/stored-entry.ts";
import { encodeEnvelope, envelopeSize } from "./protobuf/envelope.ts";

/** The number of pauses of work that pauses wherever it may. */
function pausesOf(work: () => Work<unknown>): number {
  const isDue = (): boolean => true;
  let pauses = 0;
  for (let done = runUntilDue(work, isDue); done instanceof Rest; done = runUntilDue(done.resume, isDue)) pauses++;
  return pauses;
}

const strings = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`key${index}`, "v"]));
const keys = Object.keys(strings);
const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "m" }, data: strings };
const json = Buffer.from(JSON.stringify(map));
const yaml = Buffer.from(
  `data:\n${keys
    .slice(0, 20_000)
    .map((key) => `  ${key}: v\n`)
    .join("")}`,
);
const containers = keys.slice(0, 20_000).map((name) => ({ name, image: "i" }));
const labelled = (): { name: string; labels: object } => ({ name: "m", labels: { ...strings } });
const metadataRules = { namespaced: false, nameRule: () => [] };
const errors = keys.map((key) => field.required(key, ""));
const warnings = new Set<string>();
const withDefault = (value: object): JsonSchema => ({
  type: "object",
  properties: { a: { type: "object", default: value as JsonObject } },
});
const withList = (items: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: "object",
  properties: { list: { type: "array", items, ...more } },
});
const defaulted: JsonSchema = { type: "object", properties: { a: { type: "string", default: "d" } } };
const open: JsonSchema = { type: "object", additionalProperties: { type: "integer" } };
const stringSchema: JsonSchema = { type: "string" };
const named: JsonSchema = { type: "object", properties: { name: stringSchema } };
const set = withList(stringSchema, { "x-kubernetes-list-type": "set" });
const byName = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] } as const;
const embedded: JsonSchema = { type: "object", "x-kubernetes-embedded-resource": true };
const pods = containers.map(({ name }) => ({ apiVersion: "v1", kind: "Pod", metadata: { name } }));
const newNames = containers.map(({ name }) => ({ name, image: 1 }));
/** All items have errors, but are unchanged. */
const ratcheted = (): Work<unknown> =>
  validateInSteps({ list: containers }, withList({ ...named, required: ["a"] }, byName), { old: { list: containers } });
const rulesOfItems = (): Work<unknown> => {
  const rules = createRuleValidator(withList({ ...named, "x-kubernetes-validations": [{ rule: "true" }] }, byName));
  return workOf(rules?.validateInSteps({ list: [] }, { old: { list: containers }, ratchets: true }) ?? fail());
};
const ruleInItems = (): Work<unknown> => {
  const item: JsonSchema = {
    type: "object",
    properties: { a: { type: "string", "x-kubernetes-validations": [{ rule: "true" }] } },
  };
  return workOf(createRuleValidator(withList(item))?.validateInSteps({ list: containers }) ?? fail());
};
function fail(): never {
  throw new Error("The schema has no rules");
}
const anyMaps: JsonSchema = {
  type: "object",
  additionalProperties: { type: "object", additionalProperties: stringSchema },
};
const anyMap: JsonSchema = { type: "object", additionalProperties: stringSchema };
const applier = {
  manager: "m",
  operation: "Apply",
  apiVersion: "v1",
  subresource: "",
  set: fieldSetFromJson(Object.fromEntries(keys.map((key) => [`f:${key}`, {}]))),
} as const;
const gvk = { group: "", version: "v1", kind: "ConfigMap" };
const apply = {
  fieldManager: createViewFieldManager({ name: "", gvk }),
  live: undefined,
  applied: map,
  manager: "m",
  force: false,
  nowMs: 0,
};
const limitRange = (): ApiObject & { spec: object } => ({
  apiVersion: "v1",
  kind: "LimitRange",
  metadata: {},
  spec: { limits: [{ type: "Container", max: strings }] },
});
const secret: ApiObject = { apiVersion: "v1", kind: "Secret", metadata: {} };
const policy = {
  variables: keys.slice(0, 50).map((name) => ({ name, expression: "1" })),
  validations: keys.slice(0, 50).map((name) => ({ expression: `variables.${name} == 1` })),
};
const limits = Object.fromEntries(keys.slice(0, 20_000).map((key) => [`example.com/${key}`, "1"]));
const podWithLimits = { spec: { containers: [{ name: "c", image: "i", resources: { limits } }] } };
const rules = keys.slice(0, 20_000).map(() => ({ subjects: [], resourceRules: [] }));
const addresses = keys.map(() => "10.1.1.1");
const pod = (): object => ({ spec: { containers: containers.map((each) => ({ ...each })) } });

// The last numbers are the least numbers of pauses: about one for 4096 entries, 1024 errors, 256 containers or 32 KiB of JSON.
test.for<[string, () => Work<unknown>, number]>([
  ["parsing JSON", () => decodeBody(json, "json", "ConfigMap", true), 48],
  ["parsing YAML", () => decodeBody(yaml, "yaml", "ConfigMap", true), 100],
  [
    "decoding protobuf",
    () => decodeProtobufBody(encodeEnvelope(map), { group: "", version: "v1", kind: "ConfigMap" }),
    190,
  ],
  ["decoding a map", () => decodeStruct({ data: { ...strings } }, structDecoder("io.k8s.api.core.v1.ConfigMap")), 24],
  [
    "decoding a list of containers",
    () => decodeStruct(pod() as { spec: object }, structDecoder("io.k8s.api.core.v1.Pod")),
    14,
  ],
  [
    "decoding the metadata of a custom resource",
    () =>
      createVersionSchema("Widget", {}).decode({ apiVersion: "g/v1", kind: "Widget", metadata: labelled() as object }),
    24,
  ],
  ["checking labels", () => objectMetaErrors(labelled() as object, metadataRules), 24],
  ["checking containers", () => checkAnyPod(pod()), 60_000],
  ["checking the limits of a container", () => checkAnyPod(podWithLimits), 18],
  ["checking the containers of a template", () => checkTemplate(pod(), fieldPath("spec", "template")), 60_000],
  ["encoding for the store", () => encodeEntryInSteps(map, 1, { fields: undefined, schemaId: undefined }), 6000],
  ["computing the size in protobuf", () => envelopeSize(map), 24],
  ["merging a merge patch", () => applyMergePatchInSteps(map, { data: strings }), 24],
  [
    "merging a strategic merge patch",
    () =>
      strategicMergeInSteps(map, { data: strings, metadata: strings }, schemaOf("io.k8s.api.core.v1.ConfigMap") ?? {}),
    96,
  ],
  ["pruning unknown fields", () => pruneInSteps(strings, { type: "object" }), 24],
  [
    "pruning items",
    () => pruneInSteps(containers, { type: "array", items: { type: "object", properties: {} } }, {}),
    14,
  ],
  ["setting the defaults of items", () => applyDefaultsInSteps({ list: pods }, withList(defaulted)), 24],
  ["setting the defaults of a map", () => applyDefaultsInSteps(strings, { additionalProperties: defaulted }), 24],
  ["coercing the metadata of items", () => coerceMetadataInSteps({ list: pods }, withList(embedded)), 19],
  ["validating a list", () => validateInSteps({ list: keys }, withList(stringSchema)), 24],
  ["validating a map", () => validateInSteps(strings, { additionalProperties: stringSchema }), 24],
  ["validating alternatives", () => validateInSteps({ list: keys }, { anyOf: [withList(stringSchema)] }), 24],
  ["converting the errors of values", () => validateInSteps({ list: keys }, withList({ type: "integer" })), 48],
  ["validating unchanged items", ratcheted, 50],
  ["validating embedded objects", () => validateEmbeddedInSteps({ list: pods }, withList(embedded)), 140_000],
  ["searching a set for duplicates", () => validateListTypesInSteps({ list: keys }, set), 24],
  [
    "searching a list map for duplicates",
    () => validateListTypesInSteps({ list: containers }, withList(named, byName)),
    4,
  ],
  ["finding the stored items for rules", rulesOfItems, 10],
  ["visiting items whose rules do not apply", ruleInItems, 20_000],
  ["finding the fields of a set", () => fieldsOfNew({}, { list: keys }, set, emptyFieldSet), 400],
  [
    "finding the fields of an atomic list",
    () => fieldsOfNew({}, { list: newNames }, withList(open), emptyFieldSet),
    14,
  ],
  ["comparing sets", () => compareTypedInSteps({ list: keys }, { list: [...keys, ...keys] }, set), 120],
  ["finding added fields", () => compareTypedInSteps({}, strings, anyMap), 24],
  ["finding removed fields", () => compareTypedInSteps(strings, { key: "v" }, anyMap), 24],
  ["finding the fields of an added set", () => compareTypedInSteps({}, { list: keys }, set), 48],
  ["finding the fields of an added map", () => compareTypedInSteps({}, { a: strings }, anyMaps), 24],
  ["merging sets", () => mergeTypedInSteps({ list: keys }, { list: keys }, set), 72],
  ["merging maps", () => mergeTypedInSteps(strings, strings, anyMap), 24],
  ["finding the fields of an applied set", () => fieldSetInSteps({ list: keys }, set), 24],
  ["finding the fields of an applied map", () => fieldSetInSteps(strings, anyMap), 24],
  ["writing the fields of a manager", () => entriesInSteps([applier]), 24],
  ["applying an object", () => objectAfterApply(apply), 80],
  ["checking a default", () => checkStructuralInSteps(withDefault(strings), fieldPath("schema")), 24],
  ["searching for numbers that are too large", () => infinityProblem(strings, {}), 24],
  ["sorting the keys of a patched object", () => inEncodedOrder(map, { type: "merge", body: { data: strings } }), 24],
  ["sorting the paths of unknown fields", () => sortedPaths(keys), 24],
  ["formatting the errors of unknown fields", () => unknownFieldErrors(keys), 24],
  ["warning of unknown fields", () => warnOfErrors({ warnings }, keys), 24],
  ["mapping a list to lists", () => flatMapInSteps(keys, (key) => [key]), 390],
  ["checking the rules of a flow schema", () => checkFlowSchema({ spec: { rules } }), 60_000],
  ["checking the limits of a limit range", () => checkLimitRange({ spec: { limits: [{ max: limits }] } }), 78],
  ["setting the defaults of a limit range", () => limitRangeKind.defaults?.(limitRange(), "v1"), 48],
  ["moving the string data of a secret", () => secretKind.fold?.({ ...secret, stringData: strings }, "v1"), 24],
  ["warning of the addresses of a service", () => serviceWarnings({ spec: { externalIPs: addresses } }), 390],
  ["checking a policy", () => checkValidatingPolicy({ spec: policy }, undefined), 99],
  ["compiling a policy", () => workOf(compileValidatingPolicy(policy)), 99],
  ["formatting errors", () => invalidInSteps({ group: "", kind: "ConfigMap" }, "m", errors), 97],
])("%s pauses", ([, work, pauses]) => {
  expect(pausesOf(work)).toBeGreaterThanOrEqual(pauses);
});
