/**
 * How Go prints the fields of a definition when they are empty. It follows from the Go types (`omitempty`, pointers), which OpenAPI does not show: a
 * zero `int32` with `omitempty` is omitted, a `*int32` is printed, a slice without `omitempty` prints `null`.
 */
import { lazy } from "../lazy.ts";
import { goJson } from "./printing.generated.ts";

/** The fields of a definition that are printed although they are empty. */
export interface GoPrinting {
  /** Pointers, and fields without `omitempty`: a zero that was sent stays. */
  readonly keepsZero?: readonly string[];
  /** Fields that print `null` when absent. */
  readonly printsNull?: readonly string[];
}

/** Returns the fields of a definition by its OpenAPI name; none for an unknown definition. The first call parses the table. */
export function goPrinting(definitionName: string): GoPrinting {
  return table().get(definitionName) ?? {};
}

const table = lazy(
  (): ReadonlyMap<string, GoPrinting> =>
    new Map(Object.entries(JSON.parse(goJson) as Readonly<Record<string, GoPrinting>>)), // Generated.
);
