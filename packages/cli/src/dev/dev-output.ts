/** The output of `kubewright dev`: lines that begin with their topic, between the log lines of the operator. */
import type { Io } from "../io.ts";

export type Topic = "cluster" | "generate" | "crds" | "webhooks" | "samples" | "operator" | "types" | "storage";

export interface DevOutput {
  say(topic: Topic, text: string): void;
  /** Prints lines together, each with the topic in front. */
  warn(topic: Topic, text: string): void;
  /** A line of the operator. */
  operatorLine(line: string): void;
}

const topicWidth = 8;
const dim = "\u001B[2m";
const cyan = "\u001B[36m";
const red = "\u001B[31m";
const reset = "\u001B[0m";

/** Output with colours on a terminal, unless NO_COLOR is set. Warnings go to standard error. */
export function createDevOutput({ env, isTty, out, err }: Io): DevOutput {
  const hasColors = isTty && !env["NO_COLOR"];
  const painted = (color: string, text: string): string => (hasColors ? `${color}${text}${reset}` : text);
  const label = (text: string, color: string): string => painted(color, text.padEnd(topicWidth));
  return {
    say: (topic, text) => out(`${label(topic, cyan)}  ${text}\n`),
    warn: (topic, text) =>
      err(
        linesOf(text)
          .map((line) => `${label(topic, red)}  ${line}\n`)
          .join(""),
      ),
    operatorLine: (line) => out(`${label("", dim)}${painted(dim, "|")} ${printable(readableLine(line))}\n`),
  };
}

function linesOf(text: string): readonly string[] {
  return text.replace(/\n+$/, "").split("\n");
}

/** Converts a JSON line of the logger to its text format; other lines are unchanged. */
function readableLine(line: string): string {
  if (!line.startsWith('{"level":')) return line;
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch {
    return line; // Not a JSON line of the logger.
  }
  if (!isLogEntry(entry)) return line;
  const { level, time, message, ...fields } = entry;
  const words = Object.entries(fields).map(([name, value]) => `${name}=${wordOf(value)}`);
  return [time.slice(11, 23), level.toUpperCase().padEnd(5), message, ...words].join(" ");
}

interface LogEntry {
  readonly level: string;
  readonly time: string;
  readonly message: string;
}

function isLogEntry(value: unknown): value is LogEntry {
  return ["level", "time", "message"].every(
    (name) => typeof (value as Readonly<Record<string, unknown>> | null)?.[name] === "string", // JSON.parse returns any value.
  );
}

function wordOf(value: unknown): string {
  if (typeof value === "string") return /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
  if (typeof value === "object" && value !== null && "stack" in value && typeof value.stack === "string") {
    return `\n${value.stack}`;
  }
  return JSON.stringify(value);
}

/** Values from objects of the cluster may contain control sequences of the terminal. Only colours and line ends are kept. */
function printable(text: string): string {
  return text.replaceAll(/\u001B(?!\[[\d;]*m)|[\u0000-\u0008\u000B-\u001A\u001C-\u001F\u007F-\u009F]/g, (character) =>
    character === "\r" ? "" : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
