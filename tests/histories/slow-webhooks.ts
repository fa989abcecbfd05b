/** Webhooks that answer writes after a random number of turns, so that others write between the read and the write of a request. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { createSeededRandom } from "@kubewright/async";
import { startWebhookHost } from "../contract/webhook-host.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { historyKinds } from "./history.ts";

/** Namespaces with these labels have slow webhooks. */
export const slowLabels = { "histories.test/webhooks": "slow" };

const turnsMax = 6;

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
      for (let turns = random.int(turnsMax); turns > 0; turns--) await nextTurn();
      return {};
    });
    resources.use(await host.configure(kind, [host.webhook(kind, slow)]));
  }
  const owned = resources.move();
  return { [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
