// Measures the resident memory (RSS) of a server process while clients without credentials open connections. Before that, an administrator sends ordinary
// requests until they no longer raise the peak. V8 and the allocator keep memory for garbage of any client. Each attack is measured above this peak.
import { createSystemClock } from "@kubewright/async";
import { expect, test } from "vitest";
import { attack, attacks } from "./guest-memory/attacks.ts";
import { sendOrdinaryRequests, startMeasuredServer } from "./guest-memory/measured-server.ts";
import type { MeasuredServer } from "./guest-memory/measured-server.ts";
import { tell } from "./long-run.ts";

/**
 * The largest growth of a run was 40 MiB: garbage that V8 had not collected, and native memory of closed connections, which is released with it. Without
 * the limits of clients without credentials, long heads over HTTP/2 alone cost over 300 MiB.
 */
const growthMaxMiB = 64;
const clock = createSystemClock();

test(`clients without credentials raise the resident memory by at most ${growthMaxMiB} MiB`, async () => {
  await using server = await startMeasuredServer();
  const level = await levelOfOrdinaryRequests(server);
  const growths: Record<string, number> = {};

  for (const name of Object.keys(attacks)) {
    await server.resetPeak();
    await attack(server, name, () => untilSettled(server));
    const { peak } = await server.memory();
    growths[name] = peak - level;
    tell(`${name}: ${peak} MiB at most, ${peak - level} MiB more than ordinary requests`);
  }

  expect(Object.entries(growths).filter(([, growth]) => growth > growthMaxMiB)).toEqual([]);
});

const roundsMin = 4;
const roundsMax = 12;

/** The peak of the memory once a round of ordinary requests no longer raises it. */
async function levelOfOrdinaryRequests(server: MeasuredServer): Promise<number> {
  let level = 0;
  for (let round = 1; round <= roundsMax; round++) {
    await sendOrdinaryRequests(server);
    const { now, peak } = await server.memory();
    tell(`round ${round} of ordinary requests: ${now} MiB, ${peak} MiB at most`);
    if (round >= roundsMin && peak === level) break;
    level = peak;
  }
  return level;
}

const pollMs = 300;

/** Resolves when the memory no longer grows: the server has handled what it has received. */
async function untilSettled(server: MeasuredServer): Promise<void> {
  for (let last = -1; ;) {
    const { peak } = await server.memory();
    if (peak <= last) return;
    last = peak;
    await clock.sleep(pollMs);
  }
}
