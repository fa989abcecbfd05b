/** The open watches of a case: steps read them, and they end with the case. */
import { headerOf, readBody } from "@kubewright/transport";
import type { Transport } from "@kubewright/transport";
import { bodyIn } from "../http.ts";
import type { TestRequest, TestResponse } from "../http.ts";
import type { EventCount } from "./case.ts";

export interface Watches extends AsyncDisposable {
  /** Opens a watch as that step and reads its first events. A response that is not a stream of events is an ordinary response. */
  open(step: number, asked: TestRequest, events: EventCount): Promise<TestResponse>;
  /** Reads further events of the watch that this step has opened. */
  read(step: number, events: EventCount): Promise<TestResponse>;
}

interface OpenWatch {
  readonly answer: Pick<TestResponse, "status" | "headers">;
  readonly lines: AsyncIterator<string, void>;
}

/** Watches over this transport. */
export function createWatches(transport: Transport): Watches {
  const open = new Map<number, OpenWatch>();
  const ending = new AbortController();

  async function read(step: number, events: EventCount): Promise<TestResponse> {
    const watch = open.get(step);
    if (watch === undefined) throw new Error(`Cannot read the watch of step ${step}: that step has opened none`);
    return { ...watch.answer, body: await taken(watch.lines, events) };
  }

  return {
    read,
    async open(step, { path, headers }, events) {
      const response = await transport.request({
        method: "GET",
        path,
        headers: { accept: "application/json", ...headers },
        signal: ending.signal,
      });
      const answer = { status: response.status, headers: response.headers };
      const contentType = headerOf(response.headers, "content-type");
      if (response.status !== 200 || !contentType?.startsWith("application/json")) {
        return { ...answer, body: bodyIn(await readBody(response), contentType) };
      }
      open.set(step, { answer, lines: linesOf(response.body) });
      return read(step, events);
    },
    async [Symbol.asyncDispose]() {
      ending.abort(new Error("the case has ended"));
    },
  };
}

async function taken(lines: AsyncIterator<string, void>, count: EventCount): Promise<unknown> {
  const events: unknown[] = [];
  while (typeof count !== "number" || events.length < count) {
    const next = await lines.next();
    if (next.done === true) return { events, ended: true };
    events.push(parsed(next.value));
    if (typeof count === "object" && next.value.includes(`"name":${JSON.stringify(count.until)}`)) break;
  }
  return { events };
}

async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let begun = "";
  for await (const chunk of body) {
    const lines = (begun + decoder.decode(chunk, { stream: true })).split("\n");
    begun = lines.pop() ?? "";
    yield* lines;
  }
  if (begun !== "") yield begun;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
