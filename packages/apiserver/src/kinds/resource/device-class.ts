/** DeviceClasses: https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/#deviceclass */
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { nameIsLongName } from "../generic/names.ts";

export const deviceClassKind: BuiltinKind = {
  group: "resource.k8s.io",
  plural: "deviceclasses",
  metadataChecks: { wholeOnUpdate: true },
  tracksGeneration: true,
  deletion: { returnsObject: true },
  validateName: nameIsLongName,
};
