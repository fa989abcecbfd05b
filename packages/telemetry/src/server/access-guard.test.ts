import { createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import type { AccessReviewer, ReviewedUser } from "@kubewright/client";
import { expect, test } from "vitest";
import { createLogger } from "../log/logger.ts";
import type { AccessGuard, AccessDenial } from "./access-guard.ts";
import { createAccessGuard } from "./access-guard.ts";

const scraper: ReviewedUser = { username: "scraper", groups: ["system:authenticated"], extra: { a: ["b"] } };

test.each([
  [undefined, 401],
  ["", 401],
  ["Bearer", 401],
  ["Bearer ", 401],
  ["Basic good-token", 401],
  ["good-token", 401],
  ["Bearer good-token", undefined],
  ["bearer good-token", undefined],
  [" BEARER good-token ", undefined],
  ["Bearer bad-token", 401],
])("a request with the authorization %j is answered with %j", async (authorization, status) => {
  const { ask } = createFixture();

  expect((await ask(authorization))?.status).toBe(status);
});

test("refusals are those of controller-runtime's filter", async () => {
  const { ask, answers } = createFixture();

  expect(await ask(undefined)).toEqual({ status: 401, message: "Unauthorized" });
  answers.isAllowed = false;
  expect(await ask("Bearer good-token")).toEqual({ status: 403, message: "Authorization denied for user scraper" });
});

test("a failed review is 500, for authentication and for authorization, and is repeated", async () => {
  const { ask, answers } = createFixture();

  answers.failure = "authenticate";
  expect(await ask("Bearer good-token")).toEqual({ status: 500, message: "Authentication failed" });
  answers.failure = "authorize";
  expect(await ask("Bearer good-token")).toEqual({ status: 500, message: "Authorization for user scraper failed" });
  answers.failure = undefined;
  expect(await ask("Bearer good-token")).toBeUndefined();
});

test("an API server that does not answer is given up after ten seconds", async () => {
  const { ask, answers, clock } = createFixture();
  answers.failure = "silence";

  const asked = ask("Bearer good-token");
  await clock.advance(10_000);

  expect(await asked).toEqual({ status: 500, message: "Authentication failed" });
});

test("verdicts are kept: tokens for a minute, a yes for five, a no for half a minute", async () => {
  const { ask, answers, asked, clock } = createFixture();

  await Promise.all([ask("Bearer good-token"), ask("Bearer good-token"), ask("Bearer good-token")]);
  expect(asked).toEqual(["authenticate good-token", "authorize scraper get /metrics"]);
  await clock.advance(60_000);
  await ask("Bearer good-token");
  expect(asked).toEqual(["authenticate good-token", "authorize scraper get /metrics", "authenticate good-token"]);
  await clock.advance(240_000);
  answers.isAllowed = false;
  expect((await ask("Bearer good-token"))?.status).toBe(403);
  answers.isAllowed = true;
  await clock.advance(29_000);
  expect((await ask("Bearer good-token"))?.status).toBe(403);
  await clock.advance(1_000);
  expect(await ask("Bearer good-token")).toBeUndefined();
});

test("a token is stored as a digest, is passed to the reviewer only, and a thousand other tokens only cause another review", async () => {
  const { ask, asked, lines, answers } = createFixture();
  answers.failure = "authenticate";
  await ask("Bearer good-token");
  answers.failure = undefined;
  await ask("Bearer good-token");
  answers.isAllowed = false;

  for (let token = 0; token < 1_000; token += 1) await ask(`Bearer bad-token-${token}`);
  await ask("Bearer good-token");

  expect(asked.filter((question) => question === "authenticate good-token")).toHaveLength(3);
  expect(lines.length).toBeGreaterThan(1_000);
  expect(lines.filter((line) => line.includes("-token"))).toEqual([]);
});

interface Fixture {
  readonly ask: (authorization: string | undefined) => Promise<AccessDenial | undefined>;
  readonly asked: string[];
  readonly answers: { isAllowed: boolean; failure: "authenticate" | "authorize" | "silence" | undefined };
  readonly lines: string[];
  readonly clock: VirtualClock;
}

function createFixture(): Fixture {
  const clock = createVirtualClock();
  const asked: string[] = [];
  const lines: string[] = [];
  const answers: Fixture["answers"] = { isAllowed: true, failure: undefined };
  const reviewer: AccessReviewer = {
    async authenticate(token, { signal }) {
      asked.push(`authenticate ${token}`);
      if (answers.failure === "authenticate") throw new Error("the API server is away");
      if (answers.failure === "silence") await clock.sleep(1_000_000, { signal });
      return token === "good-token" ? scraper : undefined;
    },
    async authorize({ username }, { verb, path }) {
      asked.push(`authorize ${username} ${verb} ${path}`);
      if (answers.failure === "authorize") throw new Error("the API server is away");
      return answers.isAllowed;
    },
  };
  const log = createLogger({ clock, level: "debug", write: (line) => lines.push(line) });
  const guard: AccessGuard = createAccessGuard({ reviewer, clock, log });
  return {
    ask: (authorization) => guard({ verb: "get", path: "/metrics", authorization }),
    asked,
    answers,
    lines,
    clock,
  };
}
