// The set-up of the suites about admission policies.
import { afterAll, beforeAll, beforeEach } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { PolicyClient } from "./policy-client.ts";

export interface PolicySuite {
  readonly server: ServerUnderTest;
  /** The namespace of the current test. */
  readonly namespace: string;
  /** The path of the ConfigMaps in that namespace. */
  readonly configMaps: string;
  /** Creates policies for that namespace. */
  readonly client: PolicyClient;
}

/**
 * Starts the server under test before the tests of the calling file, and creates a namespace before each test. Tests and hooks read the result; it is empty
 * while the file is imported.
 */
export function usePolicies(): PolicySuite {
  const suite = {} as PolicySuite; // The hooks assign the fields.
  beforeAll(async () => {
    Object.assign(suite, { server: await startServerUnderTest() });
  });
  beforeEach(async () => {
    const namespace = await suite.server.createNamespace();
    const configMaps = `/api/v1/namespaces/${namespace}/configmaps`;
    Object.assign(suite, { namespace, configMaps, client: new PolicyClient(suite.server, namespace) });
  });
  afterAll(() => suite.server[Symbol.asyncDispose]());
  return suite;
}
