// A watch from which a test reads one event after the other.
import type { Shown, TestServer } from "./test-server.ts";

export interface WatchedEvent {
  readonly type: string;
  readonly object: Shown;
}

export interface TestWatch {
  readonly status: number;
  /** The next event; `undefined` at the end. */
  readonly next: () => Promise<WatchedEvent | undefined>;
  /** The next events, as `TYPE name@version`. */
  readonly take: (count: number) => Promise<string[]>;
  readonly close: () => Promise<void>;
}

/** Opens a watch. */
export async function openWatch(
  { transport }: TestServer,
  path: string,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<TestWatch> {
  const response = await transport.request({
    method: "GET",
    path,
    headers,
    ...(signal === undefined ? {} : { signal }),
  });
  const chunks = response.body[Symbol.asyncIterator]();
  const ready: WatchedEvent[] = [];
  const watch: TestWatch = {
    status: response.status,
    async next(): Promise<WatchedEvent | undefined> {
      while (ready.length === 0) {
        const chunk = await chunks.next();
        if (chunk.done === true) return undefined;
        for (const line of Buffer.from(chunk.value).toString().trimEnd().split("\n"))
          ready.push(JSON.parse(line) as WatchedEvent);
      }
      return ready.shift();
    },
    async take(count: number): Promise<string[]> {
      const events: string[] = [];
      for (let i = 0; i < count; i++) events.push(showEvent(await watch.next()));
      return events;
    },
    async close() {
      await chunks.return?.();
    },
  };
  return watch;
}

export function showEvent(event: WatchedEvent | undefined): string {
  if (event === undefined) return "end";
  const { name, resourceVersion } = event.object.metadata;
  return `${event.type} ${name ?? ""}@${resourceVersion}`;
}
