// Bodies in protobuf with something wrong in them, a million of them. REQUESTS says how many, SEED which.
import { expect, test } from "vitest";
import { sendMutated } from "../protobuf/mutated-bodies.ts";
import { longRun } from "./long-run.ts";

const { requests, seed } = longRun();

test(`${requests} bodies in protobuf with something wrong in them, of seed ${seed}, are all answered`, async () => {
  expect(await sendMutated(requests, seed)).toEqual([]);
});
