// Lines as they leave the logger.
import { createVirtualClock } from "@kubewright/async";
import { expect, test } from "vitest";
import { createLogger } from "./logger.ts";
import type { Logger, LoggerOptions } from "./logger.ts";

test("a JSON line has time, level, message and fields", () => {
  const { log, lines } = capture();

  log.info("Reconciled", { object: "default/pi", took: 12 });

  expect(lines).toEqual([
    '{"level":"info","time":"1970-01-01T00:00:00.000Z","object":"default/pi","took":12,"message":"Reconciled"}\n',
  ]);
});

test("a text line is for people: clock, level, message, then name=value", () => {
  const { log, lines } = capture({ format: "text" });

  log.warn("Waiting for the kind", { kind: "MyJob.myjob.github.com", note: "two words" });

  expect(lines).toEqual(['00:00:00.000 WARN  Waiting for the kind kind=MyJob.myjob.github.com note="two words"\n']);
});

test("a line below the level is dropped", () => {
  const { log, lines } = capture({ level: "warn" });

  log.info("not this");
  log.error("but this");

  expect(lines).toHaveLength(1);
});

test("a child's lines carry its fields, and those of its parent", () => {
  const { log, lines } = capture({ format: "text" });

  log.child({ controller: "myjob" }).child({ object: "default/pi" }).info("Hello");

  expect(lines).toEqual(["00:00:00.000 INFO  Hello controller=myjob object=default/pi\n"]);
});

test("an API object is named and never printed, so that no Secret gets into a log", () => {
  const { log, lines } = capture();
  const secret = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { namespace: "default", name: "s" },
    data: { password: "Y2FuYXJ5" },
  };

  log.info("Found", { secret, nested: { of: [secret] } });

  expect(lines.join("")).toContain('"secret":"Secret default/s"');
  expect(lines.join("")).not.toContain("Y2FuYXJ5");
});

test.each([
  { title: "a bearer token", text: "authorization: Bearer abcdef0123456789abcdef" },
  { title: "a JSON Web Token", text: "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhYmNkZWYifQ.c2lnbmF0dXJl" },
  { title: "a private key", text: "-----BEGIN EC PRIVATE KEY-----\nabcdef0123456789\n-----END EC PRIVATE KEY-----" },
])("a line that would show $title is blanked, in a field, a message or an error", ({ text }) => {
  const { log, lines } = capture();

  log.info("field", { text });
  log.info(text);
  log.error("error", { error: new Error(`refused: ${text}`) });

  expect(lines).toHaveLength(3);
  for (const line of lines) {
    expect(line).toContain("[redacted]");
    expect(line).not.toMatch(/abcdef0123456789|c2lnbmF0dXJl/);
  }
});

test("an error is shown with its stack and its causes, one line each in text", () => {
  const { log, lines } = capture({ format: "text" });
  const error = new Error("outer", { cause: new TypeError("inner") });
  error.stack = "Error: outer\n    at here";

  log.error("Failed", { error });

  expect(lines[0]).toBe("00:00:00.000 ERROR Failed\n    Error: outer\n    at here\n    caused by TypeError: inner\n");
});

test("control characters cannot forge a line or move the terminal's cursor", () => {
  const { log, lines } = capture({ format: "text" });

  log.info("Name", { name: "a\n00:00:00.000 ERROR forged\u001b[2J" });

  expect(lines.join("").split("\n")).toHaveLength(2);
  expect(lines.join("")).not.toContain("\u001b");
});

test("what cannot be encoded does not stop the program: cycles, bigints, functions", () => {
  const { log, lines } = capture();
  const cycle: Record<string, unknown> = { big: 2n ** 60n };
  cycle["self"] = cycle;

  log.info("Odd", { cycle, call: function called() {} });

  expect(lines[0]).toContain('"big":"1152921504606846976"');
  expect(lines[0]).toContain('"call":"[function called]"');
});

function capture(options: Partial<LoggerOptions> = {}): { log: Logger; lines: string[] } {
  const lines: string[] = [];
  const clock = createVirtualClock({ startTime: 0 });
  return { lines, log: createLogger({ clock, write: (line) => lines.push(line), ...options }) };
}
