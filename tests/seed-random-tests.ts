// Seeds every fast-check property of a lane, so that tests need no seed: `make test` always draws the same values, `make test-long`
// passes another seed in each run and prints it.
import fc from "fast-check";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Whether tests that try a sample in `make test` try everything. */
    readonly isLongLane?: boolean;
  }
}

/** The seed of `make test` and `make test-real`. */
const fixedSeed = 20_261_122;

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: inject("seed") ?? fixedSeed });
