// The set-up of the suites about Crates.
import { afterAll, beforeAll } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { startCrates } from "./crates.ts";
import type { Crates } from "./crates.ts";

export interface CratesSuite extends Crates {
  readonly server: ServerUnderTest;
}

/**
 * Starts the server under test and the Crates before the tests of the calling file, then calls `prepare`, and disposes both after the tests. Tests and hooks
 * read the result; it is empty while the file is imported.
 */
export function useCrates(prepare: (crates: Crates) => Promise<void> = async () => undefined): CratesSuite {
  const suite = {} as CratesSuite; // The first hook assigns the fields.
  const resources = new AsyncDisposableStack();
  beforeAll(async () => {
    const server = resources.use(await startServerUnderTest());
    const crates = resources.use(await startCrates(server));
    Object.assign(suite, crates, { server });
    await prepare(crates);
  });
  afterAll(() => resources.disposeAsync());
  return suite;
}
