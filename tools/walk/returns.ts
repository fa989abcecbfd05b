// Prints the walks of a create, an update, a patch and an apply of a ConfigMap as JSON: the files of the embedded server that each enters, and its returns.
// A return is a call from a file into another one that the request has entered before and left. Run with `--import ./tools/walk/instrument.ts`.
import { createApiServer } from "@kubewright/apiserver";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { readText } from "@kubewright/transport";
import type { TransportRequest } from "@kubewright/transport";
import { startTrace, tracedCalls } from "./trace.ts";

/** How a request passes the files of the server. */
export interface Walk {
  readonly entered: readonly string[];
  readonly returns: readonly string[];
}

await using server = createApiServer({ clock: createVirtualClock(), random: createSeededRandom("walk") });
const transport = server.transport();
const path = "/api/v1/namespaces/default/configmaps";

function body(name: string, value: string): string {
  return JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { value } });
}

const json = { "content-type": "application/json" };
const applyPatch = { "content-type": "application/apply-patch+yaml" };
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
  apply: (run) => ({
    method: "PATCH",
    path: `${path}/applied?fieldManager=walk`,
    headers: applyPatch,
    body: body("applied", run),
  }),
};

const walks: Record<string, Walk> = {};
for (const [name, request] of Object.entries(requests)) {
  await send(request("first")); // Compiles the type of the kind and fills caches.
  startTrace();
  await send(request("second"));
  const calls = tracedCalls().filter(({ from, to }) => isCounted(from) && isCounted(to));
  walks[name] = {
    entered: [...new Set(calls.map(({ to }) => to))],
    returns: calls.filter(({ isReturn }) => isReturn).map(({ from, to }) => `${from} → ${to}`),
  };
}
process.stdout.write(JSON.stringify(walks));

async function send(request: TransportRequest): Promise<void> {
  const response = await transport.request(request);
  const text = await readText(response);
  if (response.status >= 300) throw new Error(`${request.method} ${request.path}: ${response.status} ${text}`);
}

/** The recursive decoder enters its files for each value, admission one file for each plugin. A check whether a pause is due is control flow, as `await` is. */
function isCounted(file: string): boolean {
  return !/^(?:kinds\/decode|admission)\/|^turns\/time-slices\.ts$/u.test(file);
}
