/** `kubewright troubleshoot`: docs/troubleshooting.md in a terminal. */
import { troubleshootingTopicOf } from "@kubewright/telemetry";

import type { Io } from "../io.ts";
import { CommandError } from "../io.ts";
import { troubleshootingTopics } from "./zz_generated.troubleshooting-topics.ts";

type Topic = (typeof troubleshootingTopics)[number];

/** @throws {CommandError} when no topic has this id and no message contains the text. */
export function troubleshoot(text: string, io: Pick<Io, "out">): void {
  if (text === "") {
    io.out(listOf(troubleshootingTopics));
    return;
  }
  const found = topicsOf(text);
  const [topic] = found;
  if (!topic) {
    throw new CommandError(
      `Cannot explain "${text}": expected a topic, or a part of its message: kubewright troubleshoot lists them`,
    );
  }
  io.out(found.length === 1 ? explanationOf(topic) : listOf(found));
}

/** The topic with this id, or that of the message, or those whose messages contain the text. */
function topicsOf(text: string): readonly Topic[] {
  const id = troubleshootingTopicOf(text);
  const exact =
    troubleshootingTopics.find((topic) => topic.id === text) ?? troubleshootingTopics.find((topic) => topic.id === id);
  const words = text.toLowerCase();
  return exact ? [exact] : troubleshootingTopics.filter(({ message }) => message.toLowerCase().includes(words));
}

function explanationOf({ message, text }: Topic): string {
  return `${message}\n\n${text}\n`;
}

function listOf(topics: readonly Topic[]): string {
  const width = Math.max(...topics.map(({ id }) => id.length));
  const sections = Map.groupBy(topics, ({ section }) => section);
  return `${Array.from(
    sections,
    ([section, members]) =>
      `${section}\n${members.map(({ id, message }) => `  ${id.padEnd(width)}  ${message}\n`).join("")}`,
  ).join("\n")}`;
}
