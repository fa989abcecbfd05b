/** The log of the operators under test. */
import { createLogger } from "@kubewright/telemetry";
import type { Logger } from "@kubewright/telemetry";
import type { Clock } from "@kubewright/async";
import { EnvironmentError } from "../errors.ts";
import { untilStalled } from "../stalled-clock.ts";
import { throwIfFailed, defaultWaitTimeoutMs } from "./wait-timeout.ts";

/** A line of the log: its level, its message, and its other fields. */
export interface OperatorLogEntry {
  readonly level: string;
  readonly message: string;
  readonly [field: string]: unknown;
}

export interface OperatorLog {
  /** In order, of all operators of the environment. */
  readonly entries: readonly OperatorLogEntry[];
  /**
   * Resolves with the first entry whose message contains `text`, at once if there is one.
   *
   * @throws {EnvironmentError} after the timeout; it contains the last messages.
   */
  waitForMessage(text: string, options?: OperatorLogWaitOptions): Promise<OperatorLogEntry>;
}

export interface OperatorLogWaitOptions {
  /** Skips this number of entries. Default 0. */
  readonly from?: number;
  /** Default `defaultWaitTimeoutMs`. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface OperatorLogOptions {
  readonly clock: Clock;
  /** Receives each line, too: `(line) => process.stderr.write(line)`. */
  readonly write?: ((line: string) => void) | undefined;
  /** Ends waits. */
  readonly signal: AbortSignal;
}

const shownMax = 10;
const pollMs = 10;

/** A log and the logger that writes to it. */
export function createOperatorLog({ clock, write, signal }: OperatorLogOptions): {
  readonly log: OperatorLog;
  readonly logger: Logger;
} {
  const entries: OperatorLogEntry[] = [];
  const logger = createLogger({
    clock,
    level: "debug",
    write(line) {
      entries.push(JSON.parse(line) as OperatorLogEntry); // Lines of our logger have these fields.
      write?.(line);
    },
  });
  const log: OperatorLog = {
    entries,
    async waitForMessage(text, { from = 0, timeoutMs = defaultWaitTimeoutMs, signal: ownSignal } = {}) {
      const deadline = clock.now() + timeoutMs;
      using link = untilStalled("waitForMessage", clock, ownSignal);
      for (;;) {
        const found = entries.slice(from).find(({ message }) => message.includes(text));
        if (found) return found;
        if (clock.now() >= deadline) {
          const last = entries.slice(from).slice(-shownMax);
          throw new EnvironmentError(
            `Cannot wait longer for a log message with ${JSON.stringify(text)}: found no such message after ${timeoutMs} ms, the last messages are:\n${last.map(({ message }) => message).join("\n")}`,
          );
        }
        ownSignal?.throwIfAborted();
        throwIfFailed(signal);
        link.signal.throwIfAborted();
        await clock.sleep(pollMs, { signal: link.signal });
      }
    },
  };
  return { log, logger };
}

/** The errors in the log, with the number of each, as lines for the message of a wait that has ended. Empty without errors. */
export function describeErrors(log: OperatorLog | undefined): string {
  const counts = new Map<string, number>();
  for (const entry of log?.entries ?? []) {
    if (entry.level !== "error") continue;
    const line = describeError(entry);
    const count = counts.get(line) ?? 0;
    counts.delete(line); // The latest is the last.
    counts.set(line, count + 1);
  }
  if (counts.size === 0) return "";
  const lines = [...counts].slice(-shownMax).map(([line, count]) => `\n  ${count} × ${line}`);
  return `\nThe operator has logged errors:${lines.join("")}`;
}

/** The message, the controller, the source, and the messages of the error and its causes. */
function describeError({ message, controller, source, error }: OperatorLogEntry): string {
  const about = [controller, source].filter((part) => typeof part === "string").join(", ");
  // The form in which the logger writes errors.
  const { message: reason, causes = [] } = (error ?? {}) as { message?: string; causes?: readonly string[] };
  return [about === "" ? message : `${message} (${about})`, ...(reason === undefined ? [] : [reason]), ...causes].join(
    ": ",
  );
}
