import { createVirtualClock } from "@kubewright/async";
import { expect, test } from "vitest";
import { createLogger } from "./logger.ts";
import { troubleshootingTopicOf } from "./troubleshooting.ts";

test.for([
  ["Waiting for the kind to be installed", "kind-not-installed"],
  ['Cannot finish reconcile of "default/pi": it took more than 500 ms', "reconcile-timeout"],
  [
    'Cannot list pods: Forbidden: pods is forbidden: User "me" cannot list resource "pods" in API group ""',
    "forbidden",
  ],
  ["Hello", undefined],
  ["", undefined],
] as const)("the topic of %o is %o", ([message, topic]) => {
  expect(troubleshootingTopicOf(message)).toBe(topic);
});

test("the topic of a message with causes is that of the last cause", () => {
  const message = 'Cannot start controller "pods": not synced after 10 ms: Pod: User "me" cannot list resource "pods"';

  expect(troubleshootingTopicOf(message)).toBe("forbidden");
});

test("a message of 1 MB with many beginnings is searched in linear time", () => {
  const message = `${"User ".repeat(200_000)}cannot get pods`;

  expect(troubleshootingTopicOf(message)).toBe("forbidden");
});

test("warnings and errors with a topic name the command that prints it, and other lines have no such field", () => {
  const lines: string[] = [];
  const log = createLogger({ clock: createVirtualClock(), write: (line) => lines.push(line), level: "debug" });
  const conflict = new Error(
    "the object has been modified; please apply your changes to the latest version and try again",
  );

  log.error("Reconcile failed, retrying", { error: new Error("Cannot write", { cause: conflict }) });
  log.warn("Waiting for the kind to be installed");
  log.info("Waiting for the kind to be installed");
  log.error("Reconcile failed, retrying", { error: new Error("other") });

  expect(lines.map((line) => (JSON.parse(line) as { help?: string }).help)).toEqual([
    "npx kubewright troubleshoot conflict",
    "npx kubewright troubleshoot kind-not-installed",
    undefined,
    undefined,
  ]);
});
