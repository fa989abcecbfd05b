import { expect, test } from "vitest";
import { ProgramError } from "../errors.ts";
import type { FlagTable } from "./flags.ts";
import { formatFlags, parseFlags } from "./flags.ts";

const table = {
  "cert-path": { type: "string", argument: "FOLDER", help: "where it is" },
  name: { type: "string", default: "a", help: "what it is called" },
  secure: { type: "boolean", default: true, help: "be careful" },
  "leader-elect": { type: "boolean", help: "elect" },
} as const satisfies FlagTable;

test.each([
  [[], { certPath: undefined, name: "a", secure: true, leaderElect: false }],
  [["--name=b", "--cert-path", "/c"], { certPath: "/c", name: "b", secure: true, leaderElect: false }],
  [["--leader-elect", "--secure=false"], { certPath: undefined, name: "a", secure: false, leaderElect: true }],
  [["--leader-elect=True", "--secure=0"], { certPath: undefined, name: "a", secure: false, leaderElect: true }],
  [["--name=--secure=false"], { certPath: undefined, name: "--secure=false", secure: true, leaderElect: false }],
  [["--name="], { certPath: undefined, name: "", secure: true, leaderElect: false }],
])("parseFlags(%j) is %j", (args, values) => {
  expect(parseFlags(args, table)).toEqual(values);
});

test.each([
  [["--nope"], "Unknown option '--nope'"],
  [["--toString"], "Unknown option '--toString'"],
  [["--secure=maybe"], 'Cannot read --secure: it is "maybe", must be "true" or "false"'],
  [["--name"], "Option '--name <value>' argument missing"],
  [["word"], "Unexpected argument 'word'"],
])("parseFlags(%j) is rejected with one line for the user", (args, message) => {
  expect(() => parseFlags(args, table)).toThrow(ProgramError);
  expect(() => parseFlags(args, table)).toThrow(message);
});

test("formatFlags() shows each flag with its placeholder and its default", () => {
  expect(formatFlags(table)).toBe(
    [
      "  --cert-path FOLDER                    where it is",
      '  --name TEXT                           what it is called (default "a")',
      "  --secure                              be careful (default true)",
      "  --leader-elect                        elect",
      "",
    ].join("\n"),
  );
});
