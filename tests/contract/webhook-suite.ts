// The set-up of suites about webhooks.
import { afterAll, beforeAll, beforeEach } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { startWebhookHost } from "./webhook-host.ts";
import type { WebhookHost } from "./webhook-host.ts";

export interface WebhookSuite {
  readonly server: ServerUnderTest;
  /** The namespace of the current test. */
  readonly namespace: string;
  /** The path of the ConfigMaps in that namespace. */
  readonly configMaps: string;
  /** The host of webhooks for that namespace. */
  readonly host: WebhookHost;
}

/**
 * Starts the server under test before the tests of the calling file, and a host with a new namespace for each test. Tests and hooks read the result; it is
 * empty while the file is imported.
 */
export function useWebhooks(): WebhookSuite {
  const suite = {} as WebhookSuite; // The hooks assign the fields.
  beforeAll(async () => {
    Object.assign(suite, { server: await startServerUnderTest() });
  });
  beforeEach(async () => {
    const namespace = await suite.server.createNamespace();
    const host = await startWebhookHost(suite.server, namespace);
    Object.assign(suite, { namespace, configMaps: `/api/v1/namespaces/${namespace}/configmaps`, host });
    return () => host[Symbol.asyncDispose]();
  });
  afterAll(() => suite.server[Symbol.asyncDispose]());
  return suite;
}
