// The API server in memory with one namespaced kind, and short methods for tests.

import { resourceNotFound } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import { createMemoryApiServer } from "@kubewright/client/testing";
import type { MemoryRequest } from "@kubewright/client/testing";
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
  /** A write of another client. */
  put(namespace: string, name: string, fields?: Partial<Widget>): Stored<Widget>;
}

export function createFakeApi(): FakeApi {
  const server = createMemoryApiServer({ types: [{ ...Widget, subresources: ["status"] }] });
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
    put: (namespace, name, fields = {}) =>
      server.put(Widget, { ...fields, metadata: { ...fields.metadata, namespace, name } }),
  };
  return api;
}

function summaryOf({ method, verb, name }: MemoryRequest): string {
  if (verb === "watch") return "WATCH";
  return [method, name ?? (method === "GET" ? "list" : "")].join(" ").trim();
}
