// A few hundred random request sequences with a fixed seed get the same responses from both servers. tests/long has many more.
import { createVirtualClock } from "@kubewright/async";
import { startEnvironment } from "@kubewright/envtest";
import { expect, test } from "vitest";
import { batchKinds } from "../sequences/batch-kinds.ts";
import { startConversions } from "../sequences/conversions.ts";
import { sequenceKinds } from "../sequences/kinds.ts";
import { onBoth, runSequences } from "../sequences/run.ts";
import { startServerUnderTest } from "../server-under-test.ts";

test("random sequences get the same responses from both servers", { timeout: 300_000 }, async () => {
  await using real = await startServerUnderTest();
  const clock = createVirtualClock({ startTime: real.clock.wallTime() });
  await using conversions = await startConversions(real);
  await using embedded = await startEnvironment({
    server: "embedded",
    clock,
    apiServer: { webhooks: conversions.webhooks },
  });

  const making = {
    seed: "lane",
    prefix: real.uniqueName("seq"),
    conversions,
    answers: onBoth(real, { transport: embedded.transport, clock }),
  };

  const failures = await runSequences({
    ...making,
    kinds: batchKinds(making, sequenceKinds),
    batches: [0, 20],
    sequencesPerBatch: 20,
    atOnce: 8,
    onUnsteady: () => undefined,
    onBatch: () => undefined,
  });

  expect(failures).toEqual([]);
});
