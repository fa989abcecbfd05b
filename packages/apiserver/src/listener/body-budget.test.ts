import { expect, test } from "vitest";
import { BodyBudget, bodyLimits } from "./body-budget.ts";
import type { BodyLimits, Reservation } from "./body-budget.ts";

const limits = { perConnection: 30, perUser: 40, total: 60, kept: 0, smallShare: 0 };
const [first, second] = [{ name: "first connection" }, { name: "second connection" }];

/** A budget, and the names of the reservations that have been granted, in order. */
function createBudget(more: Partial<BodyLimits> = {}): {
  readonly budget: BodyBudget;
  readonly granted: readonly string[];
  readonly reserve: (name: string, bytes: number, connection: object, user: string) => Reservation;
} {
  const budget = new BodyBudget({ ...limits, ...more });
  const granted: string[] = [];
  return {
    budget,
    granted,
    reserve: (name, bytes, connection, user) =>
      budget.reserve(bytes, { connection, user, isAdministrator: user === "admin" }, () => void granted.push(name)),
  };
}

test("bodies of one connection wait for each other, those of other users do not", () => {
  const { granted, reserve } = createBudget();

  const held = reserve("a", 20, first, "jane");
  reserve("b", 20, first, "jane");
  reserve("c", 20, second, "joe");
  expect(granted).toEqual(["a", "c"]);
  held[Symbol.dispose]();

  expect(granted).toEqual(["a", "c", "b"]);
});

test("bodies of one user on many connections wait for each other", () => {
  const { granted, reserve } = createBudget();

  reserve("a", 30, first, "jane");
  reserve("b", 30, second, "jane");
  reserve("c", 30, second, "joe");

  expect(granted).toEqual(["a", "c"]);
});

test("a large body that waits for the total is not overtaken", () => {
  const { budget, granted, reserve } = createBudget();
  const held = reserve("a", 30, first, "jane");
  reserve("b", 20, second, "joe");

  reserve("c", 30, {}, "ann");
  reserve("d", 5, {}, "tom");
  expect(granted).toEqual(["a", "b"]);
  held.shrinkTo(10);

  expect([granted, budget.reservedBytes]).toEqual([["a", "b", "c"], 60]);
});

test("a reservation that is given up while it waits leaves the queue", () => {
  const { budget, granted, reserve } = createBudget();
  const held = reserve("a", 30, first, "jane");
  const waiting = reserve("b", 10, first, "jane");

  waiting[Symbol.dispose]();
  waiting[Symbol.dispose]();
  held[Symbol.dispose]();
  held[Symbol.dispose]();

  expect([granted, budget.reservedBytes]).toEqual([["a"], 0]);
});

test("a body that becomes smaller while it waits still waits for its turn", () => {
  const { budget, granted, reserve } = createBudget();
  const held = reserve("a", 30, first, "jane");
  const waiting = reserve("b", 20, first, "jane");

  waiting.shrinkTo(0);
  held[Symbol.dispose]();

  expect([granted, budget.reservedBytes]).toEqual([["a"], 0]);
});

test("a body that waits for its own user does not block others", () => {
  const { granted, reserve } = createBudget();

  reserve("a", 30, first, "jane");
  reserve("b", 20, second, "joe");
  reserve("c", 20, {}, "jane");
  reserve("d", 10, {}, "ann");

  expect(granted).toEqual(["a", "b", "d"]);
});

test("users with large bodies leave room for users with little and for administrators", () => {
  const { budget, granted, reserve } = createBudget({ kept: 20, smallShare: 5 });

  reserve("a", 20, first, "jane");
  reserve("b", 20, second, "joe");
  reserve("large", 20, {}, "ann");
  reserve("small", 5, {}, "tom");
  reserve("more", 5, {}, "tom");
  reserve("administrator", 30, {}, "admin");

  expect([granted, budget.reservedBytes]).toEqual([["a", "b", "small", "administrator"], 75]);
});

test("once the total is full, users with little wait in their order", () => {
  const { granted, reserve } = createBudget({ kept: 20, smallShare: 15 });
  reserve("a", 20, first, "jane");
  reserve("b", 20, second, "joe");

  const held = reserve("c", 10, {}, "ann");
  reserve("d", 15, {}, "tom");
  reserve("e", 5, {}, "tim");
  expect(granted).toEqual(["a", "b", "c"]);
  held[Symbol.dispose]();

  expect(granted).toEqual(["a", "b", "c", "d", "e"]);
});

test("bodies of 3 MiB: 10 of a connection, 21 of a user and 32 of several users are read at a time by default", () => {
  const budget = new BodyBudget(bodyLimits);
  const grantedOf = (owners: readonly (readonly [connection: object, user: string])[]): number => {
    let granted = 0;
    const reservations = owners.map(([connection, user]) =>
      budget.reserve(3 * 1024 * 1024, { connection, user, isAdministrator: false }, () => void granted++),
    );
    for (const reservation of reservations.toReversed()) reservation[Symbol.dispose]();
    return granted;
  };

  expect([
    grantedOf(Array.from({ length: 30 }, () => [first, "jane"])),
    grantedOf(Array.from({ length: 30 }, () => [{}, "jane"])),
    grantedOf(Array.from({ length: 60 }, (_, index) => [{}, index % 2 === 0 ? "jane" : "joe"])),
  ]).toEqual([10, 21, 32]);
});
