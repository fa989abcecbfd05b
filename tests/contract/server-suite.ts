// The set-up of a suite: the server under test, and a namespace for each test.
import { afterAll, beforeAll, beforeEach } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

export interface ServerSuite {
  readonly server: ServerUnderTest;
  /** The namespace of the current test. */
  readonly namespace: string;
}

/**
 * Starts the server under test before the tests of the calling file, creates a namespace before each test, and disposes the server after the tests. Tests and
 * hooks read the result; it is empty while the file is imported.
 */
export function useServer(options: Parameters<typeof startServerUnderTest>[0] = {}): ServerSuite {
  const suite = {} as ServerSuite; // The hooks assign the fields.
  beforeAll(async () => {
    Object.assign(suite, { server: await startServerUnderTest(options) });
  });
  beforeEach(async () => {
    Object.assign(suite, { namespace: await suite.server.createNamespace() });
  });
  afterAll(() => suite.server[Symbol.asyncDispose]());
  return suite;
}
