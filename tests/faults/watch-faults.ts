/** Faults of a watch, and the events at which they are injected. */
import type { VirtualClock } from "@kubewright/async";
import type { TransportRequest } from "@kubewright/transport";

/** The path that the request watches, or undefined for other requests. */
export function watchedPath({ method, path }: TransportRequest): string | undefined {
  const [resource, query] = path.split("?", 2);
  return method === "GET" && /(?:^|&)watch=(?:true|1)(?:&|$)/u.test(query ?? "") ? resource : undefined;
}

/** The body with one event per chunk: a server may send several together, and the embedded one does not split events. */
export async function* eventsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    for (const line of new TextDecoder().decode(chunk).split("\n")) {
      if (line !== "") yield new TextEncoder().encode(`${line}\n`);
    }
  }
}

/** The body until its `at`-th event, counted by `count`; there it fails, and the event is lost. */
export async function* cutAfter(
  body: AsyncIterable<Uint8Array>,
  count: () => number,
  at: number,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    if (count() === at) throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
    yield chunk;
  }
}

/** The delay of held events. */
const holdMs = 5_000;

/**
 * The body with its `at`-th event held back, and later events behind it. Held events are delivered when `isEnough` of them have arrived, or
 * after some time, with the events of one object merged into one: as a reader that was disconnected meanwhile receives them.
 */
export async function* heldBack(
  body: AsyncIterable<Uint8Array>,
  at: number,
  clock: VirtualClock,
  isEnough: (held: readonly Uint8Array[]) => boolean,
): AsyncGenerator<Uint8Array> {
  const source = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
  try {
    for (let index = 1; index < at; index += 1) {
      const { done, value } = await source.next();
      if (done) return;
      yield value;
    }
    const held: Uint8Array[] = [];
    const isTimeUp = clock.sleep(holdMs).then(() => undefined);
    let pending = source.next();
    while (!isEnough(held)) {
      const next = await Promise.race([pending, isTimeUp]);
      if (!next || next.done) break;
      held.push(next.value);
      pending = source.next();
    }
    yield* folded(held);
    for (let next = await pending; !next.done; next = await pending) {
      yield next.value;
      pending = source.next();
    }
  } finally {
    await source.return?.();
  }
}

/** Whether another event of the object of the first one has arrived. */
export function hasNextOfFirst(held: readonly Uint8Array[]): boolean {
  const [first, ...others] = held.map(objectOf);
  return first !== undefined && others.includes(first);
}

interface Event {
  readonly type: string;
  readonly object: { readonly metadata?: { readonly name?: string; readonly namespace?: string } };
}

function parsed(chunk: Uint8Array): Event {
  return JSON.parse(new TextDecoder().decode(chunk)) as Event;
}

/** Undefined for a bookmark, which has no object. */
function objectOf(chunk: Uint8Array): string | undefined {
  const { type, object } = parsed(chunk);
  return type === "BOOKMARK" ? undefined : `${object.metadata?.namespace}/${object.metadata?.name}`;
}

/** Merges the events of each object into the event for a reader with the state before all of them, in the place of the last one. */
function* folded(held: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const [index, chunk] of held.entries()) {
    const object = objectOf(chunk);
    const isLast = object === undefined || !held.slice(index + 1).some((later) => objectOf(later) === object);
    if (!isLast) continue;
    const first = parsed(held.find((each) => objectOf(each) === object) ?? chunk);
    const last = parsed(chunk);
    if (object !== undefined && first.type === "ADDED" && last.type === "DELETED") continue;
    const type = object === undefined ? last.type : foldedType(first.type, last.type);
    yield new TextEncoder().encode(`${JSON.stringify({ ...last, type })}\n`);
  }
}

function foldedType(first: string, last: string): string {
  if (last === "DELETED") return "DELETED";
  if (first === "ADDED") return "ADDED";
  return "MODIFIED"; // After a disconnection, an object that was deleted and created again appears as another version.
}
