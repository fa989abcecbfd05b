import { expect, test } from "vitest";
import { call, create, created, event, get, history, ok, refused, set, view, watch } from "./builders.ts";
import { checkHistory } from "./check.ts";
import type { Call } from "./history.ts";
import { printFindings } from "./print.ts";

test("a long history with a stale read is printed as the contradicting calls", () => {
  const before: readonly Call[] = [
    call(1, 2, create("0"), created(view(1, "0"))),
    ...Array.from({ length: 30 }, (_, index) =>
      call(3 + 2 * index, 4 + 2 * index, set(`v${index}`), ok(view(2 + index, `v${index}`)), 1),
    ),
    call(70, 71, create("1"), refused(409), 2),
  ];
  const wrong = [
    call(80, 85, set("x"), ok(view(32, "x")), 3),
    call(81, 82, get, ok(view(31, "v29")), 4),
    call(86, 87, get, ok(view(31, "v29")), 5),
    call(88, 89, set("y"), ok(view(33, "y")), 6),
  ];
  const whole = history([...before, ...wrong]);

  expect(printFindings(whole, checkHistory(whole))).toBe(`\
ConfigMap "a" is not linearizable. No order of these calls explains the responses:
before: @32 u1 {k:x} owners {m/Update:[k]}
  client  from  to  operation  response
  5       86    87  get        200 @31 u1 {k:v29} owners {m/Update:[k]}`);
});

test("a watch is printed with its events", () => {
  const whole = history(
    [call(1, 2, create("1"), created(view(1, "1"))), call(3, 4, set("2"), ok(view(2, "2")))],
    [watch([event("ADDED", view(1, "1")), event("ADDED", view(1, "1")), event("MODIFIED", view(2, "2"))])],
  );

  expect(printFindings(whole, checkHistory(whole))).toBe(`\
ConfigMap "a", watch of client -1 from revision 0: duplicate event: ADDED 1 was delivered again
  event     object  state
  ADDED     a       @1 u1 {k:1} owners {m/Update:[k]}
  ADDED     a       @1 u1 {k:1} owners {m/Update:[k]}
  MODIFIED  a       @2 u1 {k:2} owners {m/Update:[k]}`);
});
