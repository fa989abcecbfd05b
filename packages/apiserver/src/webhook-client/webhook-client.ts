/** Calls to webhooks, for admission and conversion: the connections of one server. */
import { StoppedError } from "@kubewright/async";
import type { Deadline } from "../turns/deadline.ts";
import type { ServerContext } from "../contracts/server-context.ts";
import type { Dialer, WebhookOptions } from "./dial.ts";
import { createDialer } from "./dial.ts";
import type { Sender } from "./exchange.ts";

/** The events besides its timeout that end a call. */
export interface CallEnd {
  /** The deadline of the API request that the call belongs to. */
  readonly deadline: Deadline;
  /** Aborted when the client of the API request disconnects. */
  readonly signal: AbortSignal | undefined;
}

export interface WebhookClient {
  /** The dependencies of calls that end with `end`. */
  readonly senderFor: (context: Pick<ServerContext, "clock" | "read">, end: CallEnd) => Sender;
  /** Aborts open calls and closes connections. */
  readonly close: () => Promise<void>;
}

export function createWebhookClient(options: WebhookOptions): WebhookClient {
  const closing = new AbortController();
  let dialer: Dialer | undefined;
  return {
    senderFor({ clock, read }, { deadline, signal }) {
      const { transportTo } = (dialer ??= createDialer(clock, options));
      const ends = { deadline, signal, closing: closing.signal };
      return { clock, ...ends, transportTo: (target) => transportTo(target, read) };
    },
    async close() {
      closing.abort(new StoppedError("the API server"));
      await dialer?.close();
    },
  };
}
