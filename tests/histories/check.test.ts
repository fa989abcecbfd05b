import { expect, test } from "vitest";
import { call, create, created, event, history, ok, remove, removed, set, view, watch } from "./builders.ts";
import { checkHistory } from "./check.ts";
import type { Finding } from "./check.ts";
import type { ListCall, View, Watch, WatchEvent } from "./history.ts";

const calls = [
  call(1, 2, create("1"), created(view(1, "1"))),
  call(3, 4, set("2"), ok(view(2, "2"))),
  call(5, 6, set("3"), ok(view(3, "3"))),
  call(7, 8, remove, removed()),
];
const [added, second, third, gone] = [
  event("ADDED", view(1, "1")),
  event("MODIFIED", view(2, "2")),
  event("MODIFIED", view(3, "3")),
  event("DELETED", view(5, "3")),
] as const;
const complete = watch([added, second, third, gone]);

function problems(watches: readonly Watch[], lists: readonly ListCall[] = []): readonly string[] {
  return checkHistory(history(calls, watches, lists)).map((finding: Finding) =>
    finding.type === "not linearizable" ? finding.type : finding.problem,
  );
}

function list(revision: number, items: Readonly<Record<string, View>>, exact?: number): ListCall {
  return { client: 1, invoked: 9, returned: 10, revision, items, ...(exact !== undefined && { exact }) };
}

test("a watch from the beginning and a later one with each version once are accepted", () => {
  expect(problems([complete, watch([third, gone], 2), watch([gone], 4), watch([], 5)])).toEqual([]);
});

test.for<readonly [problem: string, events: readonly WatchEvent[]]>([
  ["lost event: MODIFIED 2 was not delivered before MODIFIED 3", [added, third, gone]],
  ["lost event: DELETED after 3 was never delivered", [added, second, third]],
  ["duplicate event: MODIFIED 2 was delivered again", [added, second, second, third, gone]],
  ["reordered event: MODIFIED 3 was delivered before MODIFIED 2", [added, third, second, gone]],
  [
    "wrong event: MODIFIED 9 is not a version that the watch has to deliver, and MODIFIED 2 should have come",
    [added, event("MODIFIED", view(9, "2")), third, gone],
  ],
])("a watch is rejected: %s", ([problem, events]) => {
  expect(problems([watch(events)])).toEqual([problem]);
});

test("a later watch must not deliver objects that existed at its start", () => {
  expect(problems([complete, watch([second, third, gone], 2)])).toEqual([
    "wrong event: MODIFIED 2 is not a version that the watch has to deliver, and MODIFIED 3 should have come",
  ]);
});

test("events of different objects are in the order of their revisions", () => {
  const other = call(1, 2, create("1"), created(view(4, "1", { uid: "u2" })));
  const both = [...calls, { ...other, object: "b" }];
  const late = event("ADDED", view(4, "1", { uid: "u2" }), "b");

  const findings = checkHistory(history(both, [watch([added, second, third, gone, late])]));

  expect(findings).toMatchObject([
    { type: "watch", problem: 'reordered event: ADDED 4 of "b" was delivered after DELETED 5 of "a"' },
  ]);
});

test.for<readonly [problem: string | undefined, list: ListCall]>([
  [undefined, list(5, {})],
  [undefined, list(4, { a: view(3, "3") }, 4)],
  [undefined, list(1, { a: view(1, "1") }, 1)],
  [
    'inconsistent list at revision 2: "a" has revision 1 in it, and had revision 2 then',
    list(2, { a: view(1, "1") }, 2),
  ],
  ['inconsistent list at revision 4: "a" is absent in it, and had revision 3 then', list(4, {}, 4)],
  ['inconsistent list at revision 5: "a" has revision 3 in it, and was absent then', list(5, { a: view(3, "3") }, 5)],
  ["list at 3 for a request of exactly 2", list(3, { a: view(3, "3") }, 2)],
])("a list has the versions of its revision: %s", ([problem, shown]) => {
  expect(problems([complete], [shown])).toEqual(problem === undefined ? [] : [problem]);
});

test("a list is a read of each object", () => {
  expect(problems([complete], [list(3, { a: view(3, "3") })])).toEqual(["not linearizable"]);
});

test("a uid is assigned once", () => {
  const again = call(9, 10, create("4"), created(view(6, "4")));
  const events = [added, second, third, gone, event("ADDED", view(6, "4"))];

  expect(checkHistory(history([...calls, again], [watch(events)]))).toEqual([
    { type: "uid", problem: "uid u1 was given twice" },
  ]);
});
