// Random request sequences on an embedded and on a real server. SEQUENCES sets their number (20 per batch), SEED the sequences, FROM
// the first batch: an interrupted run continues after the last batch that it printed.
import { createSystemClock, createVirtualClock } from "@kubewright/async";
import { startEnvironment } from "@kubewright/envtest";
import type { Environment } from "@kubewright/envtest";
import { expect, inject, test } from "vitest";
import { batchKinds } from "../sequences/batch-kinds.ts";
import { startConversions } from "../sequences/conversions.ts";
import { sequenceKinds } from "../sequences/kinds.ts";
import { onBoth, runSequences } from "../sequences/run.ts";
import { longRun, tell } from "./long-run.ts";

const { sequences: total, seed, from } = longRun();
const sequencesPerBatch = 20;
/** Both servers are restarted after this number of batches, because stored objects would slow them down. */
const batchesPerServer = 250;

test(`${total} random sequences of seed ${seed} get the same responses from both servers`, { timeout: 0 }, async () => {
  const clock = createSystemClock();
  const batches = Math.ceil(total / sequencesPerBatch);
  const startedAt = clock.now();
  const failed: string[] = [];
  let unsteady = 0;
  for (let first = from; first < from + batches; first += batchesPerServer) {
    const end = Math.min(first + batchesPerServer, from + batches);
    await using real = await startReal();
    const virtual = createVirtualClock({ startTime: clock.wallTime() });
    await using conversions = await startConversions(real);
    await using embedded = await startEnvironment({
      server: "embedded",
      clock: virtual,
      apiServer: { webhooks: conversions.webhooks },
    });
    const answers = onBoth(real, { transport: embedded.transport, clock: virtual });
    const making = { seed, prefix: "seq", conversions, answers };
    await runSequences({
      ...making,
      kinds: batchKinds(making, sequenceKinds),
      batches: [first, end],
      sequencesPerBatch,
      atOnce: 8,
      onUnsteady(batch, differences) {
        unsteady += 1;
        tell(`batch ${batch} differed once and not again: ${JSON.stringify(differences.slice(0, 3))}`);
      },
      onBatch(batch, failure) {
        if (failure !== undefined) {
          failed.push(failure.case);
          tell(`batch ${batch} differs:\n${JSON.stringify(failure.differences, null, 2)}\n${failure.case}`);
        }
        if ((batch + 1) % 25 === 0) {
          const done = (batch + 1 - from) * sequencesPerBatch;
          const seconds = Math.round((clock.now() - startedAt) / 1000);
          tell(
            `seed ${seed}: about ${done} sequences up to batch ${batch}, ${failed.length} differ, ${unsteady} once, ${seconds} s`,
          );
        }
      },
    });
  }
  expect(failed).toEqual([]);
});

async function startReal(): Promise<Environment> {
  const assets = inject("assets");
  return startEnvironment({ server: "real", ...(assets === undefined ? {} : { assets }) });
}
