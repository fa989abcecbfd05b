import { createSeededRandom } from "@kubewright/async";
import type { Random } from "@kubewright/async";
import { TransportError } from "@kubewright/transport";
import { expect, test } from "vitest";
import { retryDelayMs } from "./retry-policy.ts";
import type { RepeatableRequest, RequestFailure, RetryPolicy } from "./retry-policy.ts";

const get: RepeatableRequest = { method: "GET", verb: "get", isIdempotent: true };
const watch: RepeatableRequest = { method: "GET", verb: "watch", isIdempotent: true };
const update: RepeatableRequest = { method: "PUT", verb: "update", isIdempotent: true };
const create: RepeatableRequest = { method: "POST", verb: "create", isIdempotent: false };

/** Returns always this number instead of random ones. */
const always = (next: number): Random => ({ ...createSeededRandom(1), next: () => next });
const status = (code: number, retryAfterSeconds?: number): RequestFailure => ({
  kind: "status",
  status: code,
  retryAfterSeconds,
});
const overloaded = (retryAfterSeconds: number): RequestFailure => ({
  kind: "status",
  status: 429,
  retryAfterSeconds,
  isOverloaded: true,
});
const failure = (kind: "reset" | "closed"): RequestFailure => ({
  kind: "error",
  error: new TransportError({ kind, action: "GET", address: "a:1", found: "", mayHaveBeenProcessed: true }),
});

const everything: RetryPolicy = {
  statuses: [429, 500, 503, 504],
  readStatuses: [500, 504],
  readFailures: true,
  retriesMax: 100,
};

const cases: readonly [string, RetryPolicy, RepeatableRequest, RequestFailure, number | undefined][] = [
  ["a read on 429 with Retry-After", {}, get, status(429, 3), 3_000],
  ["an update on 503 with Retry-After", {}, update, status(503, 1), 1_000],
  ["Retry-After with another status", {}, get, status(500, 1), undefined],
  ["a read on 503 without Retry-After", {}, get, status(503), undefined],
  ["a read without a response", {}, get, failure("reset"), undefined],
  ["a watch, which its reader starts again", {}, watch, status(429, 1), undefined],
  ["a watch with its own number of retries", {}, { ...watch, retriesMax: 1 }, status(429, 1), 1_000],
  ["a call with 0 retries", {}, { ...get, retriesMax: 0 }, status(429, 1), undefined],
  ["a create that flow control has rejected", {}, create, overloaded(3), 3_000],
  ["a create on 429 of a handler, with every retry allowed", everything, create, status(429, 1), undefined],
  [
    "a create on 429 without Retry-After, with every retry allowed",
    everything,
    create,
    status(429, undefined),
    undefined,
  ],
  ["a create on 503 with Retry-After, with every retry allowed", everything, create, status(503, 1), undefined],
  ["a create without a response", everything, { ...create, retriesMax: 9 }, failure("reset"), undefined],
  ["a read on a status of readStatuses, after the backoff", everything, get, status(504), 500],
  ["an update on a status of readStatuses", everything, update, status(504), undefined],
  ["a read without a response, if the policy has readFailures", everything, get, failure("reset"), 500],
  ["an update without a response, which may have been executed", everything, update, failure("reset"), undefined],
  ["a read on a transport that is closed", everything, get, failure("closed"), undefined],
  ["an error of the program", everything, get, { kind: "error", error: new TypeError("x") }, undefined],
  ["a verb that the policy names", { verbs: ["get"] }, get, status(429, 1), 1_000],
  ["a verb that the policy does not name", { verbs: ["get"] }, update, status(429, 1), undefined],
];

test.each(cases)("%s", (_title, policy, request, failed, delayMs) => {
  expect(retryDelayMs(policy, request, failed, { attempt: 1, random: always(0) })).toBe(delayMs);
});

test("a pause is never shorter than Retry-After, and at most a fifth longer", () => {
  const at = (next: number) => retryDelayMs({}, get, status(429, 10), { attempt: 1, random: always(next) });

  expect([at(0), at(0.5), at(1)]).toEqual([10_000, 11_000, 12_000]);
});

test("the backoff doubles up to its maximum, with half of it random, and ends after retriesMax attempts", () => {
  const policy: RetryPolicy = { ...everything, retriesMax: 7 };
  const at = (attempt: number, next: number) =>
    retryDelayMs(policy, get, status(504), { attempt, random: always(next) });

  expect([1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => at(attempt, 0))).toEqual([
    500,
    1_000,
    2_000,
    4_000,
    8_000,
    10_000,
    10_000,
    undefined,
  ]);
  expect([at(1, 0.5), at(7, 0.75)]).toEqual([375, 6_250]);
});
