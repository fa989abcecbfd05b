/** The clients and the recorder of controllers in tests that do not use them: every request is rejected. */
import { createVirtualClock } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import type { ReconcileClients } from "../controller/create-controller-options.ts";

export function unusedContext(): ReconcileClients {
  const request = (): Promise<never> => Promise.reject(new Error("No test expects a request"));
  const client = createClient({
    transport: { request, connect: request, [Symbol.asyncDispose]: async () => {} } as never, // The methods that a client calls.
    clock: createVirtualClock(),
  });
  return { client, apiReader: client, events: { event: () => {} } };
}
