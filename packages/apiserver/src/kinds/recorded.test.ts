// What a kube-apiserver 1.36.3 answered to requests, one after the other, is what this server answers. The recordings are made by
// tools/facts/record-answers.ts.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readText } from "@kubewright/transport";
import { test } from "vitest";
import { startCluster } from "./testdata/cluster.ts";

interface Recorded {
  readonly request: string;
  readonly type?: string;
  readonly accept?: string;
  readonly body?: unknown;
  readonly status: number;
  readonly answer: unknown;
  readonly warnings?: readonly string[];
}

const recordings = [
  "core-and-pods",
  "workloads-and-services",
  "storage-and-networking",
  "evictions-and-addresses",
  "custom-resources",
];

test.for(recordings)("the server answers the requests of the recording %s as a kube-apiserver does", async (name) => {
  const transport = startCluster({ disableAdmissionPlugins: [] }).server.transport();

  for (const { request, type = "application/json", accept = "application/json", body, ...recorded } of read(name)) {
    const [method = "", path = ""] = request.split(" ");
    const response = await transport.request({
      method,
      path,
      headers: { accept, "content-type": type },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await readText(response);
    const { warning = [] } = response.headers;
    const warnings = typeof warning === "string" ? [warning] : warning;

    assert.deepEqual(
      { request, body, status: response.status, answer: comparable(json(text)), warnings },
      {
        request,
        body,
        status: recorded.status,
        answer: comparable(recorded.answer),
        warnings: recorded.warnings ?? [],
      },
    );
  }
});

function read(name: string): readonly Recorded[] {
  const text = readFileSync(new URL(`testdata/recorded/${name}.jsonl`, import.meta.url), "utf8");
  // Written by the recorder in this form.
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Recorded);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What differs from one cluster to the next, in the order in which it is replaced. */
const incidental: readonly (readonly [pattern: RegExp, placeholder: string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "(uid)"],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "(time)"],
  [/kube-api-access-[a-z0-9]{5}/g, "kube-api-access-(random)"],
  [/^10\.0\.0\.\d+$/, "(cluster IP)"],
];

/** An answer without what differs from one cluster to the next, and without what this server does not have. */
function comparable(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => comparable(item));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !ignored.has(name))
        .map(([name, item]) => [name, comparable(item, name)]),
    );
  }
  if (key === "resourceVersion") return "(version)";
  if (key === "nodePort" && value !== 0) return "(port)";
  if (typeof value !== "string") return value;
  return incidental.reduce((text, [pattern, placeholder]) => text.replace(pattern, placeholder), value);
}

const ignored: ReadonlySet<string> = new Set(["managedFields", "description"]);
