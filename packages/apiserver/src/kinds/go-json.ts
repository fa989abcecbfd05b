/**
 * How the reference prints the fields of a definition when they are empty. It comes from the Go types (`omitempty`,
 * pointers), which OpenAPI does not show: a zero `int32` with `omitempty` vanishes, a `*int32` stays, a slice without
 * `omitempty` prints `null`.
 */
import { goJson } from "./go-json.generated.ts";

/** The fields of one definition that are not simply left out when empty. */
export interface GoPrinting {
  /** Pointers, and fields without `omitempty`: a zero that was sent is kept. */
  readonly keepsZero: ReadonlySet<string>;
  /** Fields that print `null` when absent. */
  readonly printsNull: ReadonlySet<string>;
}

export type GoPrintingOf = (definitionName: string) => GoPrinting;

/** Makes the look-up. The table is parsed at the first question. */
export function createGoPrinting(): GoPrintingOf {
  let table: ReadonlyMap<string, RawPrinting> | undefined;
  return (definitionName) => {
    table ??= new Map(Object.entries(JSON.parse(goJson) as Readonly<Record<string, RawPrinting>>));
    const raw = table.get(definitionName);
    const keepsZero = [...(raw?.keepsZero ?? []), ...(emptyCounts.get(definitionName) ?? [])];
    return { keepsZero: new Set(keepsZero), printsNull: new Set(raw?.printsNull) };
  };
}

/**
 * Lists and maps that would not print when empty, but differ from absent ones: those get a default, or errors show them as null. An object
 * with an empty one is rejected, or the defaults of its kind remove the field, so that none of them is ever printed.
 */
const emptyCounts: ReadonlyMap<string, readonly string[]> = new Map([
  ["io.k8s.api.autoscaling.v2.HPAScalingRules", ["policies"]],
  ["io.k8s.api.core.v1.VolumeResourceRequirements", ["requests"]],
  ["io.k8s.api.networking.v1.IngressSpec", ["rules"]],
  ["io.k8s.api.networking.v1.ServiceCIDRSpec", ["cidrs"]],
]);

interface RawPrinting {
  readonly keepsZero?: readonly string[];
  readonly printsNull?: readonly string[];
}
