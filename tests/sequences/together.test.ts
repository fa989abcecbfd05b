// Concurrent requests on the embedded server: the outcomes of each step are the same in every order.
import { startEnvironment } from "@kubewright/envtest";
import { expect, test } from "vitest";
import type { DifferentialStep } from "../differential/case.ts";
import { runCase } from "../differential/run-case.ts";
import { sequenceKinds } from "./kinds.ts";
import { requestsOf } from "./requests.ts";
import type { Race, Step } from "./sequence.ts";

const race = (what: Race, count: number): Step => ({
  do: "together",
  name: "a",
  what,
  count,
  fields: [],
  version: "none",
});

async function outcomes(steps: readonly Step[]): Promise<readonly unknown[]> {
  const kind = sequenceKinds.find((each) => each.kind === "ConfigMap");
  expect(kind).toBeDefined();
  if (kind === undefined) return [];
  await using env = await startEnvironment({ server: "embedded" });
  const requests: readonly DifferentialStep[] = requestsOf({ kind, steps, versions: [0] });
  const responses = await runCase(env, { name: "together", requests });
  return responses.filter((_, index) => index % 2 === 0).map(({ body }) => (body as { outcomes?: unknown }).outcomes);
}

test("one of several creates of a name succeeds, and so does every later patch, apply and update", async () => {
  expect(
    await outcomes([race("create", 3), race("patch", 4), race("annotate", 2), race("apply", 2), race("update", 2)]),
  ).toEqual([
    ["201", "409 AlreadyExists", "409 AlreadyExists"],
    ["200", "200", "200", "200"],
    ["200", "200"],
    ["200", "200"],
    ["200", "200"],
  ]);
});

test("one of several applies of an absent object creates it, and the others change it", async () => {
  expect(await outcomes([race("annotate", 3)])).toEqual([["200", "200", "201"]]);
});

test("a patch beside a delete succeeds or gets 404, and both count as one outcome", async () => {
  expect(await outcomes([race("create", 2), race("delete", 2)])).toEqual([
    ["201", "409 AlreadyExists"],
    ["200 or 404 NotFound", "200 or 404 NotFound", "200 or 404 NotFound"],
  ]);
});
