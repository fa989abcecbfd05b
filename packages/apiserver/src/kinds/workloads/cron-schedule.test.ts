import assert from "node:assert/strict";
import { test } from "vitest";
import { scheduleProblem } from "./cron-schedule.ts";

test.for([
  ["*/5 0-12/2 1,15 jan-mar MON-fri", undefined],
  ["@daily", undefined],
  ["@every 1h30m", undefined],
  ["@every 5", 'failed to parse duration @every 5: time: missing unit in duration "5"'],
  ["@noon", "unrecognized descriptor: @noon"],
  ["* * * *", "expected exactly 5 fields, found 4: [* * * *]"],
  ["60 * * * *", "end of range (60) above maximum (59): 60"],
  ["* * 0 * *", "beginning of range (0) below minimum (1): 0"],
  ["5-1 * * * *", "beginning of range (5) beyond end of range (1): 5-1"],
  ["*/0 * * * *", "step of range should be a positive number: */0"],
  ["x * * * *", 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax'],
] as const)("the schedule %s is rejected with: %s", ([schedule, problem]) => {
  assert.equal(scheduleProblem(schedule), problem);
});
