// Numbers out of range. NaN makes every comparison false, so it would silently disable a limit.
import { ConfigMap } from "@kubewright/api/core/v1";
import { createVirtualClock } from "@kubewright/async";
import { expect, test } from "vitest";
import { checkElectionTimings } from "../leader-election/timings.ts";
import { createMemoryApiServer } from "../testing/memory-api-server.ts";
import { waitFor } from "../wait/wait-for.ts";
import { createClient } from "./create-client.ts";

const clock = createVirtualClock();
const { transport } = createMemoryApiServer({ types: [ConfigMap], clock });
const client = createClient({ transport, clock });

test.each([
  [{ retriesMax: Number.NaN }, "retry.retriesMax is NaN, must be an integer from 0, or Infinity"],
  [{ retriesMax: -1 }, "retry.retriesMax is -1, must be an integer from 0, or Infinity"],
  [
    { backoff: { initialMs: 1, maxMs: Number.NaN } },
    "retry.backoff.maxMs is NaN, must be a number of milliseconds from 0",
  ],
])("a client rejects the retries %o", (retry, message) => {
  expect(() => createClient({ transport, retry })).toThrow(`Cannot create client: ${message}`);
});

test("waitFor() rejects NaN as the timeout", async () => {
  const wait = waitFor(client, ConfigMap, { namespace: "default", name: "a" }, () => true, { timeoutMs: Number.NaN });

  await expect(wait).rejects.toThrow(
    'Cannot wait for ConfigMap "default/a": timeoutMs is NaN, must be a number of milliseconds from 0',
  );
});

test("the timings of an election must be numbers: strings would make terms without an end", () => {
  const renewDeadlineMs = "10000" as unknown as number;

  expect(() => checkElectionTimings({ leaseDurationMs: 15_000, renewDeadlineMs, retryPeriodMs: 2_000 })).toThrow(
    'Cannot elect a leader: renewDeadlineMs is "10000", must be a number of milliseconds from 0',
  );
});
