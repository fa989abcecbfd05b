/** The program of the thread that renews the Lease. It has its own connection and credentials. A bundle needs it as a separate entry. */
import { parentPort, workerData } from "node:worker_threads";
import { createSystemClock, createSystemRandom } from "@kubewright/async";
import { createClient, createTransportFor, loadConfig } from "@kubewright/client";
import { hostElection } from "./host-election.ts";
import type { LeaseThreadSettings, StopElection } from "./lease-port.ts";
import { processOriginUs, SharedTerm } from "./shared-term.ts";

if (parentPort === null)
  throw new TypeError("Cannot run the lease worker: it must be started as a worker thread of an operator");
const port = parentPort;
const settings = workerData as LeaseThreadSettings; // Only `startLeaseThread` starts this program.

const clock = createSystemClock();
const random = createSystemRandom();
await using transport = createTransportFor(await loadConfig({ ...settings.config, clock }));
await hostElection({
  settings,
  client: createClient({ ...settings.client, transport, clock, random }),
  clock,
  random,
  term: new SharedTerm({ clock, originUs: processOriginUs(clock), buffer: settings.buffer }),
  port: {
    post: (message) => port.postMessage(message),
    onMessage: (listener) => void port.on("message", (message: StopElection) => listener(message)),
  },
});
port.close();
