/**
 * Transports with a bug, to show that the histories find it: each wraps the transport of a correct server and changes requests, responses or watch
 * streams like a server with this bug.
 */
import { bodyOf, readText } from "@kubewright/transport";
import type { Transport, TransportRequest, TransportResponse } from "@kubewright/transport";

/** Wraps the transport of each client. The clients of one call share the state of the bug. */
export const plants = {
  "lost update": () => withLostUpdates,
  "stale read": () => {
    const responses = new Map<string, ReadAnswer>();
    return (transport) => withStaleReads(transport, responses);
  },
  "create that is not atomic": () => withCheckedCreates,
  "delete that does not check its precondition": () => withUncheckedDeletes,
  "list of two moments": () => {
    const items = new Map<string, Stored>();
    return (transport) => withTornLists(transport, items);
  },
  "duplicate event": () => (transport) => withChangedEvents(transport, (events) => [...events, ...events]),
  "lost event": () => (transport) => withChangedEvents(transport, () => []),
  "reordered event": () => withSwappedEvents,
} satisfies Record<string, () => (transport: Transport) => Transport>;

export type Plant = keyof typeof plants;

const headers = { "content-type": "application/json", accept: "application/json" };

/** Merge patches are carried out as a read and a PUT without a version. */
function withLostUpdates(transport: Transport): Transport {
  return intercepting(transport, async (request) => {
    if (contentTypeOf(request) !== "application/merge-patch+json" || request.path.includes("/status")) return undefined;
    const [path = ""] = request.path.split("?");
    const read = await transport.request({ method: "GET", path, headers });
    const text = await readText(read);
    if (read.status !== 200) return { ...read, body: bodyOf(text) };
    const object = JSON.parse(text) as Stored;
    const { metadata } = JSON.parse(textOf(request)) as Patched;
    if (metadata.resourceVersion !== undefined && metadata.resourceVersion !== object.metadata.resourceVersion) {
      return undefined;
    }
    const { resourceVersion: _version, ...rest } = object.metadata;
    const annotations = Object.fromEntries(
      Object.entries({ ...rest.annotations, ...metadata.annotations }).filter(([, value]) => value !== null),
    );
    const body = { ...object, metadata: { ...rest, ...metadata, annotations } };
    return await transport.request({ method: "PUT", path: request.path, headers, body: JSON.stringify(body) });
  });
}

/** Every second read of a client returns the response to the previous read of the object. */
function withStaleReads(transport: Transport, responses: Map<string, ReadAnswer>): Transport {
  let reads = 0;
  return intercepting(transport, async (request) => {
    if (request.method !== "GET" || request.path.includes("?") || !isObjectPath(request.path)) return undefined;
    const response = await transport.request(request);
    const fresh = { status: response.status, text: await readText(response) };
    reads += 1;
    const shown = reads % 2 === 0 ? (responses.get(request.path) ?? fresh) : fresh;
    responses.set(request.path, fresh);
    return { ...response, status: shown.status, body: bodyOf(shown.text) };
  });
}

/** A POST checks whether the name is free, and then writes without a precondition. */
function withCheckedCreates(transport: Transport): Transport {
  return intercepting(transport, async (request) => {
    if (request.method !== "POST" || !request.path.includes("/roles")) return undefined;
    const { metadata } = JSON.parse(textOf(request)) as { readonly metadata: { readonly name: string } };
    const [collection = "", query = ""] = request.path.split("?");
    const path = `${collection}/${metadata.name}`;
    const read = await transport.request({ method: "GET", path, headers });
    await readText(read);
    if (read.status !== 404) return undefined;
    const written = await transport.request({ ...request, method: "PUT", path: `${path}?${query}` });
    return { ...written, status: written.status === 200 ? 201 : written.status };
  });
}

function withUncheckedDeletes(transport: Transport): Transport {
  return intercepting(transport, async (request) => {
    if (request.method !== "DELETE") return undefined;
    return await transport.request({ ...request, body: "{}" });
  });
}

/** The first object of each list is that of the previous list. */
function withTornLists(transport: Transport, items: Map<string, Stored>): Transport {
  return intercepting(transport, async (request) => {
    const [path = "", query = ""] = request.path.split("?");
    if (request.method !== "GET" || isObjectPath(path) || query.includes("watch")) return undefined;
    const response = await transport.request(request);
    const list = JSON.parse(await readText(response)) as { readonly items?: readonly Stored[] };
    const [first, ...others] = list.items ?? [];
    if (first === undefined) return { ...response, body: bodyOf(JSON.stringify(list)) };
    const key = `${path}/${first.metadata.name}`;
    const earlier = items.get(key) ?? first;
    items.set(key, first);
    return { ...response, body: bodyOf(JSON.stringify({ ...list, items: [earlier, ...others] })) };
  });
}

/** The fourth event of each watch is replaced by the result of `change`. */
function withChangedEvents(transport: Transport, change: (events: readonly string[]) => readonly string[]): Transport {
  return withWatchLines(transport, async function* (lines) {
    let count = 0;
    for await (const line of lines) {
      count += 1;
      yield* count === 4 ? change([line]) : [line];
    }
  });
}

/** Each watch delivers its fifth event before its fourth. */
function withSwappedEvents(transport: Transport): Transport {
  return withWatchLines(transport, async function* (lines) {
    const held: string[] = [];
    let count = 0;
    for await (const line of lines) {
      count += 1;
      if (count === 4) held.push(line);
      else yield* [line, ...held.splice(0)];
    }
  });
}

function withWatchLines(
  transport: Transport,
  change: (lines: AsyncIterable<string>) => AsyncIterable<string>,
): Transport {
  return intercepting(transport, async (request) => {
    if (!request.path.includes("watch=1")) return undefined;
    const response = await transport.request(request);
    const body = async function* (): AsyncGenerator<Uint8Array> {
      for await (const line of change(linesOf(response.body))) yield new TextEncoder().encode(`${line}\n`);
    };
    return { ...response, body: body() };
  });
}

async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    yield* lines;
  }
}

/** Returns the response of `answer` if there is one. The caller still disposes the wrapped transport. */
function intercepting(
  transport: Transport,
  answer: (request: TransportRequest) => Promise<TransportResponse | undefined>,
): Transport {
  return {
    upgrade: (request) => transport.upgrade(request),
    request: async (request) => (await answer(request)) ?? (await transport.request(request)),
    async [Symbol.asyncDispose]() {},
  };
}

interface ReadAnswer {
  readonly status: number;
  readonly text: string;
}

interface Stored {
  readonly metadata: {
    readonly name: string;
    readonly resourceVersion: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

interface Patched {
  readonly metadata: {
    readonly resourceVersion?: string;
    readonly annotations?: Readonly<Record<string, string | null>>;
  };
}

function isObjectPath(path: string): boolean {
  return /\/namespaces\/[^/]+\/[^/]+\/[^/]+$/u.test(path);
}

function contentTypeOf({ headers: sent = {} }: TransportRequest): unknown {
  return sent["content-type"];
}

function textOf({ body = "" }: TransportRequest): string {
  return typeof body === "string" ? body : new TextDecoder().decode(body);
}
