// A kube-apiserver and an embedded server with the same admission plugins.
import { createApiServer } from "@kubewright/apiserver";
import { createSystemClock, createSystemRandom } from "@kubewright/async";
import { startRealControlPlane } from "@kubewright/envtest";
import type { Transport } from "@kubewright/transport";
import { expect } from "vitest";
import { sendRequest } from "../http.ts";
import type { TestRequest } from "../http.ts";

/** The parts of a response that plugins decide. */
export interface Outcome {
  readonly status: number;
  readonly kind: string | undefined;
  /** The message of a failure. */
  readonly message?: string | undefined;
  /** The spec of an object. */
  readonly spec?: unknown;
}

export interface PluginServers extends AsyncDisposable {
  /** Sends each request to both servers, compares the outcomes, and resolves with them. */
  expectSame(requests: readonly TestRequest[]): Promise<readonly Outcome[]>;
  /** Repeats the request on the kube-apiserver until its watches have caught up and the response has this status. */
  until(status: number, request: TestRequest): Promise<void>;
}

/** Starts both servers with these plugins besides the default ones. */
export async function startPluginServers(enabled: readonly string[]): Promise<PluginServers> {
  await using resources = new AsyncDisposableStack();
  const [clock, random] = [createSystemClock(), createSystemRandom()];
  const apiServerFlags = [`--enable-admission-plugins=${enabled.join(",")}`];
  const { transport: real } = resources.use(await startRealControlPlane({ clock, random, apiServerFlags }));
  const disableAdmissionPlugins = ["ServiceAccount"]; // As in the control plane.
  const server = createApiServer({ clock, random, enableAdmissionPlugins: enabled, disableAdmissionPlugins });
  const embedded = resources.use(server).transport();
  const owned = resources.move();
  return {
    async expectSame(requests) {
      const outcomes: Outcome[] = [];
      for (const request of requests) {
        const expected = await outcomeOf(real, request);
        expect({ request, outcome: await outcomeOf(embedded, request) }).toEqual({ request, outcome: expected });
        outcomes.push(expected);
      }
      return outcomes;
    },
    until: (status, request) => expect.poll(async () => (await sendRequest(real, request)).status).toBe(status),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function outcomeOf(transport: Transport, request: TestRequest): Promise<Outcome> {
  const { status, body } = await sendRequest(transport, request);
  const { kind, message, spec } = body as Partial<Outcome>;
  return { status, kind, ...(kind === "Status" ? { message } : { spec }) };
}
