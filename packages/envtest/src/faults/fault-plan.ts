/**
 * Faults at named points of what a client does: the first creation of a Pod, the third request, every read of a Secret. A plan counts over all transports that
 * it wraps, so a fault is not injected again after a restart of the operator.
 */
import type { ResourceType } from "@kubewright/apimachinery";
import type { Clock } from "@kubewright/async";
import { bodyOf, readBody } from "@kubewright/transport";
import type { Transport, TransportRequest, TransportResponse } from "@kubewright/transport";
import { describeRequest } from "./described-request.ts";
import type { DescribedRequest } from "./described-request.ts";
import { injectFault } from "./request-fault.ts";
import type { RequestFault } from "./request-fault.ts";

/** Which requests. Absent fields match every request. */
export interface FaultPoint {
  /** A verb of RBAC: `create`, `patch`, `watch`. */
  readonly verb?: string | readonly string[];
  readonly type?: ResourceType;
  /** `status`; "" for the resource itself. */
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly matches?: (request: DescribedRequest) => boolean;
  /** Skips the matching requests before this one, counted from 1. Default 1. */
  readonly call?: number;
}

export interface PlannedFault {
  /** For `injected`: `the response of the status update is lost`. */
  readonly name: string;
  readonly at: FaultPoint;
  readonly fault: RequestFault;
  /** For how many matching requests from `at.call` on. Default 1. */
  readonly times?: number;
}

export interface InjectedFault {
  readonly name: string;
  readonly request: DescribedRequest;
}

export interface FaultPlan {
  /** The transport with the faults. Disposing the result ends its hanging requests and leaves `transport` open. */
  readonly wrap: (transport: Transport) => Transport;
  /** Adds a fault. Its calls are counted from now on. */
  add(fault: PlannedFault): void;
  /** The injected faults, in order. A test asserts them, because a fault that was not injected tests nothing. */
  readonly injected: readonly InjectedFault[];
  /** All requests, in order, with and without faults. */
  readonly requests: readonly DescribedRequest[];
}

/**
 * ```ts
 * const plan = createFaultPlan(env, [
 *   { name: "the response is lost", at: { verb: "create", type: Pod }, fault: { kind: "responseLost" } },
 *   { name: "the server is busy", at: { verb: "patch", call: 2 }, fault: { kind: "error", code: 429, retryAfterSeconds: 1 } },
 * ]);
 * await env.startOperator(create, { wrapTransport: plan.wrap });
 * ```
 *
 * @throws {RangeError} if `call` or `times` is not a positive integer.
 */
export function createFaultPlan({ clock }: { readonly clock: Clock }, faults: readonly PlannedFault[] = []): FaultPlan {
  const rules: Rule[] = faults.map((each) => new Rule(each));
  const requests: DescribedRequest[] = [];
  const injected: InjectedFault[] = [];
  return {
    requests,
    injected,
    add: (fault) => void rules.push(new Rule(fault)),
    wrap(transport) {
      const disposal = new AbortController();
      const context = { clock, ended: disposal.signal, send: transport.request.bind(transport) };
      return {
        async request(request) {
          const described = describeRequest(request);
          requests.push(described);
          // Every rule counts the request; the first that is due injects its fault.
          const [rule] = rules.filter((each) => each.isDue(request, described));
          if (!rule) return await transport.request(request);
          const { fault, name } = rule.planned;
          if (fault.kind !== "stale") {
            injected.push({ name, request: described });
            return await injectFault(fault, request, context);
          }
          const { isStale, response } = await rule.staleAnswer(request, context.send);
          if (isStale) injected.push({ name, request: described });
          return response;
        },
        upgrade: (request) => transport.upgrade(request),
        [Symbol.asyncDispose]: async () => disposal.abort(new Error("The transport with faults was disposed")),
      };
    },
  };
}

class Rule {
  readonly planned: PlannedFault;
  readonly #verbs: readonly string[] | undefined;
  readonly #responses = new Map<string, TransportResponse & { readonly bytes: Uint8Array }>();
  #calls = 0;

  constructor(planned: PlannedFault) {
    const { call = 1, verb } = planned.at;
    for (const [field, value] of Object.entries({ "at.call": call, times: planned.times ?? 1 })) {
      if (value >= 1 && (Number.isInteger(value) || value === Number.POSITIVE_INFINITY)) continue;
      throw new RangeError(
        `Cannot plan fault ${JSON.stringify(planned.name)}: ${field} is ${value}, must be a positive integer`,
      );
    }
    this.planned = planned;
    this.#verbs = typeof verb === "string" ? [verb] : verb;
  }

  /** Counts the request if it matches. */
  isDue({ path }: TransportRequest, described: DescribedRequest): boolean {
    if (!this.#matches(described)) return false;
    const { at, times = 1, fault } = this.planned;
    if (fault.kind === "stale") {
      if (described.verb !== "get" && described.verb !== "list") return false;
      // Later reads of a path receive the response of the first one, which is not counted.
      if (!this.#responses.has(path)) return true;
    }
    this.#calls += 1;
    const { call = 1 } = at;
    return this.#calls >= call && this.#calls < call + times;
  }

  async staleAnswer(
    request: TransportRequest,
    send: (request: TransportRequest) => Promise<TransportResponse>,
  ): Promise<{ readonly isStale: boolean; readonly response: TransportResponse }> {
    const { path } = request;
    const earlier = this.#responses.get(path);
    if (earlier) return { isStale: true, response: { ...earlier, body: bodyOf(earlier.bytes) } };
    const response = await send(request);
    const bytes = await readBody(response);
    this.#responses.set(path, { ...response, bytes });
    return { isStale: false, response: { ...response, body: bodyOf(bytes) } };
  }

  #matches(request: DescribedRequest): boolean {
    const { type, subresource, namespace, name, matches } = this.planned.at;
    return (
      (this.#verbs?.includes(request.verb) ?? true) &&
      (type === undefined || (type.group === request.group && type.plural === request.resource)) &&
      (subresource === undefined || subresource === request.subresource) &&
      (namespace === undefined || namespace === request.namespace) &&
      (name === undefined || name === request.name) &&
      (matches?.(request) ?? true)
    );
  }
}
