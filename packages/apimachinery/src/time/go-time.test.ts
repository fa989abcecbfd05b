import { expect, test } from "vitest";
import { parseGoTime } from "./go-time.ts";

test.for([
  ["2026-11-20T21:26:30Z", 1_795_209_990, 0, 0],
  ["2026-11-20T21:26:30.1234567891Z", 1_795_209_990, 123_456_789, 0],
  ["2026-11-20T21:26:30,5Z", 1_795_209_990, 500_000_000, 0],
  ["2026-11-20T9:26:30-00:00", 1_795_166_790, 0, 0],
  ["2026-11-20T23:26:30+02:00", 1_795_209_990, 0, 120],
  ["2026-11-19T20:26:30-24:60", 1_795_209_990, 0, -1500],
  ["2024-02-29T00:00:00Z", 1_709_164_800, 0, 0],
  ["0000-01-01T00:00:00Z", -62_167_219_200, 0, 0],
] as const)("parseGoTime() reads %s", ([text, seconds, nanos, offsetMinutes]) => {
  expect(parseGoTime(text)).toEqual({ seconds, nanos, offsetMinutes });
});

test("parseGoTime() requires six digits of a second for microseconds", () => {
  expect(parseGoTime("2026-11-20T21:26:30.000001Z", "microseconds")).toMatchObject({ nanos: 1000 });
  for (const [text, rest] of [
    ["2026-11-20T21:26:30Z", "Z"],
    ["2026-11-20T21:26:30.12345Z", ".12345Z"],
  ] as const) {
    expect(parseGoTime(text, "microseconds")).toBe(
      `parsing time "${text}" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "${rest}" as ".000000"`,
    );
  }
});

const layout = '"2006-01-02T15:04:05Z07:00"';

test.for([
  ["", `parsing time "" as ${layout}: cannot parse "" as "2006"`],
  ["2026-1-20", `parsing time "2026-1-20" as ${layout}: cannot parse "1-20" as "01"`],
  ["2026-11-20 21", `parsing time "2026-11-20 21" as ${layout}: cannot parse " 21" as "T"`],
  ["2026-11-20T21:26:30", `parsing time "2026-11-20T21:26:30" as ${layout}: cannot parse "" as "Z07:00"`],
  ["2026-11-20T21:26:30.Z", `parsing time "2026-11-20T21:26:30.Z" as ${layout}: cannot parse ".Z" as "Z07:00"`],
  ["2026-13-01T00:00:00Z", 'parsing time "2026-13-01T00:00:00Z": month out of range'],
  ["2026-02-29T00:00:00Z", 'parsing time "2026-02-29T00:00:00Z": day out of range'],
  ["2026-02-00T00:00:00Z", 'parsing time "2026-02-00T00:00:00Z": day out of range'],
  ["2026-11-20T24:00:00Z", 'parsing time "2026-11-20T24:00:00Z": hour out of range'],
  ["2026-11-20T21:60:00Z", 'parsing time "2026-11-20T21:60:00Z": minute out of range'],
  ["2026-11-20T21:26:60Z", 'parsing time "2026-11-20T21:26:60Z": second out of range'],
  ["2026-11-20T21:26:30+25:00", 'parsing time "2026-11-20T21:26:30+25:00": time zone offset hour out of range'],
  ["2026-11-20T21:26:30+00:61", 'parsing time "2026-11-20T21:26:30+00:61": time zone offset minute out of range'],
  ["2026-11-20T21:26:30Zé", String.raw`parsing time "2026-11-20T21:26:30Z\xc3\xa9": extra text: "\xc3\xa9"`],
] as const)("parseGoTime() rejects %j as time.Parse does", ([text, problem]) => {
  expect(parseGoTime(text)).toBe(problem);
});
