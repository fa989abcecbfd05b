/**
 * Structured logs: constant messages with variable fields.
 *
 * Fields are made safe before they reach the sink: an API object becomes its kind and key (so that a Secret is never printed),
 * an error becomes its message, stack and causes. Lines are written by pino, in the order of the calls.
 */
import type { Clock } from "@kubewright/async";
import { pino } from "pino";
import { errorTexts, loggableFields } from "./loggable.ts";
import { redact } from "./redact.ts";
import { formatTextLine } from "./text-line.ts";
import { troubleshootingTopicOf } from "./troubleshooting.ts";

/** Values to log beside the message. An `error` field is shown with its causes; an API object as kind and key. */
export type LogFields = Readonly<Record<string, unknown>>;

export const logLevels = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];

/** A structured logger. Messages are constant; variable data goes into the fields. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** Returns a logger that adds these fields to each line. */
  child(fields: LogFields): Logger;
}

export interface LoggerOptions {
  /** For the time stamps. */
  readonly clock: Clock;
  /** Receives each line, with its line break. In a program: `(line) => process.stderr.write(line)`. */
  readonly write: (line: string) => void;
  /** Lines below it are dropped. Default "info". */
  readonly level?: LogLevel;
  /** "json" for machines (the default), "text" for people. */
  readonly format?: "json" | "text";
  /** Colours in the text format. Default false; pass `process.stderr.isTTY`. */
  readonly colors?: boolean;
}

/**
 * Creates a logger. A JSON line has `time` (RFC 3339, UTC), `level`, `message` and the fields. A warning or an error that
 * docs/troubleshooting.md explains has the field `help` with the command that prints the explanation. Tokens and private keys in a line
 * are replaced by "[redacted]".
 */
export function createLogger(options: LoggerOptions): Logger {
  const { clock, write, level = "info", format = "json", colors = false } = options;
  const sink = (line: string): void =>
    write(format === "text" ? formatTextLine(redact(line), { colors }) : redact(line));
  const base = pino(
    {
      level,
      base: null,
      messageKey: "message",
      timestamp: () => `,"time":"${new Date(clock.wallTime()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: sink },
  );
  return loggerOn(base);
}

/** The field `help` with the command that explains the line or its error. */
function helpFor(message: string, error: unknown): { readonly help?: string } {
  const topic = troubleshootingTopicOf([message, ...errorTexts(error)].join("\n"));
  return topic === undefined ? {} : { help: `npx kubewright troubleshoot ${topic}` };
}

/** The part of a pino logger that we use. */
type Sink = Pick<pino.Logger, LogLevel | "isLevelEnabled"> & { child(fields: object): Sink };

/** Creates the sink with the first line: most reconciles log nothing at the enabled levels. */
function loggerOn(parent: Sink, shared?: LogFields): Logger {
  let sink: Sink | undefined;
  const own = (): Sink => (sink ??= shared ? parent.child(loggableFields(shared)) : parent);
  const at =
    (level: LogLevel) =>
    (message: string, fields?: LogFields): void => {
      if (!parent.isLevelEnabled(level)) return;
      const safe: LogFields = fields ? loggableFields(fields) : {};
      own()[level](
        level === "warn" || level === "error" ? { ...safe, ...helpFor(message, safe["error"]) } : safe,
        message,
      );
    };
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    child: (fields) => loggerOn(own(), fields),
  };
}
