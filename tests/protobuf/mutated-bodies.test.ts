import { expect, test } from "vitest";
import { sendMutated } from "./mutated-bodies.ts";

test("2,000 bodies in protobuf with something wrong in them are all answered, and none as the server's mistake", async () => {
  expect(await sendMutated(2000, "unit")).toEqual([]);
});
