import assert from "node:assert/strict";
import { test } from "vitest";
import { counterFamily, histogramFamily } from "./families.ts";

test("a counter prints its series in order, with escaped label values", () => {
  const family = counterFamily({ name: "requests_total", help: "Requests.", labels: ["path", "code"] });
  family.with("/b", "200").value += 2;
  family.with('/a"\\\n', "404").value++;

  assert.deepEqual(
    [...family.lines()],
    [
      "# HELP requests_total Requests.",
      "# TYPE requests_total counter",
      String.raw`requests_total{path="/a\"\\\n",code="404"} 1`,
      'requests_total{path="/b",code="200"} 2',
    ],
  );
});

test("a histogram counts an observation in the first bucket that holds it and in all after it", () => {
  const family = histogramFamily({ name: "seconds", help: "Durations.", labels: [] }, [0.1, 1]);
  for (const seconds of [0.1, 0.5, 2]) family.with().observe(seconds);

  assert.deepEqual([...family.lines()].slice(2), [
    'seconds_bucket{le="0.1"} 1',
    'seconds_bucket{le="1"} 2',
    'seconds_bucket{le="+Inf"} 3',
    "seconds_sum 2.6",
    "seconds_count 3",
  ]);
});

test("a family without series prints nothing", () => {
  assert.deepEqual([...counterFamily({ name: "a", help: "b", labels: ["c"] }).lines()], []);
});
