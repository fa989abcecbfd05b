// The set-up of the suites about admission policies.
import { beforeEach } from "vitest";
import { PolicyClient } from "./policy-client.ts";
import { useServer } from "./server-suite.ts";
import type { ServerSuite } from "./server-suite.ts";

export interface PolicySuite extends ServerSuite {
  /** The path of the ConfigMaps in the namespace. */
  readonly configMaps: string;
  /** Creates policies for the namespace. */
  readonly client: PolicyClient;
}

/** Starts the server under test, as `useServer` does, with a client for the namespace of each test. */
export function usePolicies(): PolicySuite {
  const suite = useServer() as PolicySuite; // The hook assigns the other fields.
  beforeEach(() => {
    const { server, namespace } = suite;
    const configMaps = `/api/v1/namespaces/${namespace}/configmaps`;
    Object.assign(suite, { configMaps, client: new PolicyClient(server, namespace) });
  });
  return suite;
}
