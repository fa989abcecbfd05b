// Just enough of an API server for one kind in namespaces: list, watch, get, create, merge patch and delete, and a watch whose events a
// test can hold back. Microtasks only.

import { applyMergePatch } from "@kubewright/apimachinery";
import type { JsonValue, KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import { bodyOf } from "@kubewright/transport";
import type { Transport, TransportRequest, TransportResponse } from "@kubewright/transport";

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
  /** `GET list`, `GET a`, `WATCH`, `POST`, `PATCH a`, `DELETE a`, in the order of their coming. */
  readonly requests: string[];
  /** While true, watches tell nothing. */
  holdEvents: boolean;
  /** While true, the kind is not served. */
  notInstalled: boolean;
  /** Tells what has been held back. */
  release(): void;
  /** A write of another client. */
  put(namespace: string, name: string, fields?: Partial<Widget>): Stored<Widget>;
}

interface Change {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly object: Stored<Widget>;
}

export function createFakeApi(): FakeApi {
  const objects = new Map<string, Stored<Widget>>();
  const history: Change[] = [];
  const wakes = new Set<() => void>();
  let version = 1;
  let uids = 0;
  let released = 0;

  const api: FakeApi = {
    requests: [],
    holdEvents: false,
    notInstalled: false,
    release() {
      released = history.length;
      for (const wake of wakes) wake();
    },
    put: (namespace, name, fields = {}) => write(namespace, name, { ...objects.get(`${namespace}/${name}`), ...fields }),
    transport: {
      request: async (request) => answer(request),
      upgrade: () => Promise.reject(new Error("Cannot upgrade: the fake has no streams")),
      async [Symbol.asyncDispose]() {},
    },
  };
  return api;

  function answer({ method, path, body, signal }: TransportRequest): TransportResponse {
    const url = new URL(path, "http://fake");
    const parts = /^\/apis\/example\.dev\/v1(?:\/namespaces\/([^/]+))?\/widgets(?:\/([^/]+))?(?:\/status)?$/.exec(url.pathname);
    const [, namespace, name] = parts ?? [];
    const isWatch = url.searchParams.get("watch") === "true";
    api.requests.push(isWatch ? "WATCH" : [method, name ?? (method === "GET" ? "list" : "")].join(" ").trim());
    if (!parts || api.notInstalled) return status(404, "NotFound", {});
    if (method === "GET" && name === undefined) {
      const items = [...objects.values()].filter(({ metadata }) => !namespace || metadata.namespace === namespace);
      if (isWatch) return { status: 200, headers: {}, body: watch(namespace, Number(url.searchParams.get("resourceVersion")), signal) };
      return json(200, { kind: "WidgetList", apiVersion: "example.dev/v1", metadata: { resourceVersion: `${version}` }, items });
    }
    const sent = body === undefined ? {} : (JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body)) as Widget);
    const key = `${namespace}/${name ?? sent.metadata?.name}`;
    const held = objects.get(key);
    if (method === "POST") {
      if (held) return status(409, "AlreadyExists", { name: held.metadata.name });
      return json(201, write(namespace ?? "", sent.metadata?.name ?? "", sent));
    }
    if (!held) return status(404, "NotFound", { name });
    switch (method) {
      case "GET":
        return json(200, held);
      case "PATCH":
        return json(200, write(namespace ?? "", held.metadata.name, applyMergePatch(plain(held), plain(sent)) as Widget));
      default:
        objects.delete(key);
        version += 1;
        record({ type: "DELETED", object: stored(held, { ...held.metadata, resourceVersion: `${version}` }) });
        return status(200, "", {});
    }
  }

  function write(namespace: string, name: string, fields: Widget): Stored<Widget> {
    const key = `${namespace}/${name}`;
    const before = objects.get(key);
    version += 1;
    const object = stored(fields, {
      ...fields.metadata,
      namespace,
      name,
      uid: before?.metadata.uid ?? `uid-${(uids += 1)}`,
      resourceVersion: `${version}`,
      creationTimestamp: "2026-01-01T00:00:00Z",
    });
    objects.set(key, object);
    record({ type: before ? "MODIFIED" : "ADDED", object });
    return object;
  }

  function record(change: Change): void {
    history.push(change);
    if (!api.holdEvents) api.release();
  }

  async function* watch(
    namespace: string | undefined,
    from: number,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Uint8Array> {
    let next = history.findIndex(({ object }) => Number(object.metadata.resourceVersion) > from);
    if (next < 0) next = history.length;
    for (;;) {
      signal?.throwIfAborted();
      for (; next < released; next += 1) {
        const change = history[next];
        if (namespace && change?.object.metadata.namespace !== namespace) continue;
        yield new TextEncoder().encode(`${JSON.stringify(change)}\n`);
      }
      await new Promise<void>((resolve) => {
        wakes.add(resolve);
        signal?.addEventListener("abort", () => resolve(), { once: true });
      });
    }
  }
}

function plain(widget: Widget): JsonValue {
  return JSON.parse(JSON.stringify(widget)) as JsonValue; // Text that has been made from an object is JSON.
}

function stored(fields: Widget, metadata: object): Stored<Widget> {
  return { ...fields, apiVersion: "example.dev/v1", kind: "Widget", metadata } as Stored<Widget>; // With all that makes it one.
}

function json(code: number, value: object): TransportResponse {
  return { status: code, headers: { "content-type": "application/json" }, body: bodyOf(JSON.stringify(value)) };
}

function status(code: number, reason: string, details: object): TransportResponse {
  const word = code < 300 ? "Success" : "Failure";
  return json(code, { kind: "Status", apiVersion: "v1", status: word, message: `the fake says ${reason}`, reason, code, details });
}
