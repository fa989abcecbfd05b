/** The help line of an error: the command that explains its message. */
import { troubleshootingTopicOf } from "@kubewright/telemetry";

/** A line below an error message with the command that explains it, or "" if no topic does. */
export function helpLineFor(message: string): string {
  const topic = troubleshootingTopicOf(message);
  return topic === undefined ? "" : `\nFor the cause and what to do: npx kubewright troubleshoot ${topic}`;
}
