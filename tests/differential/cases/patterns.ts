/** Patterns in schemas: 1,200 random pairs of a pattern and a text. `long/patterns.test.ts` tries as many as its time allows. */
import { patternCase } from "../../sequences/pattern-case.ts";
import type { DifferentialCase } from "../case.ts";

export const patternCases: readonly DifferentialCase[] = ["one", "two", "three"].map((seed) =>
  patternCase(`pattern-${seed}`, `pattern ${seed}`),
);
