// Responses in YAML, byte for byte: both servers print the layout of sigs.k8s.io/yaml.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import type { TestResponse } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServerUnderTest();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

/** Creates a ConfigMap with this data; returns the lines of the YAML response from `data:` to the next field. */
async function printedData(data: Readonly<Record<string, string>>): Promise<string> {
  const namespace = await server.createNamespace();
  const response: TestResponse = await sendRequest(server.transport, {
    method: "POST",
    path: `/api/v1/namespaces/${namespace}/configmaps`,
    headers: { accept: "application/yaml" },
    body: { metadata: { name: "a" }, data },
    asText: true,
  });
  expect(response.status).toBe(201);
  return /^data:\n(?:[ \n].*\n?|\n)*/mu.exec(String(response.body))?.[0] ?? "";
}

test("strings that a YAML reader resolves to something else are in double quotes, those with indicators in single quotes", async () => {
  expect(
    await printedData({ yes: "no", n: "1_0", a: "0b1", b: "2001-01-01", c: "1:30", d: "a: b", e: "~", f: " x" }),
  ).toBe(
    `data:
  a: "0b1"
  b: "2001-01-01"
  c: "1:30"
  d: 'a: b'
  e: "~"
  f: ' x'
  "n": "1_0"
  "yes": "no"
`,
  );
});

test("strings of several lines are literal blocks, and long strings break after 80 columns", async () => {
  const words = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen";

  expect(await printedData({ a: "x\n\ny\n", b: " \n", c: words, y10: "", y2: "" })).toBe(
    `data:
  a: |
    x

    y
  b: " \\n"
  c: one two three four five six seven eight nine ten eleven twelve thirteen fourteen
    fifteen
  y2: ""
  y10: ""
`,
  );
});
