// A server with a directory is killed repeatedly at random moments: no acknowledged write is lost, and the state is that of some moment
// after the last acknowledgement.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { openApiServer } from "@kubewright/apiserver";
import { createSeededRandom, createSystemClock } from "@kubewright/async";
import { expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import { longRun, tell } from "./long-run.ts";

const writer = fileURLToPath(new URL("./durable/writer.ts", import.meta.url));
const maps = "/api/v1/namespaces/default/configmaps";
const { kills, seed } = longRun();

interface Acknowledged {
  readonly what: string;
  readonly round: number;
  readonly revision: number;
}

test(`a server that is killed ${kills} times loses no acknowledged write (seed ${seed})`, async () => {
  const random = createSeededRandom(seed);
  const clock = createSystemClock();
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-kill-"));
  let last: Acknowledged = { what: "deleted", round: 0, revision: 0 };
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      last = (await writeUntilKilled(folder, random.int(150), clock)) ?? last;
      await expectStateAfter(folder, last);
      if (kill % 10 === 0) tell(`${kill} kills, round ${last.round}`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  expect(last.round).toBeGreaterThan(kills);
});

/** Lets the writer write for this time, and resolves with the last line that it printed. */
async function writeUntilKilled(
  folder: string,
  ms: number,
  clock: ReturnType<typeof createSystemClock>,
): Promise<Acknowledged | undefined> {
  const child = spawn(process.execPath, ["--conditions=source", writer, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let last: Acknowledged | undefined;
  let timer: Disposable | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === "ready") timer = clock.setTimer(ms, () => void child.kill("SIGKILL"));
    const [what = "", round, revision] = line.split(" ");
    // The last line may be incomplete.
    if (revision !== undefined && /^\d+$/u.test(revision))
      last = { what, round: Number(round), revision: Number(revision) };
  }
  timer?.[Symbol.dispose]();
  return last;
}

/** The distance of the bound of the revisions that clients may have seen, which a server stores, from its last write. */
const revisionsAhead = 10_000;

async function expectStateAfter(folder: string, acknowledged: Acknowledged): Promise<void> {
  await using server = await openApiServer({ directory: folder });
  const { body } = await sendRequest(server.transport(), { path: maps });
  const { items } = body as { items: { metadata: { name: string }; data: Record<string, string> }[] };
  const round = Number(items.find(({ metadata }) => metadata.name === "counter")?.data["round"]);
  const there = items
    .map(({ metadata }) => metadata.name)
    .filter((name) => name.startsWith("map-"))
    .map((name) => Number(name.slice("map-".length)))
    .toSorted((a, b) => a - b);

  // Killed before the first write was acknowledged: the revision is that of a new server.
  if (Number.isNaN(round) || acknowledged.revision === 0) return;

  // One write may have been in flight: it is stored or not. A server that was killed continues at its bound of the revisions.
  expect(server.revision).toBeGreaterThanOrEqual(acknowledged.revision);
  expect(server.revision).toBeLessThanOrEqual(acknowledged.revision + 1 + revisionsAhead);
  const states = [
    numbers(Math.max(1, round - 10), round - 1), // Counted, not made yet.
    numbers(Math.max(1, round - 10), round), // Made.
    numbers(Math.max(1, round - 9), round), // And the old one deleted.
  ];
  expect(states).toContainEqual(there);
  expect(round).toBeGreaterThanOrEqual(acknowledged.round);
}

function numbers(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
