/** CSIStorageCapacities: the available capacity of a storage driver by topology. https://kubernetes.io/docs/concepts/storage/storage-capacity/ */
import type { FieldError, Work } from "@kubewright/apimachinery";
import { field, fieldPath, joinedInSteps } from "@kubewright/apimachinery";
import type { CSIStorageCapacity } from "@kubewright/api/storage.k8s.io/v1";
import { checkDnsSubdomain, checkImmutable, checkLabelSelector } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { shownSelector } from "../label-selectors.ts";
import { isNegativeQuantity } from "../quantities.ts";
import type { View } from "../typed.ts";

const topologyPath = fieldPath("nodeTopology");
const classPath = fieldPath("storageClassName");

export const csiStorageCapacityKind: BuiltinKind = builtinKind<CSIStorageCapacity>({
  group: "storage.k8s.io",
  plural: "csistoragecapacities",
  metadataChecks: { wholeOnUpdate: true },
  allowUnconditionalUpdate: false,
  validate: (object) => checkCapacity(object),
  validateUpdate: (object, old) =>
    joinedInSteps([
      () => checkCapacity(object),
      () => checkImmutable(shownSelector(object.nodeTopology), shownSelector(old.nodeTopology), topologyPath),
      () => checkImmutable(object.storageClassName ?? "", old.storageClassName ?? "", classPath),
    ]),
});

function checkCapacity({
  nodeTopology,
  storageClassName = "",
  capacity,
}: View<CSIStorageCapacity>): Work<readonly FieldError[]> {
  const isNegative = capacity !== undefined && isNegativeQuantity(capacity);
  return joinedInSteps([
    () => checkLabelSelector(nodeTopology, topologyPath),
    () => checkDnsSubdomain(storageClassName, classPath),
    () => (isNegative ? [field.invalid(fieldPath("capacity"), capacity, "must be greater than or equal to 0")] : []),
  ]);
}
