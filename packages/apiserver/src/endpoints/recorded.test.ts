// What a kube-apiserver 1.36.3 answered to the requests of a recording, one after the other, is what this server answers. The recordings are made by
// tools/facts/record-answers.ts. That the comparison sees what matters is itself tested, by altered answers.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { readText } from "@kubewright/transport";
import { test } from "vitest";
import { createApiServer } from "../api-server.ts";

interface Recorded {
  readonly request: string;
  readonly type?: string;
  readonly accept?: string;
  readonly body?: unknown;
  readonly status: number;
  readonly answer: unknown;
  readonly warnings?: readonly string[];
}

test.for(["writes", "reads", "deletes"])(
  "the server answers the recording %s as a kube-apiserver does",
  async (name) => {
    const clock = createVirtualClock({ startTime: Date.parse("2026-11-20T12:00:00Z") });
    await using server = createApiServer({ clock, random: createSeededRandom("recorded") });
    const transport = server.transport();

    for (const recorded of read(name)) {
      const { request, type = "application/json", accept = "application/json", body } = recorded;
      const [method = "", path = ""] = request.split(" ");
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await transport.request({ method, path, headers: { accept, "content-type": type }, ...sent });
      const { warning = [] } = response.headers;
      const answer = parsed(await readText(response));

      assert.deepEqual(
        { request, body, ...shownOf({ status: response.status, answer, warnings: [warning].flat() }) },
        { request, body, ...shownOf(recorded) },
      );
    }
  },
);

test.for<[string, (recorded: Recorded) => Recorded]>([
  ["status", (recorded) => ({ ...recorded, status: recorded.status + 1 })],
  ["dropped field", (recorded) => ({ ...recorded, answer: { ...objectOf(recorded.answer), kind: undefined } })],
  ["added field", (recorded) => ({ ...recorded, answer: { ...objectOf(recorded.answer), more: 1 } })],
  ["text", (recorded) => ({ ...recorded, answer: altered(recorded.answer) })],
  ["warning", (recorded) => ({ ...recorded, warnings: ['299 - "more"'] })],
])("an answer with another %s is told from every recorded one", ([, alter]) => {
  for (const recorded of ["writes", "reads", "deletes"].flatMap((name) => read(name))) {
    if (typeof recorded.answer === "string") continue;

    assert.notDeepEqual(shownOf(alter(recorded)), shownOf(recorded));
  }
});

function read(name: string): readonly Recorded[] {
  const text = readFileSync(new URL(`testdata/recorded/${name}.jsonl`, import.meta.url), "utf8");
  const lines = text.trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Recorded); // Written by the recorder in this form.
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The answer without what differs from one cluster to the next. */
function shownOf({ status, answer, warnings = [] }: Pick<Recorded, "status" | "answer" | "warnings">): object {
  return { status, answer: comparable(answer), warnings };
}

/** What differs from one cluster to the next, or was told to be different, in the order in which it is replaced. */
const incidental: readonly (readonly [pattern: RegExp, placeholder: string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "(uid)"],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "(time)"],
  [/kube-api-access-[a-z0-9]{5}/g, "kube-api-access-(random)"],
  [/^\d+s$/, "(age)"],
  // The reference reads protobuf too, and names it among what it takes.
  [/, application\/vnd\.kubernetes\.protobuf/g, ""],
];

const ignored: ReadonlySet<string> = new Set(["managedFields", "description"]);

function comparable(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => comparable(item));
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).filter(([name]) => !ignored.has(name));
    return Object.fromEntries(fields.map(([name, item]) => [name, comparable(item, name)]));
  }
  if (key === "resourceVersion") return "(version)";
  if (typeof value !== "string") return value;
  return incidental.reduce((text, [pattern, placeholder]) => text.replace(pattern, placeholder), value);
}

function objectOf(value: unknown): object {
  assert.ok(typeof value === "object" && value !== null);
  return value;
}

/** The value with one text in it changed. */
function altered(value: unknown): unknown {
  const { kind, ...rest } = objectOf(value) as { readonly kind?: string };
  return { kind: `${kind}x`, ...rest };
}
