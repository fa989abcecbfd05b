// Mutated requests all get a response. tests/long sends a million.
import { expect, test } from "vitest";
import { fuzz } from "./fuzz.ts";

test("3,000 mutated requests get responses without internal errors, and prototypes stay unchanged", async () => {
  const result = await fuzz({ seed: "unit", requests: 3000 });

  expect(result.failures).toEqual([]);
  expect([...result.statuses.keys()].every((status) => status >= 200 && status < 600)).toBe(true);
  expect(Reflect.ownKeys(Object.prototype).filter((key) => key === "polluted")).toEqual([]);
  expect(result.slowestMs).toBeLessThan(2000);
});
