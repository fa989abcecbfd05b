import { expect, test } from "vitest";

import { createDevOutput } from "./dev-output.ts";

test("lines begin with their topic, and have no colours outside a terminal", () => {
  const { output, out, err } = capture(false);

  output.say("cluster", "ready");
  output.warn("generate", "a.ts:1:2: wrong\nb.ts:3:4: wrong too\n");

  expect(out()).toBe("cluster   ready\n");
  expect(err()).toBe("generate  a.ts:1:2: wrong\ngenerate  b.ts:3:4: wrong too\n");
});

test("a terminal gets colours", () => {
  const { output, out } = capture(true);

  output.say("crds", "installed");

  expect(out()).toBe("\u001B[36mcrds    \u001B[0m  installed\n");
});

test.each([
  ["plain text", "plain text"],
  [
    '{"level":"info","time":"2026-01-02T03:04:05.678Z","object":"default/pi","took":12,"message":"Reconciled"}',
    "03:04:05.678 INFO  Reconciled object=default/pi took=12",
  ],
  [
    '{"level":"error","time":"2026-01-02T03:04:05.678Z","error":{"type":"Error","stack":"Error: no\\n    at x"},"message":"Failed"}',
    "03:04:05.678 ERROR Failed error=\nError: no\n    at x",
  ],
  ['{"level":"info"', '{"level":"info"'],
  ['{"level":1}', '{"level":1}'],
  ["\u001B[31mred\u001B[0m", "\u001B[31mred\u001B[0m"],
  ["\u001B]0;title\u0007 and \u009Bmore", "\\u001b]0;title\\u0007 and \\u009bmore"],
])("the operator's line %o is shown as %o", (line, shown) => {
  const { output, out } = capture(false);

  output.operatorLine(line);

  expect(out()).toBe(`        | ${shown}\n`);
});

function capture(isTty: boolean) {
  const printed = { out: "", err: "" };
  const output = createDevOutput({
    cwd: "/",
    env: {},
    isTty,
    out: (text) => void (printed.out += text),
    err: (text) => void (printed.err += text),
  });
  return { output, out: () => printed.out, err: () => printed.err };
}
