// Asks a real kube-apiserver the requests of a recording, in their order, and writes down what it answers. The embedded server's
// tests replay the recording and expect the same.
//
//   npx node --conditions=source tools/facts/record-answers.ts --url https://127.0.0.1:6443 --ca ca.crt --token-file token FILE…
//
// A recording is a file of JSON lines, each with a `request` such as "POST /api/v1/namespaces", and, if it has one, a `body` and its
// `type`. Answers are replaced. The server must be fresh: it has no namespaces but its own.

import { readFile, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";

interface Recorded {
  readonly request: string;
  readonly type?: string;
  readonly accept?: string;
  readonly body?: unknown;
  /** How long the reference needs until what it has been told holds: it serves a definition a moment after its answer. */
  readonly settleMs?: number;
}

const { values, positionals } = parseArgs({
  options: { url: { type: "string" }, ca: { type: "string" }, "token-file": { type: "string" } },
  allowPositionals: true,
});
const { url, ca, "token-file": tokenFile } = values;
if (url === undefined || ca === undefined || tokenFile === undefined || positionals.length === 0) {
  throw new Error("Cannot record: expected --url, --ca, --token-file and files with requests");
}
const certificate = await readFile(ca);
const token = (await readFile(tokenFile, "utf8")).trim();

for (const file of positionals) {
  const lines: string[] = [];
  for (const line of (await readFile(file, "utf8")).trimEnd().split("\n")) {
    // A file of the form that is told above.
    const recorded = JSON.parse(line) as Recorded;
    const { request: asked, type, accept, body, settleMs } = recorded;
    const answer = await ask(recorded);
    await sleep(settleMs ?? 0);
    lines.push(JSON.stringify({ request: asked, type, accept, body, settleMs, ...answer }));
  }
  await writeFile(file, `${lines.join("\n")}\n`);
}

interface Answer {
  readonly status: number;
  readonly answer: unknown;
  readonly warnings?: readonly string[];
}

function ask({
  request: asked,
  type = "application/json",
  accept = "application/json",
  body,
}: Recorded): Promise<Answer> {
  const [method = "", path = ""] = asked.split(" ");
  const headers = { authorization: `Bearer ${token}`, accept, "content-type": type, "user-agent": "kubewright" };
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent = request(new URL(path, url), { method, headers, ca: certificate }, (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("error", reject);
    response.on("end", () => {
      const answer = readAnswer(Buffer.concat(chunks).toString("utf8"));
      const warnings = response.headersDistinct["warning"];
      resolve({ status: response.statusCode ?? 0, answer, ...(warnings !== undefined && { warnings }) });
    });
  });
  sent.on("error", reject);
  if (body !== undefined) sent.write(JSON.stringify(body));
  sent.end();
  return promise;
}

/** The JSON without field managers and the prose of columns, neither of which the embedded server has; or the text that is none. */
function readAnswer(text: string): unknown {
  try {
    return JSON.parse(text, (key, value: unknown) => (key === "managedFields" ? undefined : withoutProse(key, value)));
  } catch {
    return text;
  }
}

function withoutProse(key: string, value: unknown): unknown {
  if (key !== "columnDefinitions" || !Array.isArray(value)) return value;
  return value.map(({ description: _prose, ...column }: { readonly description: string }) => column);
}
