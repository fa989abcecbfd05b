// Random histories of eight concurrent clients on the real server, over HTTP/2: the model and the checks of tests/histories hold there, too. Only
// removals take two steps there.
import { expect, test } from "vitest";
import { widgetCrd } from "../contract/widget-crd.ts";
import { connect } from "../contract/writers.ts";
import { historyGroup } from "../histories/history.ts";
import { runHistories } from "../histories/run.ts";
import { slowLabels, startSlowWebhooks } from "../histories/slow-webhooks.ts";
import { startServerUnderTest } from "../server-under-test.ts";

test(
  "histories of the real server are linearizable, with and without slow webhooks",
  { timeout: 300_000 },
  async () => {
    await using server = await startServerUnderTest({ crds: [widgetCrd(historyGroup)] });
    await using resources = new AsyncDisposableStack();
    const transports = await connect(server, resources, 8);
    resources.use(await startSlowWebhooks(server, "real"));
    const options = { transports, seed: "real", semantics: "removal in two steps" } as const;

    const reports = [
      ...(await runHistories({ ...options, prefix: server.uniqueName("histories-"), range: [0, 120] })),
      ...(await runHistories({
        ...options,
        prefix: server.uniqueName("slow-"),
        labels: slowLabels,
        range: [120, 180],
      })),
    ];

    expect(reports.join("\n\n")).toBe("");
  },
);
