// Random histories of eight concurrent clients on the embedded server. RUNS says how many, SEED which, FROM the batch of 250 to begin with: a run that
// was stopped continues after the last batch that it printed.
import { createSystemClock } from "@kubewright/async";
import { expect, inject, test } from "vitest";
import { widgetCrd } from "../contract/widget-crd.ts";
import { connect } from "../contract/writers.ts";
import { historyGroup } from "../histories/history.ts";
import { runHistories } from "../histories/run.ts";
import { slowLabels, startSlowWebhooks } from "../histories/slow-webhooks.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import { longRun, tell } from "./long-run.ts";

const { seed, from } = longRun();
const runs = inject("runs") ?? 10_000;
const clientsCount = 8;
/** Each batch has a server of its own: stored objects stay, and would slow later histories down. */
const historiesPerBatch = 250;
/** How the clients of one batch after the other reach their server. */
const forms = ["without sockets", "over HTTP/2", "without sockets", "over HTTP/2 with slow webhooks"] as const;

test(`${runs} histories of seed ${seed} are linearizable`, { timeout: 0 }, async () => {
  const clock = createSystemClock();
  const startedAt = clock.now();
  const failed: string[] = [];
  const batches = Math.ceil(runs / historiesPerBatch);
  for (let batch = from; batch < from + batches; batch++) {
    const form = forms[batch % forms.length] ?? "without sockets";
    for (const report of await runBatch(batch, form)) {
      failed.push(report);
      tell(report);
    }
    const done = (batch + 1 - from) * historiesPerBatch;
    const seconds = Math.round((clock.now() - startedAt) / 1000);
    tell(
      `seed ${seed}: ${done} histories up to batch ${batch} (${form}), ${failed.length} with findings, ${seconds} s`,
    );
  }
  expect(failed).toEqual([]);
});

async function runBatch(batch: number, form: (typeof forms)[number]): Promise<readonly string[]> {
  await using server = await startServerUnderTest({ crds: [widgetCrd(historyGroup)] });
  await using resources = new AsyncDisposableStack();
  const isDirect = form === "without sockets";
  const isSlow = form === "over HTTP/2 with slow webhooks";
  if (isSlow) resources.use(await startSlowWebhooks(server, `${seed} ${batch}`));
  const transports = isDirect
    ? Array.from({ length: clientsCount }, () => server.transport)
    : await connect(server, resources, clientsCount);
  return await runHistories({
    transports,
    prefix: "history-",
    seed,
    range: [batch * historiesPerBatch, (batch + 1) * historiesPerBatch],
    ...(isSlow && { labels: slowLabels }),
  });
}
