/** Webhooks that respond after a random time of up to 3 ms, so that other clients write between the read and the write of a request. */
import { createSeededRandom } from "@kubewright/async";
import { startWebhookHost } from "../contract/webhook-host.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { historyKinds } from "./history.ts";

/** Namespaces with these labels have slow webhooks. */
export const slowLabels = { "histories.test/webhooks": "slow" };

const delaysMs = 4;

/** Configures a mutating and a validating webhook for the kinds of histories. Disposing it removes them. */
export async function startSlowWebhooks(server: ServerUnderTest, seed: string): Promise<AsyncDisposable> {
  await using resources = new AsyncDisposableStack();
  const random = createSeededRandom(seed);
  const host = resources.use(await startWebhookHost(server, await server.createNamespace()));
  const slow = {
    namespaceSelector: { matchLabels: slowLabels },
    rules: historyKinds.map(({ apiVersion, plural }) => ({
      operations: ["CREATE", "UPDATE", "DELETE"],
      apiGroups: [apiVersion.includes("/") ? apiVersion.split("/")[0] : ""],
      apiVersions: ["*"],
      resources: [plural, `${plural}/status`],
    })),
  };
  for (const kind of ["mutating", "validating"] as const) {
    host.answer(`/${kind}`, async () => {
      await server.clock.sleep(random.int(delaysMs));
      return {};
    });
    resources.use(await host.configure(kind, [host.webhook(kind, slow)]));
  }
  const owned = resources.move();
  return { [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
