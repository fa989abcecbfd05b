/** Validation of PriorityLevelConfigurations. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { causesOf } from "./causes.ts";

const path = "/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations";

let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServerUnderTest();
});

afterAll(() => server[Symbol.asyncDispose]());

const limited = (limitResponse: object, rest: object = {}): object => ({
  type: "Limited",
  limited: { limitResponse, ...rest },
});
const queuing = "spec.limited.limitResponse.queuing";

test.for<readonly [object, readonly string[]]>([
  [{}, ["spec.type: Required value"]],
  [{ type: "X" }, ['spec.type: Unsupported value: "X": supported values: "Exempt", "Limited"']],
  [
    { type: "Exempt", limited: {}, exempt: { nominalConcurrencyShares: -1, lendablePercent: 101 } },
    [
      "spec.type: Invalid value: \"Exempt\": must be 'Exempt' if and only if `name` is 'exempt'",
      "spec.limited: Forbidden: must be nil if the type is not Limited",
      "spec.exempt.nominalConcurrencyShares: Invalid value: -1: must be a non-negative integer",
      "spec.exempt.lendablePercent: Invalid value: 101: must be between 0 and 100, inclusive",
    ],
  ],
  [{ type: "Limited" }, ["spec.limited: Required value: must not be empty when type is Limited"]],
  [
    { exempt: {}, ...limited({}) },
    ["spec.exempt: Forbidden: must be nil if the type is Limited", "spec.limited.limitResponse.type: Required value"],
  ],
  [
    limited({ type: "Y" }, { nominalConcurrencyShares: -1, lendablePercent: -1, borrowingLimitPercent: -1 }),
    [
      "spec.limited.nominalConcurrencyShares: Invalid value: -1: must be a non-negative integer",
      'spec.limited.limitResponse.type: Unsupported value: "Y": supported values: "Queue", "Reject"',
      "spec.limited.lendablePercent: Invalid value: -1: must be between 0 and 100, inclusive",
      "spec.limited.borrowingLimitPercent: Invalid value: -1: if specified, must be a non-negative integer",
    ],
  ],
  [
    limited({ type: "Reject", queuing: {} }),
    [`${queuing}: Forbidden: must be nil if limited.limitResponse.type is not Limited`],
  ],
  [
    limited({ type: "Queue" }),
    [`${queuing}: Required value: must not be empty if limited.limitResponse.type is Limited`],
  ],
  [
    limited({ type: "Queue", queuing: { queues: -1, handSize: -1, queueLengthLimit: -1 } }),
    [
      `${queuing}.queueLengthLimit: Invalid value: -1: must be positive`,
      `${queuing}.queues: Invalid value: -1: must be positive`,
      `${queuing}.handSize: Invalid value: -1: must be positive`,
    ],
  ],
  [
    limited({ type: "Queue", queuing: { queues: 10_000_001, handSize: 20_000_001 } }),
    [
      `${queuing}.queues: Invalid value: 10000001: must not be greater than 10000000`,
      `${queuing}.handSize: Invalid value: 20000001: should not be greater than queues (10000001)`,
    ],
  ],
  [
    limited({ type: "Queue", queuing: { queues: 128, handSize: 10 } }),
    [
      `${queuing}.handSize: Invalid value: 10: required entropy bits of deckSize 128 and handSize 10 should not be greater than 60`,
    ],
  ],
])("a priority level of %j is refused", async ([spec, causes]) => {
  const body = { metadata: { name: "refused" }, spec };

  const response = await sendRequest(server.transport, { method: "POST", path, body });

  expect(response.status).toBe(422);
  expect(causesOf(response)).toEqual(causes);
});
