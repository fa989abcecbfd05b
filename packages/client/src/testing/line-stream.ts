/** The body of a watch: lines that are sent while a client reads. It uses only microtasks. */

export interface LineStream {
  readonly body: AsyncIterable<Uint8Array>;
  send(line: string): void;
  /** Ends the body after the lines so far, normally or with an error for its reader. */
  end(error?: unknown): void;
}

/** @param onEnd called once, when the stream ends or its reader leaves. */
export function createLineStream(signal: AbortSignal | undefined, onEnd: () => void): LineStream {
  const lines: string[] = [];
  let ended: { readonly error?: unknown } | undefined;
  let resume = (): void => {};
  const onAbort = (): void => {
    lines.length = 0;
    end(signal?.reason);
  };
  signal?.addEventListener("abort", onAbort, { once: true });
  if (signal?.aborted) onAbort();
  return { body: { [Symbol.asyncIterator]: chunks }, send, end };

  function send(line: string): void {
    if (ended !== undefined) return;
    lines.push(line);
    resume();
  }

  function end(error?: unknown): void {
    if (ended !== undefined) return;
    ended = error === undefined ? {} : { error };
    signal?.removeEventListener("abort", onAbort);
    onEnd();
    resume();
  }

  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
          yield new TextEncoder().encode(`${line}\n`);
        }
        if (ended === undefined) await new Promise<void>((resolve) => (resume = resolve));
        else if ("error" in ended) throw ended.error;
        else return;
      }
    } finally {
      end();
    }
  }
}
