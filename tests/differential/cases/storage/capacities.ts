/** CSIStorageCapacities: validation and immutable fields. */
import { cases } from "../../case.ts";
import type { DifferentialCase } from "../../case.ts";
import { creates, updates } from "../../variations.ts";

const capacities = "/apis/storage.k8s.io/v1/namespaces/{{namespace}}/csistoragecapacities";
const good = {
  apiVersion: "storage.k8s.io/v1",
  kind: "CSIStorageCapacity",
  metadata: { name: "a" },
  storageClassName: "fast",
  nodeTopology: { matchLabels: { zone: "a" } },
  capacity: "1Gi",
};

export const capacityCases: readonly DifferentialCase[] = cases("storage-capacity", {
  fields: creates(capacities, good, [
    {},
    { storageClassName: "" },
    { storageClassName: "Not A Name" },
    { nodeTopology: null },
    { nodeTopology: { matchLabels: { "a b": "c" } } },
    { nodeTopology: { matchLabels: { zone: "b c" } } },
    { nodeTopology: { matchExpressions: [{ key: "a", operator: "Other" }] } },
    { capacity: "-1" },
    { capacity: "0" },
    { capacity: null },
    { maximumVolumeSize: "-1" },
    { maximumVolumeSize: "5Gi" },
    { metadata: { name: "Not A Name" } },
  ]),
  update: updates(capacities, good, [
    { metadata: { resourceVersion: "{{0.metadata.resourceVersion}}" }, capacity: "2Gi" },
    { metadata: { resourceVersion: "{{0.metadata.resourceVersion}}" }, capacity: "-2" },
    { metadata: { resourceVersion: "{{0.metadata.resourceVersion}}" }, storageClassName: "slow" },
    { metadata: { resourceVersion: "{{0.metadata.resourceVersion}}" }, storageClassName: null },
    { metadata: { resourceVersion: "{{0.metadata.resourceVersion}}" }, nodeTopology: null },
    { metadata: { resourceVersion: "{{0.metadata.resourceVersion}}" }, nodeTopology: { matchLabels: { zone: "b" } } },
    { capacity: "3Gi" },
  ]),
});
