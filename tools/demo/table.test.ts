import { expect, test } from "vitest";
import type { Row } from "./row.ts";
import { ageText, rowOf } from "./row.ts";
import { createScreen } from "./screen.ts";
import { cutLines, formatTable } from "./table.ts";

const job: Row = {
  kind: "MyJob",
  name: "default/pi",
  phase: "running",
  age: "2s",
  lastEvent: 'PodCreated: Created Pod "pi"',
};
const pod: Row = { kind: "Pod", name: "default/pi", phase: "Running", age: "1s", lastEvent: "" };

test("formatTable() aligns columns with their titles", () => {
  expect(formatTable([job, pod], { width: 100, colors: false })).toEqual([
    "KIND    NAME         PHASE     AGE   LAST EVENT",
    'MyJob   default/pi   running   2s    PodCreated: Created Pod "pi"',
    "Pod     default/pi   Running   1s",
  ]);
});

test("formatTable() truncates lines that are wider than the terminal, and marks them", () => {
  expect(formatTable([job], { width: 40, colors: false })[1]).toBe(
    "MyJob   default/pi   running   2s    Pod…".slice(0, 39) + "…",
  );
});

test("formatTable() shortens long names in the middle, so that the age and the last event are visible in 80 columns", () => {
  const name = "default/application-sample-7d9c5b8f6d-x2x4z";
  const lines = formatTable(
    [
      { ...job, name },
      { ...pod, kind: "Deployment", name: "default/a" },
    ],
    {
      width: 79,
      colors: false,
    },
  );

  expect(lines).toEqual([
    "KIND         NAME                          PHASE     AGE   LAST EVENT",
    "MyJob        default/appli…c5b8f6d-x2x4z   running   2s    PodCreated: Created…",
    "Deployment   default/a                     Running   1s",
  ]);
});

test("cutLines() omits lines that do not fit and prints their number", () => {
  expect(cutLines(["head", "a", "b", "c"], 4)).toEqual(["head", "a", "b", "c"]);
  expect(cutLines(["head", "a", "b", "c"], 3)).toEqual(["head", "a", "… and 2 more: a taller terminal shows them"]);
});

test("formatTable() colours phases by their meaning", () => {
  expect(formatTable([{ ...job, phase: "completed" }], { width: 100, colors: true })[1]).toContain(
    "\u001b[32mcompleted",
  );
});

test.each([
  [0, "0s"],
  [59_999, "59s"],
  [125_000, "2m05s"],
  [11_220_000, "3h07m"],
  [-5, "0s"],
])("ageText(%d) is %s", (ms, text) => {
  expect(ageText(ms)).toBe(text);
});

test("rowOf() shows an object without a status and without an event as a row with empty cells", () => {
  const metadata = {
    namespace: "default",
    name: "pi",
    uid: "u",
    resourceVersion: "1",
    creationTimestamp: "2026-11-20T00:00:00Z",
  };
  const object = { apiVersion: "v1", kind: "Pod", metadata } as unknown as Parameters<typeof rowOf>[0];

  expect(rowOf(object, "", undefined, Date.parse("2026-11-20T00:00:07Z"))).toEqual({
    kind: "Pod",
    name: "default/pi",
    phase: "",
    age: "7s",
    lastEvent: "",
  });
});

test("a screen that is not a terminal prints a line for each change and nothing twice", () => {
  let text = "";
  using screen = createScreen({ write: (part) => (text += part) }, { colors: false });

  screen.show([job]);
  screen.show([{ ...job, age: "3s" }]);
  screen.show([{ ...job, phase: "completed" }]);

  expect(text.split("\n")).toEqual([
    'MyJob  default/pi  running  PodCreated: Created Pod "pi"',
    'MyJob  default/pi  completed  PodCreated: Created Pod "pi"',
    "",
  ]);
});

test("a screen that is a terminal redraws its table and shows the cursor at the end", () => {
  let text = "";
  const screen = createScreen({ isTTY: true, columns: 80, write: (part) => (text += part) }, { colors: false });

  screen.show([job]);
  text = "";
  screen.show([job, pod]);
  const redrawn = text;
  screen[Symbol.dispose]();

  expect(redrawn.startsWith("\u001b[4A\u001b[J")).toBe(true);
  expect(text.endsWith("\u001b[?25h")).toBe(true);
});

test("a screen that is a terminal breaks long lines between words, but not commands", () => {
  let text = "";
  const screen = createScreen({ isTTY: true, columns: 20, write: (part) => (text += part) }, { colors: false });
  text = "";

  screen.say(
    "An Application with the image is refused: averyveryverylongword.\n  kubectl get pods --all-namespaces\n\nEnd",
  );

  expect(text).toBe(
    "An Application with\nthe image is\nrefused:\naveryveryverylongword.\n  kubectl get pods --all-namespaces\n\nEnd\n",
  );
});
