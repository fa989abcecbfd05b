import { expect, test } from "vitest";
import { CommandError } from "../io.ts";
import { troubleshoot } from "./troubleshoot-command.ts";
import { troubleshootingTopics } from "./zz_generated.troubleshooting-topics.ts";

function printed(text: string): string {
  let output = "";
  troubleshoot(text, { out: (part) => void (output += part) });
  return output;
}

test.for([
  "kind-not-installed",
  "waiting for the KIND to be",
  '12:00:00.000 WARN Waiting for the kind to be installed kind="Order"',
])("%o is explained: cause, and what to do", (text) => {
  expect(printed(text)).toMatch(
    /^Waiting for the kind to be installed\n\nCause: A controller watches .*\n\nWhat to do: Install the CRD\./u,
  );
});

test("a text that several messages contain lists their topics, and no text lists all", () => {
  expect(printed("it has no namespace").match(/^ {2}\S+/gmu)).toEqual([
    "  key-without-namespace",
    "  object-without-namespace",
  ]);
  expect(printed("").match(/^ {2}\S+/gmu)).toHaveLength(troubleshootingTopics.length);
});

test("a text without a topic is rejected", () => {
  expect(() => printed("no such message")).toThrow(CommandError);
  expect(() => printed("no such message")).toThrow(
    'Cannot explain "no such message": expected a topic, or a part of its message',
  );
});
