// The liveness of a real process whose controller blocks the event loop for half a minute.
import { fileURLToPath } from "node:url";
import { ConfigMap } from "@kubewright/api/core/v1";
import { startEnvironment, waitFor } from "@kubewright/envtest";
import { createSocketTransport } from "@kubewright/transport";
import { expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import { startOperatorProcess } from "../reliability/operator-process.ts";

const program = fileURLToPath(new URL("../reliability/blocking-operator.ts", import.meta.url));

test("a controller that blocks the event loop for 35 s is named by the liveness check and by a metric", async () => {
  await using env = await startEnvironment({ server: "embedded" });
  const operator = await startOperatorProcess(program, {
    kubeconfig: await env.kubeconfig(),
    flags: [
      "--health-probe-bind-address=127.0.0.1:0",
      "--metrics-bind-address=127.0.0.1:0",
      "--metrics-secure=false",
      "--zap-encoder=json",
    ],
  });
  const key = { namespace: "default", name: "long" };

  await env.client.create(ConfigMap, { metadata: key, data: { blockMs: "35000" } });
  const reconciled = { ...key, name: "long-reconciled" };
  await waitFor(ConfigMap, reconciled, (map) => map !== undefined, { ...env, timeoutMs: 90_000 });
  const [health, metrics] = await Promise.all([
    get(operator.output(), "Serving health probes", "/healthz?verbose"),
    get(operator.output(), "Serving metrics", "/metrics"),
  ]);

  expect(health).toContain("[-]event-loop failed");
  expect(health).toMatch(
    /the event loop was blocked for 3\d of the last 60 seconds, most of it by controller "blocking"/,
  );
  expect(metrics).toMatch(/kubewright_event_loop_blocked_seconds_total\{controller="blocking"\} 3\d/);
});

/** Requests `path` from the server whose address the line with `message` has. */
async function get(output: string, message: string, path: string): Promise<string> {
  const line = output.split("\n").find((each) => each.includes(`"${message}"`)) ?? "{}";
  const { address } = JSON.parse(line) as { readonly address: string }; // The log of the program.
  await using transport = createSocketTransport({ server: `http://${address}` });
  const { body } = await sendRequest(transport, { path, asText: true });
  return String(body);
}
