/** The topic of docs/troubleshooting.md that explains a message. */
import { troubleshootingMessages } from "./zz_generated.troubleshooting-messages.ts";

interface Topic {
  readonly id: string;
  /** The constant parts of the message, between its values. */
  readonly parts: readonly string[];
}

let topics: readonly Topic[] | undefined;

/**
 * Returns the topic of the troubleshooting page that explains a message, such as `kind-not-installed`, or undefined.
 * `npx kubewright troubleshoot TOPIC` prints it. A message may contain the messages of its causes, also on separate lines: the topic of the
 * last one is returned.
 */
export function troubleshootingTopicOf(message: string): string | undefined {
  topics ??= Object.entries(troubleshootingMessages).map(([id, text]) => ({ id, parts: text.split("…") }));
  for (const line of message.split("\n").toReversed()) {
    const found = topics
      .map(({ id, parts }) => ({ id, index: indexOf(line, parts) }))
      .filter(({ index }) => index >= 0);
    const last = found.toSorted((left, right) => right.index - left.index)[0];
    if (last) return last.id;
  }
  return undefined;
}

/** Where a line contains the parts in this order, or -1. */
function indexOf(line: string, parts: readonly string[]): number {
  let end = 0;
  for (const part of parts) {
    const index = line.indexOf(part, end);
    if (index < 0) return -1;
    end = index + part.length;
  }
  return line.indexOf(parts[0] ?? "");
}
