// The set-up of suites about webhooks.
import { beforeEach } from "vitest";
import { useServer } from "./server-suite.ts";
import type { ServerSuite } from "./server-suite.ts";
import { startWebhookHost } from "./webhook-host.ts";
import type { WebhookHost } from "./webhook-host.ts";

export interface WebhookSuite extends ServerSuite {
  /** The path of the ConfigMaps in the namespace. */
  readonly configMaps: string;
  /** The host of webhooks for the namespace. */
  readonly host: WebhookHost;
}

/** Starts the server under test, as `useServer` does, and a host of webhooks for each test. */
export function useWebhooks(): WebhookSuite {
  const suite = useServer() as WebhookSuite; // The hook assigns the other fields.
  beforeEach(async () => {
    const { server, namespace } = suite;
    const host = await startWebhookHost(server, namespace);
    Object.assign(suite, { configMaps: `/api/v1/namespaces/${namespace}/configmaps`, host });
    return () => host[Symbol.asyncDispose]();
  });
  return suite;
}
