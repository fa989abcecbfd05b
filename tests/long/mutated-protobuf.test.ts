// A million mutated protobuf bodies. REQUESTS sets their number, SEED the mutations.
import { expect, test } from "vitest";
import { sendMutated } from "../protobuf/mutated-bodies.ts";
import { longRun } from "./long-run.ts";

const { requests, seed } = longRun();

test(`${requests} mutated protobuf bodies of seed ${seed} all get a response`, async () => {
  expect(await sendMutated(requests, seed)).toEqual([]);
});
