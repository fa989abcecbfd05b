// A network that loses and delays single requests and responses of one client. A request that the client has aborted still arrives.
import { abortable } from "@kubewright/async";
import type { Clock, Random } from "@kubewright/async";
import { discardBody } from "@kubewright/transport";
import type { Transport, TransportRequest, TransportResponse } from "@kubewright/transport";

/** A fault of one request. */
export type NetworkFault = "request lost" | "request delayed" | "response lost" | "response delayed" | "conflict";

export const networkFaults: readonly NetworkFault[] = [
  "request lost",
  "request delayed",
  "response lost",
  "response delayed",
  "conflict",
];

export interface FaultyNetworkOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Called for each request; `undefined` is not a fault. */
  readonly nextFault: () => NetworkFault | undefined;
  /** The longest delay, in milliseconds. */
  readonly delayMsMax: number;
  /** Called right before a request with the fault "conflict" is sent: changes the object, so that the server rejects the request. */
  readonly changeObject: () => Promise<void>;
}

/** The transport as seen through that network. */
export function faultyNetwork(transport: Transport, options: FaultyNetworkOptions): Transport {
  return {
    ...transport,
    request({ signal, ...sent }) {
      const response = carryOut(transport, sent, options);
      response.catch(() => {}); // The caller may have aborted.
      return abortable(response, signal);
    },
  };
}

async function carryOut(
  transport: Transport,
  request: TransportRequest,
  { clock, random, nextFault, delayMsMax, changeObject }: FaultyNetworkOptions,
): Promise<TransportResponse> {
  const fault = nextFault();
  if (fault === "request lost") throw new Error(`Cannot ${request.method} ${request.path}: the request was lost`);
  if (fault === "request delayed") await clock.sleep(random.int(delayMsMax));
  if (fault === "conflict" && request.method === "PUT") await changeObject();
  const response = await transport.request(request);
  if (fault === "response delayed") await clock.sleep(random.int(delayMsMax));
  if (fault !== "response lost") return response;
  await discardBody(response);
  throw new Error(`Cannot ${request.method} ${request.path}: the response was lost`);
}
