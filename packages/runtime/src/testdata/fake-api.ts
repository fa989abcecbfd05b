// The API server in memory with one namespaced kind, and short methods for tests.

import { resourceNotFound } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import { createMemoryApiServer } from "@kubewright/client/testing";
import type { MemoryRequest } from "@kubewright/client/testing";
import { TransportError } from "@kubewright/transport";
import type { Transport } from "@kubewright/transport";

export interface Widget extends KubernetesObject {
  readonly spec?: { readonly size?: number };
  readonly status?: { readonly phase?: string };
}

export const Widget: ResourceType<Widget> = {
  group: "example.dev",
  version: "v1",
  kind: "Widget",
  plural: "widgets",
  namespaced: true,
};

export interface FakeApi {
  readonly transport: Transport;
  /** `GET list`, `GET a`, `WATCH`, `POST`, `PATCH a`, `DELETE a`, in the order of their arrival. */
  readonly requests: readonly string[];
  /** While true, watches send nothing. */
  holdEvents: boolean;
  /** While true, the kind is not served. */
  notInstalled: boolean;
  /** Sends the events that were held so far. */
  release(): void;
  /** Requests for which this returns an error fail with it. */
  fail(errorOf: (request: MemoryRequest) => Error | undefined): void;
  /** The server executes the next request with this verb, and its response is lost. */
  loseResponse(verb: MemoryRequest["verb"]): void;
  /** Holds the responses to requests with this verb until the release; with `before`, the server executes them after it. */
  holdResponses(verb: MemoryRequest["verb"], options?: { readonly before?: boolean }): { release(): void };
  /** A write of another kind: the revision of the store grows. */
  skipRevision(): void;
  /** A write of another client. */
  put(namespace: string, name: string, fields?: Partial<Widget>): Stored<Widget>;
}

const OtherKind: ResourceType = { ...Widget, kind: "Other", plural: "others" };

export function createFakeApi(): FakeApi {
  const server = createMemoryApiServer({ types: [{ ...Widget, subresources: ["status"] }, OtherKind] });
  let isHolding = false;
  server.intercept((_request, next) => {
    if (api.notInstalled) throw resourceNotFound();
    return next();
  });

  const api: FakeApi = {
    transport: server.transport,
    get requests() {
      return server.requests.map(summaryOf);
    },
    get holdEvents() {
      return isHolding;
    },
    set holdEvents(holds) {
      isHolding = holds;
      if (holds) server.holdEvents();
      else server.releaseEvents();
    },
    notInstalled: false,
    release() {
      server.releaseEvents();
      if (isHolding) server.holdEvents();
    },
    fail(errorOf) {
      server.intercept((request, next) => {
        const error = errorOf(request);
        if (error) throw error;
        return next();
      });
    },
    loseResponse(verb) {
      const found = "the connection was lost";
      const details = { kind: "reset", action: verb, address: "fake", found, mayHaveBeenProcessed: true } as const;
      server.failNext(new TransportError(details), { verb, afterwards: true });
    },
    holdResponses(verb, { before = false } = {}) {
      const { promise, resolve } = Promise.withResolvers<void>();
      server.intercept(async (request, next) => {
        if (request.verb !== verb) return await next();
        if (before) await promise;
        const response = await next();
        await promise;
        return response;
      });
      return { release: resolve };
    },
    skipRevision: () => void server.put(OtherKind, { metadata: { namespace: "default", name: "other" } }),
    put: (namespace, name, fields = {}) =>
      server.put(Widget, { ...fields, metadata: { ...fields.metadata, namespace, name } }),
  };
  return api;
}

function summaryOf({ method, verb, name }: MemoryRequest): string {
  if (verb === "watch") return "WATCH";
  return [method, name ?? (method === "GET" ? "list" : "")].join(" ").trim();
}
