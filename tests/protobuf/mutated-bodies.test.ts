import { expect, test } from "vitest";
import { sendMutated } from "./mutated-bodies.ts";

test("2,000 mutated protobuf bodies all get a response, and none an internal error", async () => {
  expect(await sendMutated(2000, "unit")).toEqual([]);
});
