import { expect, test } from "vitest";
import { logOptions } from "./log-flags.ts";
import type { LogFlags } from "./log-flags.ts";

const none: LogFlags = { zapDevel: false, zapEncoder: undefined, zapLogLevel: undefined };

test.each<[title: string, flags: Partial<LogFlags>, isTerminal: boolean, options: object]>([
  ["JSON at level info in a container", {}, false, { level: "info", format: "json", colors: false }],
  ["text with colors on a terminal", {}, true, { level: "info", format: "text", colors: true }],
  [
    "text at level debug with --zap-devel",
    { zapDevel: true },
    false,
    { level: "debug", format: "text", colors: false },
  ],
  ["JSON on a terminal if requested", { zapEncoder: "json" }, true, { level: "info", format: "json", colors: false }],
  [
    "at the requested level, which has precedence over --zap-devel",
    { zapDevel: true, zapLogLevel: "error" },
    false,
    { level: "error", format: "text", colors: false },
  ],
  ["debug for a verbosity", { zapLogLevel: "5" }, false, { level: "debug", format: "json", colors: false }],
])("a program logs %s", (_, flags, isTerminal, options) => {
  expect(logOptions({ ...none, ...flags }, { isTerminal })).toEqual(options);
});

test.each([
  [{ zapLogLevel: "0" }, 'Cannot read --zap-log-level: it is "0", must be "debug", "info", "warn", "error"'],
  [{ zapLogLevel: "loud" }, 'it is "loud"'],
  [{ zapEncoder: "xml" }, 'Cannot read --zap-encoder: it is "xml", must be "json" or "console"'],
])("%j is rejected with the expected values", (flags, message) => {
  expect(() => logOptions({ ...none, ...flags }, { isTerminal: false })).toThrow(message);
});
