// Prints the returns of a create, an update and a patch of a ConfigMap as JSON. A return is a call from a file of `filters`, `endpoints` or `registry`
// into another one of them that the request has entered before. Run with `--import ./tools/walk/instrument.ts`.
import { createApiServer } from "@kubewright/apiserver";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { readText } from "@kubewright/transport";
import type { TransportRequest } from "@kubewright/transport";
import { startTrace, tracedCalls } from "./trace.ts";

await using server = createApiServer({ clock: createVirtualClock(), random: createSeededRandom("walk") });
const transport = server.transport();
const path = "/api/v1/namespaces/default/configmaps";

function body(name: string, value: string): string {
  return JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { value } });
}

const json = { "content-type": "application/json" };
const mergePatch = { "content-type": "application/merge-patch+json" };
const requests: Readonly<Record<string, (run: string) => TransportRequest>> = {
  create: (run) => ({ method: "POST", path, headers: json, body: body(run, "created") }),
  update: (run) => ({ method: "PUT", path: `${path}/first`, headers: json, body: body("first", `updated ${run}`) }),
  patch: (run) => ({
    method: "PATCH",
    path: `${path}/first`,
    headers: mergePatch,
    body: `{"data":{"value":"${run}"}}`,
  }),
};

const returns: Record<string, readonly string[]> = {};
for (const [name, request] of Object.entries(requests)) {
  await send(request("first")); // Compiles the type of the kind and fills caches.
  startTrace();
  await send(request("second"));
  returns[name] = tracedCalls()
    .filter(({ from, to, isReturn }) => isReturn && isOfRequestPath(from) && isOfRequestPath(to))
    .map(({ from, to }) => `${from} → ${to}`);
}
process.stdout.write(JSON.stringify(returns));

async function send(request: TransportRequest): Promise<void> {
  const response = await transport.request(request);
  const text = await readText(response);
  if (response.status >= 300) throw new Error(`${request.method} ${request.path}: ${response.status} ${text}`);
}

function isOfRequestPath(file: string): boolean {
  // These are control flow, as `await` is.
  if (file === "registry/awaitable.ts" || file === "registry/time-slices.ts") return false;
  return /^(?:filters|endpoints|registry)\//u.test(file);
}
