// Bodies in protobuf with something wrong in them, many of them. Another seed gives others.
import { expect, test } from "vitest";
import { sendMutated } from "../protobuf/mutated-bodies.ts";

const seed = "long";
const count = 100_000;

test(`${count} bodies in protobuf with something wrong in them, from the seed ${seed}, are all answered`, async () => {
  expect(await sendMutated(count, seed)).toEqual([]);
});
