// Requests with something wrong in them are answered, whatever it is. tests/long sends a million.
import { expect, test } from "vitest";
import { fuzz } from "./fuzz.ts";

test("3,000 mutated requests are answered without an error of the server itself, and prototypes stay as they are", async () => {
  const result = await fuzz({ seed: "unit", requests: 3000 });

  expect(result.failures).toEqual([]);
  expect([...result.statuses.keys()].every((status) => status >= 200 && status < 600)).toBe(true);
  expect(Reflect.ownKeys(Object.prototype).filter((key) => key === "polluted")).toEqual([]);
  expect(result.slowestMs).toBeLessThan(2000);
});
