// Match conditions of webhooks whose expressions fail or exceed a cost limit.
import { expect, test } from "vitest";
import { conditions, createConfigMap } from "./match-conditions.ts";
import { useWebhooks } from "./webhook-suite.ts";

const suite = useWebhooks();

const failing = "object.data.missing == 'a'";
const noSuchKey = (expression: string): string => `expression '${expression}' resulted in error: no such key: data`;

test.for<readonly [what: string, expressions: readonly string[], message: string]>([
  ["an error", [failing], noSuchKey(failing)],
  ["an error and true conditions", ["true", failing, "true"], noSuchKey(failing)],
  ["two equal errors", [failing, failing], noSuchKey(failing)],
  ["two errors", [failing, `!(${failing})`], `[${noSuchKey(failing)}, ${noSuchKey(`!(${failing})`)}]`],
])("conditions with %s reject the request before any webhook is called", async ([, expressions, message]) => {
  const { host } = suite;
  await using _ = await host.configure("validating", [
    host.webhook("before"),
    host.webhook("w", conditions(...expressions)),
  ]);

  const { status, body } = await createConfigMap(suite, "a");

  expect([status, body.message]).toEqual([403, `configmaps "a" is forbidden: ${message}`]);
  expect(host.order).toEqual([]);
});

test.for<readonly [what: string, expressions: readonly string[], failurePolicy: string, called: readonly string[]]>([
  ["an error and a false condition", [failing, "false"], "Fail", ["/before"]],
  ["an error", [failing], "Ignore", ["/before"]],
  ["errors that other operands absorb", [`${failing} || true`, `!(${failing} && false)`], "Fail", ["/before", "/w"]],
])("conditions with %s admit the request: %j, failurePolicy %s", async ([, expressions, failurePolicy, called]) => {
  const { host } = suite;
  const webhook = host.webhook("w", { ...conditions(...expressions), failurePolicy });
  await using _ = await host.configure("validating", [host.webhook("before"), webhook]);

  const { status } = await createConfigMap(suite, "a");

  expect(status).toBe(201);
  expect(host.order.toSorted()).toEqual(called);
});

test("an error in a condition of a mutating webhook ends the request after the calls of the previous webhooks", async () => {
  const { host } = suite;
  await using _ = await host.configure("mutating", [
    host.webhook("first"),
    host.webhook("second", conditions(failing)),
    host.webhook("third"),
  ]);

  const { status } = await createConfigMap(suite, "a");

  expect(status).toBe(403);
  expect(host.order).toEqual(["/first"]);
});

const digits = "[0,1,2,3,4,5,6,7,8,9]";
const loops = (depth: number): string => (depth === 0 ? "true" : `${digits}.all(x${depth}, ${loops(depth - 1)})`);

test.for<readonly [what: string, expressions: readonly string[], message: string]>([
  [
    "an expression",
    [loops(6)],
    `expression '${loops(6)}' resulted in error: operation cancelled: actual cost limit exceeded`,
  ],
  [
    "the conditions of a webhook",
    Array.from({ length: 12 }, () => loops(5)),
    "validation failed due to running out of cost budget, no further validation rules will be run",
  ],
])("a request is rejected if the cost of %s exceeds the limit", async ([, expressions, message]) => {
  const { host } = suite;
  await using _ = await host.configure("validating", [host.webhook("w", conditions(...expressions))]);

  const { status, body } = await createConfigMap(suite, "a");

  expect([status, body.message]).toEqual([403, `configmaps "a" is forbidden: ${message}`]);
  expect(host.order).toEqual([]);
});
