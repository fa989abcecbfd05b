/** Creates a client: the verbs on a transport, the backend on the verbs, and the typed calls on the backend. */

import {
  assertBackoff,
  assertNumbers,
  backoffMs,
  createSystemClock,
  createSystemRandom,
  numberRules,
} from "@kubewright/async";
import type { Backoff, Clock, Random } from "@kubewright/async";
import type { ResourceType } from "@kubewright/apimachinery";
import type { Transport } from "@kubewright/transport";

import { createDiscovery } from "../discovery/create-discovery.ts";
import { createRestMapper } from "../discovery/create-rest-mapper.ts";
import type { RestMapper } from "../discovery/rest-mapper.ts";
import type { ClientObserver } from "../observer.ts";
import { createConnector } from "../verbs/connector.ts";
import { createVerbs } from "../verbs/create-verbs.ts";
import { defaultRequestTimeoutMs } from "../verbs/exchange-limit.ts";
import { createRequestBudget } from "../verbs/request-budget.ts";
import type { RequestBudget } from "../verbs/request-budget.ts";
import type { RetryPolicy } from "../verbs/retry-policy.ts";
import { createSender } from "../verbs/sender.ts";
import type { SenderOptions } from "../verbs/sender.ts";
import { createBackendClient } from "./backend-client.ts";
import { withDefaults } from "./client-defaults.ts";
import type { FieldValidation } from "./call-options.ts";
import type { Client } from "./client.ts";
import { createServerBackend } from "./server-backend.ts";

/**
 * The pause after a lost race. client-go waits 10 ms each time; with the growing interval, twenty writers of one object all succeed. The
 * pause is random over the whole interval, so that writers that lost the same race do not collide again.
 */
const lostRaceBackoff: Backoff = { initialMs: 10, maxMs: 1000, jitter: 1 };

export interface CreateClientOptions {
  readonly transport: Transport;
  /** Descriptors to register. A call with another descriptor registers it; kinds of unstructured objects are found by discovery. */
  readonly types?: readonly ResourceType[] | undefined;
  /** Finds the resource of a kind. Pass one mapper to several clients of a server to share its lookups. Default: a mapper over discovery. */
  readonly mapper?: RestMapper | undefined;
  readonly clock?: Clock;
  readonly random?: Random;
  /** Recorded in `managedFields` with every write. Required for `apply`. */
  readonly fieldManager?: string | undefined;
  /**
   * What the server does with unknown and duplicate fields in writes. Default: "Strict", so that it rejects them.
   *
   * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation
   */
  readonly fieldValidation?: FieldValidation | undefined;
  /** Default: `kubewright`. */
  readonly userAgent?: string | undefined;
  /** The server's host and port in metrics. Default: "in-process". */
  readonly host?: string | undefined;
  readonly observer?: ClientObserver | undefined;
  /** The limits of requests to the host. Pass one budget to all clients of a host. Default: a budget of this client, with the defaults of `createRequestBudget`. */
  readonly budget?: RequestBudget | undefined;
  /** Which requests are retried, and after which failures. Default: those of `RetryPolicy`. */
  readonly retry?: RetryPolicy | undefined;
  /**
   * The longest time of a request, in milliseconds, for everything but watches, WebSockets and `raw.send`. A call may have its own `timeoutMs`.
   * Default `defaultRequestTimeoutMs`, 65 s: kube-apiserver ends requests after 60 s. 0: no limit.
   */
  readonly requestTimeoutMs?: number | undefined;
}

/**
 * Creates a client over a transport, which the caller disposes.
 *
 * @throws {RangeError} if `requestTimeoutMs` or a number of `retry` is out of its range.
 */
export function createClient(options: CreateClientOptions): Client {
  const {
    clock = createSystemClock(),
    random = createSystemRandom(),
    fieldManager,
    fieldValidation = "Strict",
  } = options;
  const sending: SenderOptions = {
    transport: options.transport,
    clock,
    random,
    userAgent: options.userAgent ?? "kubewright",
    host: options.host ?? "in-process",
    observer: options.observer ?? {},
  };
  const { budget = createRequestBudget({ clock }), retry = {}, requestTimeoutMs = defaultRequestTimeoutMs } = options;
  assertNumbers("Cannot create client", { "retry.retriesMax": retry.retriesMax }, numberRules.countFromZero);
  assertNumbers("Cannot create client", { requestTimeoutMs }, numberRules.finiteFromZeroMs);
  assertBackoff("Cannot create client", "retry.backoff", retry.backoff);
  const send = createSender({ ...sending, budget, retry, requestTimeoutMs });
  const raw = createVerbs({ send, connect: createConnector(sending), random, fieldManager });
  const mapper = options.mapper ?? createRestMapper({ discovery: createDiscovery(raw), types: [] });
  for (const type of options.types ?? []) mapper.register(type);
  const waitBeforeRetry: Client["waitBeforeRetry"] = (lostRaces, { signal } = {}) =>
    clock.sleep(backoffMs(lostRaceBackoff, lostRaces, random), { signal });
  const parts = { raw, mapper, fieldManager, waitBeforeRetry };
  return createBackendClient(withDefaults(createServerBackend(raw), { fieldValidation }), parts);
}
