// Random histories of eight concurrent clients on the embedded server: all over HTTP/2, and a tenth again with slow webhooks and without sockets.
// RUNS sets their number, SEED the scripts, FROM the first batch of 250: a run that was stopped continues after the last batch that it printed.
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
/** Each batch has a separate server, because stored objects would slow later histories down. */
const historiesPerBatch = 250;

interface Run {
  readonly title: string;
  /** A part of RUNS. */
  readonly share: number;
  readonly isDirect?: boolean;
  readonly isSlow?: boolean;
}

/** The main run has all histories, each over eight HTTP/2 connections. The others cover slow webhooks and calls without sockets. */
const allRuns: readonly Run[] = [
  { title: "over HTTP/2", share: 1 },
  { title: "over HTTP/2 with slow webhooks", share: 0.1, isSlow: true },
  { title: "without sockets", share: 0.1, isDirect: true },
];

test.for(allRuns)(`histories of seed ${seed} $title are linearizable`, { timeout: 0 }, async (run) => {
  const clock = createSystemClock();
  const startedAt = clock.now();
  const failed: string[] = [];
  const batches = Math.ceil((runs * run.share) / historiesPerBatch);
  for (let batch = from; batch < from + batches; batch++) {
    for (const report of await runBatch(batch, run)) {
      failed.push(report);
      tell(report);
    }
    const done = (batch + 1 - from) * historiesPerBatch;
    const seconds = Math.round((clock.now() - startedAt) / 1000);
    tell(
      `seed ${seed}, ${run.title}: ${done} histories up to batch ${batch}, ${failed.length} with findings, ${seconds} s`,
    );
  }
  expect(failed).toEqual([]);
});

async function runBatch(batch: number, { isDirect = false, isSlow = false }: Run): Promise<readonly string[]> {
  await using server = await startServerUnderTest({ crds: [widgetCrd(historyGroup)] });
  await using resources = new AsyncDisposableStack();
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
