/**
 * A program that prints the longest turn of growing inputs, and the functions that run in it. Its arguments are the length of the body and parts of names:
 * `node --conditions=source tests/growth/profile-turns.ts 1400000 labels`.
 */
import type { Profiler } from "node:inspector";
import { Session } from "node:inspector/promises";
import { createSystemClock } from "@kubewright/async";
import type { GrowingInput } from "./input.ts";
import { inputs } from "./inputs.ts";
import { calibrate, measure } from "./measure.ts";
import { sizesOf } from "./sizes.ts";
import { atCalibration } from "./verdict.ts";

const clock = createSystemClock();
const runs = 3;
/** The functions of shorter turns are not printed. */
const profiledMsMin = 30;
/** Functions with a smaller share of the turn are not printed. */
const shownShareMin = 0.08;

interface Turn {
  readonly fromMs: number;
  readonly toMs: number;
}

const [, , bytes = "", ...names] = process.argv;
for (const input of inputs.filter(({ name }) => names.some((each) => name.includes(each)))) await report(input);

async function report(input: GrowingInput): Promise<void> {
  const [small = 1, , parts = 1] = sizesOf(input, Number(bytes));
  await measure(input, small); // Fills caches.
  const turns: number[] = [];
  let line = "";
  for (let run = 0; run < runs; run++) {
    const { bytes: length, status, ms, turnMs } = await measure(input, parts);
    turns.push(atCalibration(turnMs, calibrate()));
    line = `${length} bytes, status ${status}, ${Math.round(ms)} ms`;
  }
  const shortest = Math.min(...turns);
  process.stdout.write(`${Math.round(shortest)} ms: ${input.name}, ${line}\n`);
  if (shortest > profiledMsMin) await profile(input, parts);
}

async function profile(input: GrowingInput, parts: number): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  const turns: Turn[] = [];
  await session.post("Profiler.start");
  await measure(input, parts, { onTurn: (fromMs, toMs) => void turns.push({ fromMs, toMs }) });
  const endMs = clock.now();
  const { profile } = await session.post("Profiler.stop");
  session.disconnect();
  const [longest] = turns.toSorted((a, b) => b.toMs - b.fromMs - (a.toMs - a.fromMs));
  // The profiler has another clock. It stops at once but starts late.
  const offsetMs = profile.endTime / 1000 - endMs;
  if (longest === undefined) return;
  print(profile, { fromMs: longest.fromMs + offsetMs, toMs: longest.toMs + offsetMs });
}

/** Prints the call tree of a turn with the milliseconds of each function. */
function print({ nodes, samples = [], timeDeltas = [], startTime }: Profiler.Profile, { fromMs, toMs }: Turn): void {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const spentMs = new Map<number, number>();
  let at = startTime / 1000;
  for (const [index, sample] of samples.entries()) {
    const deltaMs = (timeDeltas[index] ?? 0) / 1000;
    at += deltaMs;
    if (at < fromMs || at > toMs) continue;
    for (let id: number | undefined = sample; id !== undefined; id = callers.get(id))
      spentMs.set(id, (spentMs.get(id) ?? 0) + deltaMs);
  }
  const show = (id: number, depth: number): void => {
    const node = byId.get(id);
    const spent = spentMs.get(id) ?? 0;
    if (node === undefined || spent < shownShareMin * (toMs - fromMs)) return;
    const { functionName, url, lineNumber } = node.callFrame;
    const place = `${url.split("/").slice(-2).join("/")}:${lineNumber + 1}`;
    process.stdout.write(`${" ".repeat(depth)}${Math.round(spent)} ${functionName} ${place}\n`);
    for (const child of node.children ?? []) show(child, depth + 1);
  };
  show(nodes[0]?.id ?? 0, 1);
}
