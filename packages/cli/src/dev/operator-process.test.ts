// Small programs as child processes: their output, and how they are stopped.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createSystemClock, createVirtualClock } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import { expect, test } from "vitest";

import { startOperator } from "./operator-process.ts";

const waits = "const timer = setInterval(() => {}, 1e6);";

test("the lines of an operator are forwarded, and disposing stops it gracefully", async () => {
  await using fixture = await startFixture(
    `${waits} process.once("SIGTERM", () => { console.log("ends in order"); clearInterval(timer); }); console.error(process.argv[2], process.env.WHO);`,
  );
  const operator = fixture.start(["--flag"]);
  await fixture.untilLines(1);

  await operator[Symbol.asyncDispose]();
  await operator[Symbol.asyncDispose]();

  expect(fixture.lines).toEqual(["--flag me", "ends in order"]);
  expect(fixture.ends).toEqual([]);
  expect(operator.hasEnded()).toBe(true);
});

test("an operator that still runs 5 s after the graceful shutdown timeout is killed", async () => {
  const clock = createVirtualClock();
  await using fixture = await startFixture(
    `${waits} process.on("SIGTERM", () => console.log("not yet")); console.log("up");`,
    clock,
  );
  const operator = fixture.start([]);
  await fixture.untilLines(1);

  const ending = operator[Symbol.asyncDispose]();
  await fixture.untilLines(2);
  await clock.advance(34_999);
  const survived = !operator.hasEnded();
  await clock.advance(1);
  await ending;

  expect(survived).toBe(true);
  expect(fixture.lines).toEqual(["up", "not yet"]);
  expect(operator.hasEnded()).toBe(true);
});

test.each([
  ['throw new Error("no cluster")', "ended with code 1"],
  ["process.exit(0)", "ended with code 0"],
  ['process.kill(process.pid, "SIGKILL")', "was killed by SIGKILL"],
])("the end of the operator %o is reported: it %s", async (program, how) => {
  await using fixture = await startFixture(program);

  await using operator = fixture.start([]);
  await fixture.untilEnded();

  expect(fixture.ends).toEqual([how]);
  expect(operator.hasEnded()).toBe(true);
});

async function startFixture(program: string, clock: Clock = createSystemClock()) {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-operator-"));
  await writeFile(path.join(folder, "main.mjs"), program);
  const lines: string[] = [];
  const ends: string[] = [];
  const ended = Promise.withResolvers<void>();
  let wake = Promise.withResolvers<void>();
  return {
    lines,
    ends,
    start: (args: readonly string[]) =>
      startOperator({
        main: path.join(folder, "main.mjs"),
        args,
        nodeFlags: [],
        cwd: folder,
        env: { WHO: "me" },
        clock,
        onLine(line) {
          lines.push(line);
          wake.resolve();
          wake = Promise.withResolvers();
        },
        onEnd(how) {
          ends.push(how);
          ended.resolve();
        },
      }),
    async untilLines(count: number) {
      while (lines.length < count) await wake.promise;
    },
    untilEnded: () => ended.promise,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}
