/** How the fields of a definition print when they are empty. */
import { goPrinting } from "@kubewright/api-facts";

export interface GoPrinting {
  /** Pointers, and fields without `omitempty`: a zero in the request is kept. */
  readonly keepsZero: ReadonlySet<string>;
  /** Fields that print `null` when absent. */
  readonly printsNull: ReadonlySet<string>;
}

export type GoPrintingOf = (definitionName: string) => GoPrinting;

export const printingOf: GoPrintingOf = (definitionName) => {
  const { keepsZero = [], printsNull } = goPrinting(definitionName);
  return {
    keepsZero: new Set([...keepsZero, ...(emptyCounts.get(definitionName) ?? [])]),
    printsNull: new Set(printsNull),
  };
};

/**
 * Lists and maps that are not printed when they are empty, but differ from absent ones: absent ones get a default, or errors show them as null. An object
 * with an empty one is rejected, or the defaults of its kind remove the field, so they are never printed.
 */
const emptyCounts: ReadonlyMap<string, readonly string[]> = new Map([
  ["io.k8s.api.autoscaling.v2.HPAScalingRules", ["policies"]],
  ["io.k8s.api.core.v1.VolumeResourceRequirements", ["requests"]],
  ["io.k8s.api.networking.v1.IngressSpec", ["rules"]],
  ["io.k8s.api.networking.v1.ServiceCIDRSpec", ["cidrs"]],
]);
