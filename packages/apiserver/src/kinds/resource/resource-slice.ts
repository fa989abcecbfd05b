/** ResourceSlices: https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/#resourceslice */
import type { ResourceSlice } from "@kubewright/api/resource.k8s.io/v1";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";

export const resourceSliceKind: BuiltinKind = builtinKind<ResourceSlice>({
  group: "resource.k8s.io",
  plural: "resourceslices",
  tracksGeneration: true,
  deletion: { returnsObject: true },
  fields: {
    labels: ["spec.nodeName", "spec.driver"],
    valuesOf: (object) => {
      const { nodeName = "", driver = "" } = object.spec ?? {};
      return { "spec.nodeName": nodeName, "spec.driver": driver };
    },
    unsupportedText: (label) => `field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: ${label}`,
  },
  cells: ({ spec: { nodeName = "", driver = "", pool } = {} }) => ({
    Node: nodeName,
    Driver: driver,
    Pool: pool?.name ?? "",
  }),
});
