// The client is a thin layer over the verbs: it finds the resource of an object, encodes and decodes objects, and decides which patch
// a status needs (`patchStatus`), what a 404 means (`reads.ts`) and which deletes are already done (`deletes.ts`).

import { backoffMs, createSystemClock, createSystemRandom } from "@kubewright/async";
import type { Backoff, Clock, Random } from "@kubewright/async";
import { keyOf } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import type { Transport } from "@kubewright/transport";

import { createDiscovery } from "../discovery/create-discovery.ts";
import { createRestMapper } from "../discovery/create-rest-mapper.ts";
import type { ClientObserver } from "../observer.ts";
import { createConnector } from "../verbs/connector.ts";
import { createVerbs } from "../verbs/create-verbs.ts";
import { createSender } from "../verbs/sender.ts";
import type { SenderOptions } from "../verbs/sender.ts";
import type { ClientContext } from "./client-context.ts";
import type { Client, StatusChange, StatusOptions } from "./client.ts";
import { createDeletes } from "./deletes.ts";
import { guaranteedUpdate } from "./guaranteed-update.ts";
import { createReads } from "./reads.ts";
import { resourceOf } from "./resource-of.ts";
import { isStatusOutdated, statusPatch, withStatus } from "./status-patch.ts";
import { createWrites, subresourceClient } from "./writes.ts";

/**
 * The pause after a lost race. client-go waits 10 ms each time; the growing interval lets twenty writers of one object take turns. The
 * whole interval is random, so that writers that lost the same race do not collide again.
 */
const lostRaceBackoff: Backoff = { initialMs: 10, maxMs: 1000, jitter: 1 };

export interface CreateClientOptions {
  readonly transport: Transport;
  /** Descriptors that are registered at creation. Others are registered by calls with them, or found by discovery. */
  readonly types?: readonly ResourceType[] | undefined;
  readonly clock?: Clock;
  readonly random?: Random;
  /** Recorded in `managedFields` with every write. Required for `apply`. */
  readonly fieldManager?: string | undefined;
  /** Default: `kubewright`. */
  readonly userAgent?: string | undefined;
  /** The server's host and port in metrics. Default: "in-process". */
  readonly host?: string | undefined;
  readonly observer?: ClientObserver | undefined;
}

/** Creates a client over a transport, which the caller disposes. */
export function createClient(options: CreateClientOptions): Client {
  const { clock = createSystemClock(), random = createSystemRandom(), fieldManager } = options;
  const sending: SenderOptions = {
    transport: options.transport,
    clock,
    userAgent: options.userAgent ?? "kubewright",
    host: options.host ?? "in-process",
    observer: options.observer ?? {},
  };
  const connect = createConnector({ ...sending, random });
  const raw = createVerbs({ send: createSender(sending), connect, random, fieldManager });
  const mapper = createRestMapper({ discovery: createDiscovery(raw), types: options.types ?? [] });
  const context: ClientContext = { raw, mapper, fieldManager };

  const client: Client = {
    mapper,
    raw,
    ...createReads(context),
    ...createWrites(context),
    ...createDeletes(context),
    patchStatus: (object, status, statusOptions = {}) => patchStatus(client, object, status, statusOptions),
    subresource: (type, key, name) => subresourceClient(context, type, key, name),
    waitBeforeRetry: (lostRaces, { signal } = {}) =>
      clock.sleep(backoffMs(lostRaceBackoff, lostRaces, random), { signal }),
  };
  return client;
}

async function patchStatus<T extends KubernetesObject>(
  client: Client,
  object: Stored<T>,
  status: StatusChange<T>,
  { expectResourceVersion = false, ...write }: StatusOptions,
): Promise<Stored<T>> {
  if (statusPatch(object, status) === undefined) return object;

  const type = await resourceOf(client.mapper, object, "patch status of", write);
  const isOutdated = (fresh: Stored<T>): boolean =>
    expectResourceVersion || fresh.metadata.uid !== object.metadata.uid || isStatusOutdated(object, fresh, status);
  const result = await guaranteedUpdate(
    client,
    type,
    keyOf(object),
    (current, lost) => {
      if (lost && (!current || isOutdated(current))) throw lost;
      return withStatus(current ?? object, status);
    },
    { ...write, current: object, subresource: "status" },
  );
  return result.object ?? object;
}
